"""The GM's work on combatants: library, editor, exchange between fights."""
