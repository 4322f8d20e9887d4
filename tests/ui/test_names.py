"""Names are letters: whatever a combatant, an effect or a map is called, Qt is given no HTML."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMenu, QWidget

import gridwar
from gridwar.engine.gm import map_commands
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.gm.side_and_setting_commands import SetSide
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.combatant import TimedEffect
from gridwar.model.cover_kinds import CoverKind, CoverObject
from gridwar.model.encounter import Side
from gridwar.model.geometry import Cell
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.zones import Zone
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.style.tooltips import set_tip, tip_of, tip_text
from gridwar.ui.window.menus.combatants_menu import fill_combatants
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from gridwar.ui.window.main_window import MainWindow

PICTURE = '<img src="/nowhere.png">'
DOOR = Path("ui", "style", "tooltips.py")
REFUSED = {"setToolTip", "showText", "hideText", "setHtml", "insertHtml", "setMarkdown", "RichText"}
"""What takes words for HTML, or may."""


def test_words_that_qt_would_read_are_escaped_and_others_are_left() -> None:
    """Only what looks like HTML is changed, and what it says can be asked for."""
    for words in ("", "plain", "a < b & c", "Reck & Sons", "two\nlines"):
        assert tip_text(words) == words
    for words in (PICTURE, f"Reck {PICTURE}", f"Reck\n{PICTURE}", "a &lt;b> c", "<b>x</b>\nlines"):
        shown = tip_text(words)
        assert GuiQt.mightBeRichText(shown)
        assert "<img" not in shown
        assert "<b>" not in shown


def test_a_part_still_tells_what_its_tooltip_says(qtbot: QtBot) -> None:
    """Whoever asks a part for the words of its tooltip gets those that were given."""
    part = QWidget()
    qtbot.addWidget(part)
    for words in (PICTURE, "plain", ""):
        set_tip(part, words)
        assert tip_of(part) == words


def test_one_module_alone_hands_words_to_tooltips() -> None:
    """Everything else goes through it, and nothing writes HTML or asks with boxes of Qt's own."""
    root = Path(gridwar.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if path.relative_to(root) == DOOR:
            continue
        names = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute | ast.Name)
        }
        assert not names & {*REFUSED, "QToolTip", "QMessageBox", "QTextBrowser"}, path
        if "ToolTipRole" in names:
            assert "tip_text" in names, f"{path} hands words to tooltips that are not escaped"


def test_every_label_says_that_it_is_plain() -> None:
    """A label with words is made by `label`; others show icons only."""
    root = Path(gridwar.__file__).parent / "ui"
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id == "QLabel" and path.name != "words.py":
                assert all(isinstance(one, ast.Name) for one in node.args), path


@pytest.fixture
def application(qtbot: QtBot) -> Iterator[Application]:
    """An application."""
    del qtbot
    made = Application(make_theme(ThemeName.DARK))
    yield made
    if made.window is not None:
        made.window.leave()
    made.close()


@pytest.mark.parametrize(
    "sample", at_once(("a-drowned-heron", "b-toll-vault"), ("a-drowned-heron",))
)
def test_a_picture_in_a_name_is_shown_as_letters_everywhere(
    application: Application, sample: str
) -> None:
    """Card, order, actions, chips, popovers, menus, tool panels: nowhere would it be loaded."""
    path = next(one for one in sample_fights() if one.stem == sample)
    application.open(path)
    window = application.window
    assert window is not None
    controller = window.controller
    _name_all(window)
    for who in tuple(controller.encounter.combatants)[:2]:
        controller.submit(TakeTurn(actor=who))
        controller.selection.select(who)
        _look(window)
        menu = QMenu(window)
        fill_combatants(window.parts, menu, who)
        _look(window)
        for action in controller.rules_cache.actions(who)[:8]:
            controller.actions.choose(action.id, anyway=True)
            foe = next(one for one in controller.encounter.combatants if one != who)
            controller.selection.point_at(foe)
            _look(window)
            controller.action_drafts.close()
            controller.cancel()
    window.parts.combatants.edit(next(iter(controller.encounter.combatants)))
    _look(window)
    for tool in window.tools.tools:
        window.tools.take(tool)
        _look(window)


def _name_all(window: MainWindow) -> None:
    """Give everything that can have a name one with a picture."""
    controller = window.controller
    for who in controller.encounter.combatants:
        for field in ("name", "note"):
            value = json.dumps(f"{PICTURE} {who}")
            controller.submit(SetValue(who=(who,), field=field, value=value))
        effect = TimedEffect(id="e", name=PICTURE, note=PICTURE)
        controller.submit(AddEffect(who=(who,), effect=effect))
        sheet = controller.encounter[who].sheet
        for field in type(sheet).model_fields:
            things = getattr(sheet, field)
            if isinstance(things, tuple) and things and hasattr(things[0], "name"):
                place = f"sheet.{field}.{getattr(things[0], 'id', 0)}.name"
                controller.submit(SetValue(who=(who,), field=place, value=json.dumps(PICTURE)))
    page = controller.encounter.map
    controller.submit(SetSide(id="1", side=Side(name=PICTURE, stance="party")))
    controller.submit(WriteNote(text=PICTURE))
    controller.submit(map_commands.SetPage(name=PICTURE))
    ground = map_commands.SetTerrainKind(
        index=len(page.terrain_kinds), terrain=TerrainKind(name=PICTURE)
    )
    controller.submit(ground)
    cover = map_commands.SetCoverKind(index=len(page.cover_kinds), cover=CoverKind(name=PICTURE))
    controller.submit(cover)
    thing = CoverObject(id="c", name=PICTURE, cells=(Cell(3, 3),))
    controller.submit(map_commands.PutCover(put=(thing,)))
    smoke = Zone(id="z", kind="smoke", name=PICTURE, cells=(Cell(4, 4),))
    controller.submit(map_commands.PutZones(put=(smoke,)))
    assert controller.view.notice is None or controller.view.notice.tone != "error"


def _look(window: MainWindow) -> None:
    """Look at all that Qt was given to show."""
    QApplication.processEvents()
    for widget in (window, *window.findChildren(QWidget)):
        _is_plain(widget.toolTip(), widget)
        if isinstance(widget, QLabel):
            is_plain = widget.textFormat() is Qt.TextFormat.PlainText
            assert is_plain or "<img" not in widget.text(), widget
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            for row in range(min(40, model.rowCount())):
                said = model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole)
                _is_plain(said or "", widget)
        if isinstance(widget, QMenu) and widget.toolTipsVisible():
            for action in widget.actions():
                _is_plain(action.toolTip(), action)


def _is_plain(tip: str, where: QWidget | QAction) -> None:
    assert "<img" not in tip, where
