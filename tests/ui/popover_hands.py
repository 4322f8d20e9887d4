"""What tests of popovers share: letting one float, and listening to what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.widgets.containers.popover_base import Popover


def heard(signal: object) -> list[tuple[object, ...]]:
    """Return a list that fills with what a signal says."""
    said: list[tuple[object, ...]] = []
    signal.connect(lambda *args: said.append(args))  # type: ignore[attr-defined]
    return said


def afloat(popover: Popover, page: QWidget) -> None:
    """Let a popover float."""
    popover.float_in(page.rect())
    popover.show()
    popover.setFocus()
