"""Checks: the lines of a sum, rolling it, and what weightlessness makes of it."""
