"""Wounds, waking, healing and medical care."""
