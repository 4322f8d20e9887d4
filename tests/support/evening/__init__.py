"""An evening at the real window, played by mouse and keys: hands, what is watched, and the deeds."""
