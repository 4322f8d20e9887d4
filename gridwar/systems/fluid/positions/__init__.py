"""Where the sides stand: Step 2, and how far apart they begin."""
