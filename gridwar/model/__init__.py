"""The frozen facts of a fight: geometry, map, combatants, encounter, commands, events, traces.

May import ``gridwar.errors`` and nothing else of Gridwar.
"""
