"""Attacks on squares, and spells while they last."""
