"""What a combatant and a fight hold, the rulebook's tables and house rules, and what happens."""
