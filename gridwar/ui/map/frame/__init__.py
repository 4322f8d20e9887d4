"""What sits around the map and does not scroll: ruler, scale, legend."""
