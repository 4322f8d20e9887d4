"""Pins under the pointer, and the tool that puts, lists and moves them."""
