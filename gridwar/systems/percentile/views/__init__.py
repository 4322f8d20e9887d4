"""What is shown of the rules: cards, the map, what an action leads to, what outcomes come to."""
