"""Action Points: what acting costs, how manoeuvres are offered, what is readied."""
