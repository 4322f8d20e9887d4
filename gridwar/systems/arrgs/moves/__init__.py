"""Movement: on foot, by mount and vehicle, pushed, crashing."""
