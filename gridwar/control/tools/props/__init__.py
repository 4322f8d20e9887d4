"""The tool that places, turns, moves and changes props."""
