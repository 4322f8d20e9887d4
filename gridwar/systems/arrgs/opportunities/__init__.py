"""Threat, and who is asked when somebody provokes."""
