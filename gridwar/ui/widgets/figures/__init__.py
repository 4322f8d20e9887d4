"""Figures and lists that are painted: bars, sums, tables, rows."""
