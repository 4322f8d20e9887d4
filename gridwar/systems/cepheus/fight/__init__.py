"""The fight from its opening on: order, turns, leading, comms, the calendar."""
