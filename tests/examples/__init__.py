"""Executable rule examples: cases of the catalogue, run against the product's own procedures."""
