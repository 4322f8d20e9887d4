"""What is kept of a fight: sheets, weapons, machines, the state, the order, house rules."""
