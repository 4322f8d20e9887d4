"""What the GM's own commands have in common."""

from __future__ import annotations

from typing import ClassVar

from gridwar.model.command import Command


class GmCommand(Command):
    """A command of the GM: a correction, allowed while a question is open."""

    kind: ClassVar[str] = ""
    correction: ClassVar[bool] = True
