"""Vehicles and robots as bodies: arcs, seats, systems, where hits go and what they do."""
