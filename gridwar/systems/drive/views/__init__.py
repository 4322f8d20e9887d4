"""What is shown: cards, what is foreseen of commands, bands, bubbles and auras on the map."""
