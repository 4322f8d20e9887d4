"""The percentile rules: d100 under a target number, altitude bands, kill zones, grapples."""

from gridwar.systems.percentile.system import SYSTEM

__all__ = ["SYSTEM"]
