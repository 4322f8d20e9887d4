"""Props on the map: the drawings of the stamps, own pictures, and where each lies."""
