"""Waking, and the End of Round."""
