"""The three fights of Fluid Initiative played through: jungle river, station hall, desert plain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.session.session import Session
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.sheet import fight_of

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


class Played:
    """A stored fight, state by state."""

    def __init__(self, name: str) -> None:
        path = next(path for path in sample_fights() if path.stem == name)
        opened = read_json(path, find_system)
        self.session = Session(opened.system, opened.loaded)
        self.rows = opened.loaded.rows
        self.first = opened.loaded.first
        history = self.session.history
        self.states = [history.state(row.id) for row in opened.loaded.rows]

    def when(self, round_number: int, phase: str = "round") -> Encounter:
        """Return the first state of a round, or of another phase."""
        return next(
            state
            for state in self.states
            if state.round == round_number and state_of(state).phase == phase
        )

    @property
    def events(self) -> list[Event]:
        """Everything that happened."""
        return [event for row in self.rows for event in row.events]


def counts(encounter: Encounter, *who: str) -> list[int | None]:
    """Return the Counts of some people."""
    return [fight_of(encounter, one).count for one in who]


PARTY = ("iris", "bastian", "noor", "teodor")


def test_the_ambush_on_the_jungle_river() -> None:
    """From the first dice to round 3, every Count as reckoned by hand from table T2.

    110 ft of 2d6 are 22 squares. Checks: Iris 12 + 7 and 3 of Action Dice, Bastian 9 + 3, Noor
    15 + 5, Teodor 4 + 9; the regulars 11 + 3, the irregulars 7 + 1. The surprise round counts in
    round 1: Noor -5 (critical hit) -1 (bleeding) -2 -4 (launcher) +9 (Regroup); the captain +1 -2
    -4 -5; the first soldier -15, capped; Bastian -2 -2 -4. In round 2 the soldier's -5 from a Count
    of 4 sends him reeling, Noor's two Regroups are capped, the hound and Iris wade through growth.
    """
    played = Played("i-jungle-river")
    (distance,) = state_of(played.when(0, "distance")).distances
    assert (distance.distance_ft, distance.squares) == (110, 22)
    assert counts(played.when(0, "initiative"), *PARTY) == [22, 12, 20, 13]
    surprise = played.when(1, "surprise")
    assert state_of(surprise).surprised == (
        "captain",
        "gunner",
        "soldier_1",
        "soldier_2",
        "tracker",
        "thug_1",
    )
    second = played.when(2)
    assert counts(second, *PARTY) == [22, 4, 17, 22]
    assert counts(second, "captain", "gunner", "soldier_1", "soldier_2") == [4, 8, 4, 10]
    assert counts(second, "tracker", "thug_1", "hound") == [9, 8, 8]
    third = played.when(3)
    assert counts(third, *PARTY) == [20, 4, 27, 20]
    assert counts(third, "captain", "soldier_1", "hound") == [6, 19, 6]
    hit = fight_of(third, "soldier_1")
    assert (hit.reeling, hit.flat_footed, hit.halves_lost) == (True, True, 2)
    assert state_of(third).order[0] == "noor"


def test_a_patrol_comes_late_into_the_station_hall() -> None:
    """The line of sight of 155 ft sets the distance; the patrol checks together when it comes."""
    played = Played("j-station-hall")
    (distance,) = state_of(played.when(0, "distance")).distances
    assert (distance.rolled_ft, distance.distance_ft, distance.squares) == (None, 155, 31)
    assert state_of(played.when(1, "surprise")).surprised == ("teodor", "iris", "noor")
    second = played.when(2)
    assert counts(second, *PARTY) == [14, 15, 25, 18]
    assert counts(second, "boss", "thug_1", "thug_2", "thug_3") == [15, 14, 10, 7]
    patrol = [fight_of(second, who) for who in ("captain", "soldier_1", "soldier_2")]
    assert len({one.count for one in patrol}) == 1
    assert not any(one.flat_footed for one in patrol)
    assert all(one.joined == "later" for one in patrol)


def test_three_sides_meet_on_the_desert_plain() -> None:
    """540 ft are 108 squares between all; Press sends Noor reeling, a prompt lets a hound run."""
    played = Played("k-desert-plain")
    (distance,) = state_of(played.when(0, "distance")).distances
    assert (distance.rolled_ft, distance.squares) == (540, 108)
    second = played.when(2)
    assert counts(second, *PARTY) == [20, 6, 15, 25]
    assert counts(second, "captain", "gunner") == [10, 5]
    assert second["hound"].pos != played.when(1)["hound"].pos


@pytest.mark.parametrize("name", ["i-jungle-river", "j-station-hall", "k-desert-plain"])
def test_undo_to_the_first_dice_and_back_is_the_identity(name: str) -> None:
    """Over every end of a round in it."""
    session = Played(name).session
    end = session.encounter
    while session.can_undo:
        session.undo()
    while session.can_redo:
        session.redo()
    assert session.encounter == end
