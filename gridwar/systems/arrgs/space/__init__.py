"""Threat ranges, facing, ways, and the opportunities on them."""
