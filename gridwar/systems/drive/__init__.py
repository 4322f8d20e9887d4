"""The drive rules: damage and drive against armour, energy, shielding, damage auras. Headless."""

from gridwar.systems.drive.system import SYSTEM

__all__ = ["SYSTEM"]
