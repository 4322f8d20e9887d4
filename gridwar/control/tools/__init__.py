"""Tools: what the pointer and the keys mean over the map. One object a tool, no Qt."""
