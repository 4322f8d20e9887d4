"""What the game master has played outside the manoeuvres."""
