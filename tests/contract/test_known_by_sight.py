"""Every system thinks for a side in the dark, without those whom it does not perceive."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.perception.detection import known_fight, seen_by
from gridwar.engine.play.offered_actions_and_drafts import actions_of, drafted
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode, Vision
from gridwar.model.zones import Light
from gridwar.storage.new_open_and_sample_fights import read_json, samples
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

ONE_EACH = {sample.system: sample for sample in reversed(samples())}
"""A sample fight of each system."""
DARK = Vision(mode=FogMode.BY_SIGHT, counts_light=True)
STEPS = 25


def _by_night(system: str) -> Encounter:
    found = read_json(ONE_EACH[system].path, find_system)
    here = Session(found.system, found.loaded).encounter
    night = here.map.replace(light=Light.DARK, zones=(), light_sources=())
    return here.replace(map=night, vision=DARK)


@pytest.mark.parametrize("system_id", sorted(ONE_EACH))
def test_what_is_thought_for_a_side_leaves_out_the_unseen(system_id: str) -> None:
    """Cards, previews, drafts, routes and offers work although others are not there."""
    here, system = _by_night(system_id), find_system(system_id)
    assert any(seen_by(here, side).unknown for side in here.sides)
    for who, one in here.combatants.items():
        known = known_fight(system, here, one.side)
        assert who in known or one.aside
        if who not in known:
            continue
        system.cards.card(known, who)
        system.board.overlays(known, who, "", None)
        if one.pos is not None:
            RoutePlanner(system, here, who).reach(0)
        for action in actions_of(system, here, who):
            others = [other for other in known.combatants if other != who]
            wants_one = "combatant" in action.needs and others
            target = Target(combatant=others[0] if wants_one else None, cell=one.pos)
            try:
                command = action.make(target)
            except ValueError:
                continue  # it wants more than was chosen
            preview(system, here, command, one.side)
            drafted(system, here, command, one.side)


@pytest.mark.parametrize("system_id", sorted(ONE_EACH))
def test_wherever_they_stand_everybody_is_seen_sensed_or_unknown(system_id: str) -> None:
    """After each move by chance the three are all there is, kept or worked out anew alike."""
    here, chance = _by_night(system_id), Random(1)
    session = Session(find_system(system_id), here)
    people = [one.id for one in here.everyone() if one.pos is not None]
    for _step in range(STEPS):
        page = session.encounter.map
        to = Cell(chance.randrange(page.width), chance.randrange(page.height))
        session.submit(Place(to=((chance.choice(people), to),)))
        now = session.encounter
        lit = now.replace(vision=now.vision.replace(counts_light=chance.random() < 1 / 2))
        for side in now.sides:
            found = seen_by(lit, side)
            own = {one.id for one in now.everyone() if one.side == side}
            assert own <= found.seen
            parts = (found.seen, found.sensed.keys(), found.unknown)
            assert sorted(who for part in parts for who in part) == sorted(now.combatants)
            anew = lit.replace(map=lit.map.with_walls(tuple(lit.map.walls)))
            assert seen_by(anew, side) == found
