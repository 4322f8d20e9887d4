"""Turns: the order laid by hand, points, ties and stances, the end of the combat."""
