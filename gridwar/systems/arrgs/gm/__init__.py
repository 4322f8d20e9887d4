"""What the game master sets for a scene, and has played outside the manoeuvres."""
