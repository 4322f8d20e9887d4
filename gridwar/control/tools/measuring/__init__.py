"""Tools that measure and change nothing."""
