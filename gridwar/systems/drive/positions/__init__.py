"""Where combatants are to each other: distances, bands, who is engaged."""
