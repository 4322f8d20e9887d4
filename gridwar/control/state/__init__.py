"""What is looked at and pointed at, and what parts may ask of the controller."""
