"""What is shown on cards, in the order, of the steps and on the map."""
