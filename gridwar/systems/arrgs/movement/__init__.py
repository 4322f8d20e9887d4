"""Manoeuvres that move: on foot, mounted, pushed, withdrawing, crashing."""
