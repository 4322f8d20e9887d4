"""Freeform: no rules. Move, measure, initiative by hand, hit points. The example to read."""

from gridwar.systems.freeform.system import SYSTEM

__all__ = ["SYSTEM"]
