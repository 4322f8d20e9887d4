"""The tool for sources of light: where they are taken hold of, and what a drag comes to."""
