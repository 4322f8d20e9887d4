"""What is kept of a fight: sheets, weapons, the order, tables with prices, house rules."""
