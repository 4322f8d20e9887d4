"""Where combatants are to each other: squares, altitude bands, reach, sight, kill zones."""
