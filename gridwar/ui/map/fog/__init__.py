"""The fog over the ground: points with three values, drawn in pixels of the screen."""
