"""What a window asks of the application around it: other fights, files, common settings."""
