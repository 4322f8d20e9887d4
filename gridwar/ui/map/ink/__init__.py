"""The picture of a sketch: paper, hatched rock, floor, walls by pen, in tiles and at once."""
