"""What is shown: cards, what can be chosen of commands, bands, bubbles and auras on the map."""
