"""Where combatants are to each other: distances, lines, facing, the squares of areas."""
