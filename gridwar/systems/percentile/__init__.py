"""The percentile rules: d100 under a target number. So far the Burst action, headless."""

from gridwar.systems.percentile.system import SYSTEM

__all__ = ["SYSTEM"]
