"""Checks and prices, and the plain deeds of a turn."""
