"""Damage, sleep, waking, and winning Vitality back."""
