"""Weapons against ships of space."""
