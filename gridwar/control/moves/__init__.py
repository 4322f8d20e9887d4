"""Moves in preparation: routes and reach, free and group moves, altitude and facing."""
