"""What everything else is made of: sheets, weapons, state, house rules, tables, altitude bands."""
