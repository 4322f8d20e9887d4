"""Commands in preparation: actions, moves, turns, with their odds and what may come of them."""
