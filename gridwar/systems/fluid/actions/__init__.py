"""Step 5: what may be done in a turn, what it costs, what the game master gives."""
