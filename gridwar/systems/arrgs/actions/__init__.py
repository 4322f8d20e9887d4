"""Action Points: what acting costs, how manoeuvres are offered, and what is readied."""
