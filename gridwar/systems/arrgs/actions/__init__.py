"""Action Points: what manoeuvres cost, and what is readied."""
