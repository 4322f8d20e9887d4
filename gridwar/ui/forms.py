"""One form at a time: shows a form and hands its values to whoever asked for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.sheet_records import FormView
    from gridwar.ui.sheet_form import FormSheet


class Forms:
    """The one asking with the form sheet."""

    def __init__(self, sheet: FormSheet) -> None:
        self._sheet = sheet
        self._take: Callable[[dict[str, Any]], None] | None = None
        sheet.submitted.connect(self._submit)
        sheet.cancelled.connect(sheet.hide)

    def ask(self, view: FormView, take: Callable[[dict[str, Any]], None]) -> None:
        """Show a form; its values go to ``take`` when it is done, and nowhere when cancelled."""
        self._take = take
        self._sheet.show_view(view)
        self._sheet.show()

    def _submit(self, values: dict[str, Any]) -> None:
        self._sheet.hide()
        if self._take is not None:
            self._take(values)
