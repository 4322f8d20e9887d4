"""Manoeuvres with things and for others: handling, aid, reach, reload."""
