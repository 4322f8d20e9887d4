"""Grapples, and what is done to the helpless."""
