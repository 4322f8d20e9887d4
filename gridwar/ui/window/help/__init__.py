"""What helps to find one's way: start page, tour, command palette, shortcuts, rule cards."""
