"""What is pressed and typed into."""
