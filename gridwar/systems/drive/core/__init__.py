"""What all chapters know: sheets, the state of the fight, house rules, settings, tables, events."""
