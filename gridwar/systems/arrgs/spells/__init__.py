"""Spells: how they are cast, kept hold of, let go, and countered."""
