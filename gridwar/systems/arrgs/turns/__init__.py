"""Initiative, turns, pauses and rounds."""
