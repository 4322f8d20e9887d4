"""Presenters: the encounter and the view state as records for the map and the panels. Pure."""
