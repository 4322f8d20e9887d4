"""Handouts from the game master's side: chosen, captioned, kept in the fight, shown, taken away."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING, Final

from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.control.records.panel_records import Choice
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.side_and_setting_commands import PutHandouts
from gridwar.engine.play.play_outcome import Accepted
from gridwar.errors import GridwarError
from gridwar.formats.picture_headers_and_limits import read_picture
from gridwar.model.handouts import MOST_CAPTION, Handout, next_handout_id
from gridwar.text import _
from gridwar.ui.file_dialogs import FileKind, ask_which
from gridwar.ui.style.popup_menus import PopupMenu, submenu
from gridwar.ui.tasks.threads import Background

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.window_parts import Parts

_OVER, _BESIDE = "over", "beside"
_MOST_SECONDS: Final = 3600


def choose_handout(parts: Parts) -> None:
    """Ask for the file of a picture, then how it is shown."""
    kinds = _("Pictures (*.png *.jpg *.jpeg *.webp)")
    path = ask_which(parts.window, _("Picture for the players"), kinds, FileKind.PICTURE)
    if path is not None:
        read_handout(parts, path)


def read_handout(parts: Parts, path: Path) -> None:
    """Read a picture beside the window, then ask how it is shown."""
    reading = Background(parts.window)
    reading.failed.connect(lambda error: parts.controller.tell(Notice(str(error), tone="error")))
    reading.ended.connect(reading.deleteLater)
    reading.run(lambda _tell, _is_stopped: read_picture(path), partial(_ask_how, parts))


def _ask_how(parts: Parts, data: bytes) -> None:
    ways = (Choice(_OVER, _("Over the map")), Choice(_BESIDE, _("Beside the map")))
    fields = (
        FieldView("caption", _("Caption"), hint=_("What players read below it; empty: nothing.")),
        FieldView("place", _("Where"), FieldKind.CHOICE, _OVER, ways),
        FieldView(
            "seconds",
            _("Seconds"),
            FieldKind.INT,
            "0",
            hint=_("0: until you take it away."),
        ),
    )
    hint = _("kept with this fight, to be shown again")

    def take(given: Mapping[str, object]) -> None:
        there = parts.controller.encounter.handouts
        handout = Handout(
            id=next_handout_id(there),
            picture=hashlib.sha256(data).hexdigest(),
            caption=str(given.get("caption", "")).strip()[:MOST_CAPTION],
            beside=given.get("place") == _BESIDE,
        )
        _keep(parts, handout, data, _seconds(given.get("seconds")))

    parts.forms.ask(FormView(_("Handout"), hint, fields, _("Show it")), take)


def _seconds(given: object) -> int:
    try:
        return min(_MOST_SECONDS, max(0, int(str(given))))
    except ValueError:
        return 0


def _keep(parts: Parts, handout: Handout, data: bytes, seconds: int) -> None:
    """Store the picture, note the handout in the fight, and show it."""
    if parts.host is None:
        text = _("This fight has no file that could keep a picture.")
        parts.controller.tell(Notice(text, tone="error"))
        return
    try:
        parts.host.file.keep_picture(data)
    except GridwarError as error:
        parts.controller.tell(Notice(str(error), tone="error"))
        return
    if isinstance(parts.controller.submit(PutHandouts(put=(handout,))), Accepted):
        show_handout(parts, handout.id, seconds)


def show_handout(parts: Parts, handout: str, seconds: int = 0) -> None:
    """Lay one of those kept before the players; their window opens for it."""
    if not parts.players.is_open:
        parts.players.open()
    parts.players.show_handout(handout, seconds)


def handout_menu(parts: Parts, at: QPoint) -> None:
    """Show what can be done with handouts; the menu is gone once it is closed."""
    menu = PopupMenu(parts.window, passes=True)
    fill_handouts(parts, menu)
    menu.popup(at)


def fill_handouts(parts: Parts, menu: QMenu) -> None:
    """Fill a menu: a new one, those kept, and what takes them away."""
    menu.clear()
    lying = parts.players.sharing.handout
    _add(menu, _("Show a picture \u2026"), partial(choose_handout, parts))
    away = menu.addAction(_("Take it away"))
    away.setEnabled(bool(lying))
    away.triggered.connect(lambda _on=False: parts.players.close_handout())
    kept = parts.controller.encounter.handouts
    if not kept:
        return
    menu.addSeparator()
    for one in kept:
        shown = menu.addAction(words_of(one))
        shown.setCheckable(True)
        shown.setChecked(one.id == lying)
        shown.triggered.connect(lambda on, which=one.id: _turn(parts, which, on=on))
    menu.addSeparator()
    off = submenu(menu, _("Take off the list"))
    for one in kept:
        _add(off, words_of(one), partial(_drop, parts, one.id))


def words_of(handout: Handout) -> str:
    """Return what a handout is called in a menu."""
    number = handout.id.rpartition("-")[2]
    return handout.caption.replace("&", "&&") or _("Picture {n}").format(n=number)


def _add(menu: QMenu, words: str, act: partial[None]) -> None:
    menu.addAction(words).triggered.connect(lambda _on=False: act())


def _turn(parts: Parts, handout: str, *, on: bool) -> None:
    if on:
        show_handout(parts, handout)
    else:
        parts.players.close_handout()


def _drop(parts: Parts, handout: str) -> None:
    if parts.players.sharing.handout == handout:
        parts.players.close_handout()
    parts.controller.submit(PutHandouts(gone=(handout,)))
