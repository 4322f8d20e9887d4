"""Steps 1, 3, 4 and 7: Initiative, surprise, the order and the cycle of rounds."""
