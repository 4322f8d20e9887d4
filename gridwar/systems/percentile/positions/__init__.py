"""Where combatants stand to each other: squares, altitude bands, reach, sight."""
