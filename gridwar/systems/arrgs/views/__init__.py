"""What the window is told: offers, cards, overlays, choices."""
