"""Moving: the walk, the movement phase, flight that is paid for."""
