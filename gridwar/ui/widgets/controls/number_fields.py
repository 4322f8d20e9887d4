"""Fields of numbers: Qt gives the text in a spin box no inset, whatever the style sheet says."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

    from gridwar.ui.style.theme import Theme

_INSET_PX = 7


def even_spin(spin: QSpinBox | QDoubleSpinBox, theme: Theme) -> None:
    """Give the number in a spin box the inset of other fields."""
    spin.lineEdit().setTextMargins(theme.px(_INSET_PX), 0, 0, 0)
