"""What is done with the session as it stands: going back and forth, and answering what it asks."""
