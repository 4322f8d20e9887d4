"""Wounds and ailments, whatever they come of."""
