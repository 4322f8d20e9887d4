"""Rows of detection: whom twelve of a side see of forty, beside all lines one by one."""

from __future__ import annotations

import time
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.perception.detection import SeenBy, seen_by
from gridwar.engine.perception.exact_sight import EYE_M
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, is_clear_between
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.memory import FogMode, Vision
from gridwar.systems.freeform import SYSTEM
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.sight import BIG, LOOKERS, MANY, places, rooms

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

FOES = 40
_steps = count(1)


@cache
def night() -> Encounter:
    """Return twelve in rooms on a large map and forty others anywhere on it, with fog by sight."""
    random, page = Random(FOES), rooms(BIG, MANY)
    own = {
        f"own{n}": Combatant(id=f"own{n}", name="", side="1", pos=cell, sheet=SYSTEM.data.sheet())
        for n, cell in enumerate(places(page)[:LOOKERS])
    }
    foes = {
        f"foe{n}": Combatant(
            id=f"foe{n}",
            name="",
            side="2",
            pos=Cell(random.randrange(BIG), random.randrange(BIG)),
            sheet=SYSTEM.data.sheet(),
        )
        for n in range(FOES)
    }
    return SYSTEM.new_encounter().replace(
        map=page, combatants=frozendict({**own, **foes}), vision=Vision(mode=FogMode.BY_SIGHT)
    )


def _moved(here: Encounter, who: tuple[str, ...]) -> Encounter:
    """Return it with some where they have not been yet: a hair higher than ever before."""
    up = next(_steps) / SUBCELL / SUBCELL
    return here.replace(
        combatants=frozendict(
            {
                key: one.replace(altitude=up) if key in who else one
                for key, one in here.combatants.items()
            }
        )
    )


def _line_by_line(here: Encounter) -> frozenset[str]:
    """Return whom the side sees, every line tried: what there would be without any keeping."""
    people = here.everyone()
    stands = {
        one.id: Stand((one.pos,), EYE_M + one.altitude) for one in people if one.pos is not None
    }
    found = {one.id for one in people if one.side == "1"}
    for own in [one.id for one in people if one.side == "1"]:
        for foe in [one.id for one in people if one.side == "2"]:
            if is_clear_between(here.map, stands[own], stands[foe], SIGHT):
                found.add(foe)
    return frozenset(found)


def _own(here: Encounter) -> tuple[str, ...]:
    return tuple(one.id for one in here.everyone() if one.side == "1")


def all_anew() -> Figures:
    """Measure whom twelve see of forty when all twelve stand elsewhere, beside line by line."""
    here = night()
    assert seen_by(here, "1").seen == _line_by_line(here)

    def anew() -> SeenBy:
        return seen_by(_moved(here, _own(here)), "1")

    rivals = {"all anew": anew, "line by line": lambda: _line_by_line(here)}
    seconds = side_by_side(rivals, 9, time.thread_time)
    return against("all anew", "line by line", seconds)


def one_moved() -> Figures:
    """Measure it when one of the twelve has moved, beside line by line."""
    here = night()

    def step() -> SeenBy:
        return seen_by(_moved(here, ("own0",)), "1")

    step()
    rivals = {"one moved": step, "line by line": lambda: _line_by_line(here)}
    seconds = side_by_side(rivals, 9, time.thread_time)
    return against("one moved", "line by line", seconds)


ROWS = (
    Row(
        "detection",
        "whom twelve see of forty, 5,000 walls",
        "every line one by one",
        1.5,
        all_anew,
    ),
    Row("detection-step", "the same, one has moved", "every line one by one", 0.25, one_moved),
)
