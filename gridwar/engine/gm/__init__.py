"""Commands of the GM, who is above the rules: values, map, combatants, rulings."""
