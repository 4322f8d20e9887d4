"""Checks of one or several, and in parts."""
