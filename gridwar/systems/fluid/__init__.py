"""Fluid Initiative: combat in seven steps, with Counts that the events of a round move."""

from gridwar.systems.fluid.system import SYSTEM

__all__ = ["SYSTEM"]
