"""Charges: the run-up, and what is done at its end."""
