"""Conditions: what Vitality brings about, and those that are named by hand."""
