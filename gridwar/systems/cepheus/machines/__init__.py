"""What happens to vehicles, robots and drones: arcs, seats, hit tables, damage.

What drivers do with them is in ``vehicles``, which may import from here and not the other way.
"""
