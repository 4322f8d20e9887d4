"""Numbers and rule ids as text, and the search in texts."""
