"""From what arrives to what is suffered: drive, armour, resistances, injuries, after-effects."""
