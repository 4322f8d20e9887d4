"""The menus: each entry is an action with an id, or something offered for a moment."""
