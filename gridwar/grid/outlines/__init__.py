"""Visibility polygons of many walls at once, for pictures; rulings ask the exact lines."""
