"""A fight that cannot be shown: it opens plainly, and undo leads back to the map."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import force_setattr, replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gridwar import cli
from gridwar.control.user_settings import UserSettings
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.storage.new_open_and_sample_fights import create, open_fight
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system
from gridwar.systems.freeform.sheet_and_events import sheet_of
from gridwar.ui.app.application import Application
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.window import fallback_window
from tests.support.fights import on_board

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.engine.kit.card_order_and_flow import Card
    from gridwar.model.encounter import Encounter
    from gridwar.ui.window.fallback_window import FallbackWindow
    from gridwar.ui.window.main_window import MainWindow

WORST = 3
"""Hit points at which the rules below cannot make a card."""


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Return a fight that stands where its rules raise, one step after where they do not."""
    system, path = find_system("freeform"), tmp_path / "fight.gridwar"
    who = system.data.samples()[0].id
    create(path, on_board("freeform", **{who: (3, 3)}), system).close()
    fight = open_fight(path, find_system)
    fight.session.submit(WriteNote(text="all is well"))
    fight.session.submit(ChangePool(who=(who,), to=WORST))
    assert fight.journal is not None
    fight.journal.close()
    cards = system.cards

    def raising(encounter: Encounter, who: str) -> Card:
        if sheet_of(encounter[who]).hp == WORST:
            raise KeyError("ghost")
        return cards.card(encounter, who)

    force_setattr(system, "cards", replace(cards, card=raising))
    yield path
    force_setattr(system, "cards", cards)


@pytest.fixture
def application(monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    """Return an application whose faults are collected."""
    told: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *what: told.append(what))
    application = Application(theme_of(UserSettings()))
    yield application
    application.close()
    for window in (application.plain, application.window):
        if window is not None:
            window.close()
            window.deleteLater()


def shown(application: Application) -> tuple[MainWindow | None, FallbackWindow | None]:
    """Return the window of an application and the plain one, one of which is there."""
    return application.window, application.plain


def opened_plainly(application: Application, path: Path) -> FallbackWindow:
    """Open a fight that cannot be shown, and return the plain window."""
    application.open(path)
    window, plain = shown(application)
    assert window is None
    assert plain is not None
    return plain


def test_it_opens_plainly_and_undo_leads_back(
    qtbot: object, application: Application, path: Path
) -> None:
    """Order and log are there as text; the step taken back, the map is."""
    del qtbot
    plain = opened_plainly(application, path)
    assert plain.isVisible()
    assert "all is well" in plain.log.toPlainText()
    assert "Round" in plain.order.toPlainText()
    QTest.mouseClick(plain.again, Qt.MouseButton.LeftButton)
    assert shown(application) == (None, plain)
    QTest.mouseClick(plain.undo, Qt.MouseButton.LeftButton)
    window, left = shown(application)
    assert left is None
    assert window is not None
    assert window.isVisible()
    assert window.controller.session.can_redo


def test_a_copy_and_an_export_can_be_made(
    qtbot: object, application: Application, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both hold all that was played."""
    del qtbot
    plain = opened_plainly(application, path)
    copy, export = path.with_name("copy.gridwar"), path.with_name("out.json")
    places = iter((copy, export))
    monkeypatch.setattr(fallback_window, "ask_where", lambda *_words: next(places))
    QTest.mouseClick(plain.copy, Qt.MouseButton.LeftButton)
    QTest.mouseClick(plain.export, Qt.MouseButton.LeftButton)
    assert len(read_file(copy, find_system).loaded.rows) == 2
    assert "all is well" in export.read_text()


def test_another_fight_takes_its_place(qtbot: object, application: Application, path: Path) -> None:
    """From the plain window one gets to any other fight, and back."""
    del qtbot
    first = opened_plainly(application, path)
    application.begin_at_once("freeform")
    window, left = shown(application)
    assert left is None
    assert window is not None
    assert not first.isVisible()
    opened_plainly(application, path)


def test_repair_writes_a_fight_that_can_be_shown(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stands at the last command that can be shown; the original stays, redo goes on."""
    before = path.read_bytes()
    assert cli.main(["check", str(path)]) == 0
    assert "gridwar repair" in capsys.readouterr().out
    assert cli.main(["repair", str(path)]) == 0
    said = capsys.readouterr().out
    made = path.with_name("fight (repaired).gridwar")
    assert str(made) in said
    assert "stands at row 1" in said
    assert path.read_bytes() == before
    found = read_file(made, find_system).loaded
    assert (found.position.cursor, found.position.tip, len(found.rows)) == (1, 2, 2)
    assert cli.main(["repair", str(made)]) == 0
    assert "nothing to repair" in capsys.readouterr().out


def test_repair_saves_what_is_sound_of_a_damaged_fight(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was lost is said, and the new file is where it was asked for."""
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"all is well", b"all is wild"))
    target = path.with_name("new.gridwar")
    assert cli.main(["repair", str(path), "-o", str(target)]) == 0
    assert "damaged" in capsys.readouterr().out
    assert read_file(target, find_system).loaded.first.combatants
    assert cli.main(["repair", str(path), "-o", str(target)]) == 4
    assert "exists already" in capsys.readouterr().err
