"""A short turn of random play of every system, and whether it would see anything."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm import commands
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell, Point
from gridwar.model.walls import Wall
from gridwar.storage.codec import data_of
from gridwar.systems import playable_systems
from tests.slow.campaign import Wrong
from tests.slow.play import Play, read_kept, shortened
from tests.slow.playing import checks
from tests.slow.playing.fight import PlayedFight, starts

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long

SEED = 1
ACTS = 50


@pytest.mark.parametrize("number", range(len(starts())), ids=lambda n: "-".join(starts()[n]))
def test_random_play_holds_what_must_always_hold(number: int, tmp_path: Path) -> None:
    """Fifty acts by chance in each sample fight, and on a blank map, find nothing wrong."""
    told = Play(SEED, tmp_path / "play", found=tmp_path).attempt(number, ACTS)
    assert (told.signature, told.detail, told.repeat) == ("", "", "")


def test_every_system_that_is_offered_is_played() -> None:
    """Systems are discovered: one that is offered begins with its samples and on a blank map."""
    assert {system for system, _name in starts()} >= {id for id, _title in playable_systems()}


def test_the_same_seed_plays_the_same(tmp_path: Path) -> None:
    """A seed and a number make a fight, act by act."""
    played = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        play = Play(SEED, folder, only=["freeform"], found=tmp_path)
        play.attempt(0, 30)
        played.append(dict(play.counts))
    assert played[0] == played[1]


def test_what_goes_wrong_is_kept_without_the_acts_it_does_not_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fight in which a word stands in a note is kept as the one act that wrote it."""
    real = Session.submit

    def fail(session: Session, command: object) -> object:
        if isinstance(command, commands.WriteNote) and command.text == "wrong":
            raise ZeroDivisionError
        return real(session, command)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "submit", fail)
    notes = [["submit", data_of(commands.WriteNote(text=one))] for one in ("a", "b", "wrong")]
    record = {
        "system": "freeform",
        "fight": "",
        "seed": 1,
        "acts": notes,
        "found": "ZeroDivisionError in outside of Gridwar",
    }
    assert shortened(record, tmp_path) == notes[-1:]
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(record))
    assert read_kept(kept, tmp_path).startswith("ZeroDivisionError")


def test_a_state_that_does_not_hold_is_seen(tmp_path: Path) -> None:
    """Numbers without end, turns of nobody and orders of those who are gone are wrong."""
    now = _two(tmp_path).encounter
    who = next(iter(now.combatants))
    one = now[who]
    for wrong in (
        now.replace(turn="nobody"),
        now.with_combatant(one.replace(altitude=float("inf"))),
        now.replace(combatants=now.combatants | {"other": one}),
    ):
        with pytest.raises(Wrong):
            checks.sound(wrong)
    checks.sound(now)


def test_undo_that_does_not_lead_back_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo and redo together have to be nothing."""
    session = _two(tmp_path)
    checks.undone_and_redone(session)
    monkeypatch.setattr(Session, "redo", lambda _session: True)
    with pytest.raises(Wrong):
        checks.undone_and_redone(session)


def test_a_step_through_a_wall_is_seen() -> None:
    """From middle to middle across a wall; along it and past its end are no crossing."""
    wall = Wall(id="w", a=Point(2048, 0), b=Point(2048, 2048))
    assert checks._crosses(Cell(1, 0), Cell(2, 0), wall)
    assert not checks._crosses(Cell(1, 0), Cell(1, 1), wall)
    assert not checks._crosses(Cell(1, 3), Cell(2, 3), wall)


def _two(folder: Path) -> Session:
    """Return a fight in which three things have been done."""
    fight = PlayedFight(("freeform", ""), 1, folder, on_file=False)
    for points in (1, 2, 3):
        who = next(iter(fight.session.encounter.combatants))
        fight.session.submit(commands.ChangePool(who=(who,), add=-points))
    return fight.session
