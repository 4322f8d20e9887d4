"""The controller: what the window asks of a fight, and who is told when it changes."""
