"""Vitality, damage and conditions."""
