"""Dice modifiers of attacks: range, cover, visibility, weightlessness, armour."""
