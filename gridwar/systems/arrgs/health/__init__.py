"""What somebody has and suffers: points, Vitality, conditions, things, spells; the End of Round."""
