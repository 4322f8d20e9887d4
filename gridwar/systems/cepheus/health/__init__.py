"""Wounds, fatigue and healing."""
