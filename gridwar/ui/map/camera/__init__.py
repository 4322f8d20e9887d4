"""How the map is looked at: panning, zooming, pointer and keys."""
