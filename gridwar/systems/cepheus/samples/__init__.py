"""Sample combatants and vehicles."""
