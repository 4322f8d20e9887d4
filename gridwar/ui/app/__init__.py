"""The application: start, splash, files, faults, the fight that a window shows."""
