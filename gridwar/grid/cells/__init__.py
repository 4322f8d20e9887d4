"""Cells, distances and what stands between cells; everything else is built on these."""
