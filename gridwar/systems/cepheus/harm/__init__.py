"""Armour, wounds, waking, healing and medical care."""
