"""What is shown of the rules: cards, overlays, what is chosen, what outcomes come to."""
