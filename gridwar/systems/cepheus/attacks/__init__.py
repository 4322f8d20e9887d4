"""Attacks from the declaration to the damage: firing, blasts, reactions."""
