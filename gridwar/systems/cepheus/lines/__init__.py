"""What a shot depends on: range bands, conditions, cover, armour, sight, weightlessness."""
