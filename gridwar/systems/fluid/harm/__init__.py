"""Step 6: what hurts, and what lasts."""
