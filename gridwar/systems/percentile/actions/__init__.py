"""What a turn holds: actions, their prices, what stands against them, what interrupts them."""
