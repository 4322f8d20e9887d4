"""Manoeuvres with things and for others, trivial ones, and what a trigger sets off."""
