"""The sketch tool: rooms, corridors, doors and caves drawn by hand."""
