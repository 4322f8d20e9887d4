"""Where combatants are to each other: range, cover, visibility, and where what misses goes."""
