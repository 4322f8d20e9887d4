"""Damage auras: what they answer, how much is spent, and how they are kept up."""
