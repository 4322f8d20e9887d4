"""What a side perceives of a fight: what it has in sight, remembers, and whom it knows of."""
