"""Spells while they last: keeping hold of them, letting them go, countering them."""
