"""Moving: how far, the plain moves, changes of band, falling."""
