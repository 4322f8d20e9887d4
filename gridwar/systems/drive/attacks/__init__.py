"""Attacks: declaring, building, defending, areas and zones, in the order of the stages."""
