"""Tools for walls and doors."""
