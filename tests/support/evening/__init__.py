"""An evening at the real window, played by mouse and keys."""
