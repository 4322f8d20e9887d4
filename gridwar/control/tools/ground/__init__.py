"""Tools that paint the ground: terrain, cover, zones, the grid itself."""
