"""Attacks in their seven steps, the actions that are nothing but attacks, and Suppressive Fire."""
