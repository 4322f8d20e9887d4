"""The map as it is set up: import, kinds and words of what lies on it, who stands where."""
