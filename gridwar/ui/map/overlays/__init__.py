"""What is drawn between ground and tokens: areas, lines, walls, labels."""
