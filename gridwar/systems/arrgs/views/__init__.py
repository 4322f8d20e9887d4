"""What the window is told: cards, and what the map shows."""
