"""The menus: each entry is a deed with an id, or something offered for a moment."""
