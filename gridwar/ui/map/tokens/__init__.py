"""Tokens: how they look, where they stand, how they move."""
