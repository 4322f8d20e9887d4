"""Turns: the order laid by hand, points made in the own turn, the end of the combat."""
