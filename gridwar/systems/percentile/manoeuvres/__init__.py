"""Aiming, guarding, feinting and what else prepares or takes the place of an attack."""
