"""What the View menu has of "where could I stand?", and the menu of a chip of its line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.control.presenters.stands import StandsPresenter
from gridwar.control.tools.toolbox import SELECT
from gridwar.text import _
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.window.menus.menu_declaration import State

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from gridwar.ui.window.menus.menu_declaration import Menu
    from gridwar.ui.window.window_parts import Parts


def declare_stands(view: Menu[Parts]) -> None:
    """Declare the entry of the View menu that asks."""
    state: State[Parts] = State(
        enabled=lambda parts: (
            parts.controller.stands.asker is not None or parts.controller.view.stands is not None
        ),
        on=lambda parts: parts.controller.view.stands is not None,
    )
    hint = _("Finds squares that fit all you ask, with what speaks for each; Esc ends it")

    @view.switch("view.stands", _("Where could I stand?"), hint, state)
    def _show(parts: Parts, _on: bool) -> None:
        parts.tools.take(SELECT)
        parts.controller.stands.turn()


def show_chip_menu(parts: Parts, place: QPoint, at: int) -> None:
    """Show above a chip what it can be changed to, and let it be taken out."""
    parts.controller.stands.step_to(at)
    presenter = StandsPresenter(parts.controller)
    menu = PopupMenu(parts.window, passes=True)
    for one in presenter.choices(at):
        if not one.key:
            menu.addSeparator()
            continue
        entry = menu.addAction(one.text.replace("&", "&&"))
        entry.setCheckable(one.is_on)
        entry.setChecked(one.is_on)
        entry.triggered.connect(partial(_choose, presenter, (at, one.key)))
    place.setY(place.y() - menu.sizeHint().height())
    menu.popup(place)


def _choose(presenter: StandsPresenter, chosen: tuple[int, str], _on: bool = False) -> None:
    presenter.choose(*chosen)
