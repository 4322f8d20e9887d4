"""What is done with vehicles: driving, manoeuvres, collisions, repairs, shots at ships."""
