"""Initiative, turns, pauses, rounds and how they end."""
