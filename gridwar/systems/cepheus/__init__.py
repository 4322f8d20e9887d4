"""Cepheus: personal combat of the Cepheus Engine, on a square grid of 1.5 m."""

from gridwar.systems.cepheus.system import SYSTEM

__all__ = ["SYSTEM"]
