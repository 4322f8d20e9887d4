"""Grapples: beginning one, what the controller and the restrained one may do, how it ends."""
