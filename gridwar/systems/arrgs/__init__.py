"""ARRGS: Action Points, threat ranges and opportunities, movement and attack step by step."""

from gridwar.systems.arrgs.system import SYSTEM

__all__ = ["SYSTEM"]
