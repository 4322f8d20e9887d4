"""Exact odds: every outcome of a command with its probability."""
