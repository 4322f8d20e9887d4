"""Gridwar without a window: files checked and exported, scripts played, the program tested.

May import everything below ``ui``; knows no Qt. Writes to standard output what was asked for;
what goes wrong is raised, and ``cli`` says it.
"""
