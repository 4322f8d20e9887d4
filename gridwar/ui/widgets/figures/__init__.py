"""Figures and lists that are painted: charts, sums, tables, rows."""
