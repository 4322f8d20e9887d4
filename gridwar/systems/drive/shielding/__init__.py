"""Energy shielding: sources, what each of them stops, and what that costs."""
