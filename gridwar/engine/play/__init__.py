"""Playing a command: the referee, the preview, and how an event makes the next encounter."""
