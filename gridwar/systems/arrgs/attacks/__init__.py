"""Attacks and the manoeuvres of close combat."""
