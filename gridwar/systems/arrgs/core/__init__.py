"""What is kept of a fight: sheets, events, tables, house rules."""
