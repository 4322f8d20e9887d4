"""Vehicles and robots as bodies: arcs, weapons, seats, where hits go and what they do."""
