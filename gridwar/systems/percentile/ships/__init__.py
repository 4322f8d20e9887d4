"""Starships: boarding and ramming."""
