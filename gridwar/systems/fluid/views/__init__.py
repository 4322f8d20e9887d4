"""What is shown on cards, in the order and on the map."""
