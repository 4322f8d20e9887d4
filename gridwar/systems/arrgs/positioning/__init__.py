"""Threat ranges, facing, budgets of movement, ways, opportunities."""
