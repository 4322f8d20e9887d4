"""Back Alley: a dozen rules in zones, written by the page "Write a rule system"."""

from tests.support.alley.system import SYSTEM

__all__ = ["SYSTEM"]
