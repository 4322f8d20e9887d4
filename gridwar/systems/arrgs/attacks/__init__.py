"""Attacks: on somebody, on squares, with a run-up, and what is done in place of damage."""
