"""Attacks from the declaration to the damage: firing, shots of machines, blasts, reactions."""
