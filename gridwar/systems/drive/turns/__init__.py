"""Turns: the order laid by hand, movement, points made in the own turn, the end of the combat."""
