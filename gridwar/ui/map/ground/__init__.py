"""The ground as it is drawn, and the tiles that keep it."""
