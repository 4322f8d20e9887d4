"""Initiative, turns and rounds, delay and haste, and what happens as time passes."""
