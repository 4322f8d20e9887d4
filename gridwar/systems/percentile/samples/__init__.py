"""Combatants and weapons to begin with."""
