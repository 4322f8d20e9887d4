"""Items, and spells as they are cast."""
