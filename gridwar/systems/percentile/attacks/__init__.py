"""Attacks in their seven steps, and the actions that are nothing but attacks."""
