"""Pseudogravity: points against weight, its limits, and the silencing that divides it."""
