"""Actions from choice to play: their targets, the draft with its sum, the odds."""
