"""Moving: the plain moves, the charge, changes of band, falling."""
