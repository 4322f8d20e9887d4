"""The main window: its parts, how they are laid out, and what connects them."""
