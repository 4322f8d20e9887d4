"""What the window is told: cards, overlays, scenery."""
