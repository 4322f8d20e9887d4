"""A fight under way: timeline, journal, undo and branches."""
