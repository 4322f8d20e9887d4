"""What became of every rule of a rulebook: its code, its tests, its place in the window."""
