"""What is kept of a fight: sheets, weapons, the order, tables, house rules."""
