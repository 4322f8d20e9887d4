"""Where combatants are to each other: squares, reach, sight."""
