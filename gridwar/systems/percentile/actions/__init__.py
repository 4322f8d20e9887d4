"""What a turn holds: actions, their prices, and what stands against them."""
