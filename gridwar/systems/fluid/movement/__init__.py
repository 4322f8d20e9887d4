"""Walking, and what it costs."""
