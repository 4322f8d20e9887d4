"""The players' window: what is shown there, when it is held, and that no secret reaches it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.control.state.players_camera import CameraMode
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.engine.gm.side_and_setting_commands import PutHandouts
from gridwar.model.geometry import Cell
from gridwar.model.handouts import Handout
from gridwar.ui.map.map_to_png import png_of
from gridwar.ui.style.popup_menus import PopupMenu
from gridwar.ui.window.handouts_shown import fill_handouts
from tests.support.players_table import Table
from tests.support.two_worlds import SECRETS, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from gridwar.control.controller.controller import Controller


def _pixels(act: Callable[[World], object] | None = None) -> QImage:
    world = World("cepheus")
    if act is not None:
        act(world)
    made = Table(world)
    try:
        return made.picture()
    finally:
        made.close()


# --- secrets --------------------------------------------------------------------------------------


def test_two_worlds_have_the_same_pixels(qapp: QApplication) -> None:
    """Elsewhere hidden, otherwise called, selected, pointed at, dragged: nothing is seen of it."""
    del qapp
    plain = _pixels()
    for act in (
        lambda w: w.put("lurker", "pos", "[6, 4]"),
        lambda w: w.put("foe", "name", '"Doppelganger"'),
        lambda w: w.controller.selection.select("lurker"),
        lambda w: w.controller.show(hovered=("hero",), hover=Cell(3, 3)),
        lambda w: w.controller.move_planning.plan("hero", Cell(3, 8)),
        lambda w: w.give_turn("lurker"),
        lambda w: w.do(PutPins(gone=("p",))),
        lambda w: w.controller.show(pin="p", pin_chosen="p", pin_card="p"),
    ):
        assert _pixels(act) == plain
    assert _pixels(lambda w: w.put("lurker", "hidden", "false")) != plain


def test_no_text_of_the_window_is_a_secret(table: Table) -> None:
    """Texts, titles, tooltips, names and descriptions of every widget in it."""
    table.settle()
    widgets = [table.players, *table.players.findChildren(QWidget)]
    said = [
        text
        for one in widgets
        for text in (
            one.windowTitle(),
            one.toolTip(),
            one.statusTip(),
            one.whatsThis(),
            one.accessibleName(),
            one.accessibleDescription(),
            one.objectName(),
        )
    ]
    words = " ".join(said)
    assert "Hero" in words  # whose turn it is
    assert not [secret for secret in SECRETS.values() if secret in words]
    assert not [secret for secret in SECRETS.values() if secret in repr(table.players.page.record)]


def test_neither_pointer_nor_drop_does_anything_there(table: Table) -> None:
    """No menu, no tooltip, no selection; nothing can be dropped on it."""
    before = table.world.controller.view
    QTest.mouseClick(table.players.map.viewport(), Qt.MouseButton.LeftButton)
    QTest.mouseClick(table.players, Qt.MouseButton.RightButton, pos=QPoint(300, 300))
    assert table.world.controller.view == before
    assert QApplication.activePopupWidget() is None
    assert not any(
        one.acceptDrops() for one in (table.players, *table.players.findChildren(QWidget))
    )


# --- keys -----------------------------------------------------------------------------------------


def test_keys_typed_there_are_the_game_masters(table: Table) -> None:
    """Escape leaves it open, a chord does what it does in his window."""
    QTest.keyClick(table.players, Qt.Key.Key_Escape)
    assert table.screen.is_open
    QTest.keyClick(table.players, Qt.Key.Key_F11, Qt.KeyboardModifier.ControlModifier)
    assert table.screen.sharing.blank
    QTest.keyClick(table.players, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert not table.screen.is_open


# --- the bar and the frame ------------------------------------------------------------------------


def test_the_bar_lies_over_the_map_while_players_look(table: Table) -> None:
    """And goes with their window."""
    bar = table.window.players_here.bar
    sign = table.window.top.second
    assert bar.isVisible()
    assert sign.isVisible()
    table.screen.close()
    assert not bar.isVisible()
    assert not sign.isVisible()


def test_dragging_a_corner_of_the_frame_fixes_what_players_see(table: Table) -> None:
    """The far corner stays, and the shape of the screen."""
    frame, view = table.window.players_here.frame, table.window.map
    table.screen.fix((2.0, 2.0, 9.0, 7.0))
    table.settle()
    box = frame.box
    shape = box.width() / box.height()
    corner = view.mapFromScene(box.topLeft())
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=corner)
    QTest.mouseMove(view.viewport(), corner + QPoint(60, 60))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=corner + QPoint(60, 60))
    table.settle()
    assert table.screen.camera.mode is CameraMode.FIXED
    after = frame.box
    assert after.width() < box.width()
    assert after.width() / after.height() == pytest.approx(shape, rel=0.02)
    assert after.bottomRight().x() == pytest.approx(box.bottomRight().x(), abs=0.1)
    assert table.world.controller.view.selected == ("hero",)


def test_the_camera_never_goes_to_an_unmet_one(table: Table) -> None:
    """His turn moves nothing, nor does a look of the game master at him alone."""
    table.screen.look_mode(CameraMode.TURN)
    table.settle()
    before = table.screen.shown_box
    table.world.give_turn("lurker")
    table.settle()
    assert table.screen.shown_box == before


def test_what_players_see_is_kept_by_screen(table: Table) -> None:
    """The camera of a screen comes again with its next window."""
    table.screen.look_mode(CameraMode.MAP)
    table.screen.close()
    table.screen.open()
    assert table.screen.camera.mode is CameraMode.MAP


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turned_the_picture_is_the_same_on_its_side(table: Table, turns: int) -> None:
    """Everything is turned, the strip too."""
    table.players.resize(700, 700)
    upright = table.picture()
    table.screen.look_by(replace(table.screen.camera, turns=turns))
    turned = table.picture()
    back = turned.transformed(QTransform().rotate(-90 * turns))
    assert back.size() == upright.size()
    same = sum(
        QColor(back.pixel(x, y)) == QColor(upright.pixel(x, y))
        for x in range(5, 700, 23)
        for y in range(5, 700, 23)
    )
    assert same > 0.9 * 31 * 31


# --- handouts -------------------------------------------------------------------------------------


def _handout(table: Table, beside: bool = False) -> Handout:
    image = QImage(64, 48, QImage.Format.Format_RGB32)
    image.fill(QColor("#AA3377"))
    data = png_of(image)
    digest = hashlib.sha256(data).hexdigest()

    class Pictures:
        def picture_bytes(self, wanted: str) -> bytes | None:
            return data if wanted == digest else None

    assert table.screen.side is not None
    side = replace(table.screen.side, pictures=Pictures())
    table.screen.serve(side)
    table.screen.follow()
    made = Handout(id="handout-1", picture=digest, caption="A letter", beside=beside)
    table.world.do(PutHandouts(put=(made,)))
    return made


@pytest.mark.parametrize("beside", [False, True])
def test_a_handout_lies_before_the_players_until_it_is_taken_away(
    table: Table, qtbot: QtBot, beside: bool
) -> None:
    """Over the map or beside it, by its caption; time takes it away too."""
    made = _handout(table, beside)
    sheet = table.players.page.handout
    assert not sheet.isVisible()
    table.screen.show_handout(made.id)
    qtbot.waitUntil(lambda: sheet.has_picture)
    assert sheet.isVisible()
    assert sheet.caption == "A letter"
    whole = table.players.page.width()
    assert (table.players.map.width() < whole) is beside
    table.screen.close_handout()
    assert not sheet.isVisible()
    table.screen.show_handout(made.id, 5)
    assert sheet.isVisible()
    table.screen._timer.timeout.emit()
    assert not sheet.isVisible()


def test_a_handout_that_is_taken_back_is_gone(table: Table) -> None:
    """It is part of the fight: undo takes it off the list, and from the players' screen."""
    table.screen.choose(table.screen.sharing, holds_by_itself=False)
    made = _handout(table)
    table.screen.show_handout(made.id)
    table.world.session.undo()
    table.settle()
    assert table.world.controller.encounter.handouts == ()
    assert not table.players.page.handout.isVisible()


def test_the_menu_lists_the_handouts_of_the_fight(table: Table) -> None:
    """One click shows one again, or takes it away."""
    _handout(table)
    menu = PopupMenu(table.window)
    fill_handouts(table.window.parts, menu)
    entry = next(one for one in menu.actions() if one.text() == "A letter")
    entry.trigger()
    assert table.screen.sharing.handout == "handout-1"
    fill_handouts(table.window.parts, menu)
    entry = next(one for one in menu.actions() if one.text() == "A letter")
    assert entry.isChecked()
    entry.trigger()
    assert table.screen.sharing.handout == ""


def test_presentation_in_one_window_shows_strip_and_handout(table: Table) -> None:
    """F11 shows the same record as the window of their own."""
    made = _handout(table)
    cover = table.window.players_here.cover
    table.world.controller.show(presenting=True)
    table.settle()
    assert cover.strip is not None
    assert cover.strip.isVisible()
    assert cover.strip.view == table.world.players().strip
    table.screen.show_handout(made.id)
    table.settle()
    assert cover.handout is not None
    assert cover.handout.isVisible()
    assert not table.window.players_here.bar.isVisible()
    assert not table.window.players_here.frame.is_shown
    table.world.controller.show(presenting=False)
    table.settle()
    assert table.window.players_here.bar.isVisible()
    assert not cover.strip.isVisible()
    assert not cover.handout.isVisible()


def test_presentation_hides_the_bar_and_the_frame_of_the_players_window(table: Table) -> None:
    """Both are the game master's; they come back with his own view."""
    here = table.window.players_here

    def shown(*, presenting: bool) -> tuple[bool, bool]:
        table.world.controller.show(presenting=presenting)
        table.settle()
        return here.bar.isVisible(), here.frame.is_shown

    assert shown(presenting=False) == (True, True)
    assert shown(presenting=True) == (False, False)
    assert shown(presenting=False) == (True, True)


def test_a_public_name_is_what_players_read(table: Table) -> None:
    """On the map and in the strip; without one they read none."""
    table.world.do(SetValue(who=("foe",), field="public_name", value='"Man with a cudgel 7"'))
    table.settle()
    record = table.players.page.record
    assert record is not None
    assert record.strip is not None
    token = next(one for one in record.scene.tokens if one.id == "foe")
    face = next(one for one in record.strip.faces if one.id == "foe")
    assert (token.name, face.name) == ("Man with a cudgel 7", "Man with a cudgel 7")
    controller: Controller = table.world.controller
    controller.sharing.change(numbers=False)
    assert "Man with a cudgel" in repr(table.world.players())
    assert "cudgel 7" not in repr(table.world.players())
