"""What is worked out once for a state and kept."""
