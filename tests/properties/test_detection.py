"""Whom a side sees by the exact lines, held to a plain reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.perception.detection import known_fight, seen_by
from gridwar.engine.perception.exact_sight import EYE_M
from gridwar.engine.perception.light_of_fight import light_of
from gridwar.grid.lines.sight_and_effect import Stand, line_between
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell, Size, footprint
from gridwar.model.memory import FogMode, Vision
from gridwar.model.zones import LIGHT, Light, Zone
from gridwar.systems.freeform.sheet_and_events import FreeformSheet
from tests.support.every_system import find
from tests.support.walled_maps import SIDE, maps, on_map

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

FREEFORM = find("freeform")


@st.composite
def fights(draw: st.DrawFn) -> Encounter:
    """Draw a fight of two sides by sight, some hidden, some told of, on a map half in the dark."""
    dark = draw(st.frozensets(on_map, max_size=30))
    zone = Zone(id="night", kind=LIGHT, cells=tuple(sorted(dark)), strength=Light.DARK)
    page = draw(maps()).replace(zones=(zone,) if dark else ())
    people = {}
    for number in range(draw(st.integers(2, 6))):
        side = draw(st.integers(1, 2))
        large = side == 2 and draw(st.booleans())
        at = draw(on_map)
        corner = Cell(min(at.x, SIDE - 2), min(at.y, SIDE - 2))
        one = Combatant(
            id=f"c{number}",
            name=f"c{number}",
            side=str(side),
            pos=corner if large else at,
            size=Size(2, 2) if large else Size(1, 1),
            hidden=draw(st.booleans()),
            known_by=draw(st.sampled_from((frozenset(), frozenset({"1"})))),
            sheet=FREEFORM.data.sheet(),
        )
        people[one.id] = one
    mode = draw(st.sampled_from((FogMode.BY_SIGHT, FogMode.BY_SIGHT_WITHOUT_MEMORY)))
    vision = Vision(mode=mode, counts_light=draw(st.booleans()))
    return FREEFORM.new_encounter().replace(map=page, combatants=frozendict(people), vision=vision)


def _sees(here: Encounter, one: Combatant, other: Combatant) -> bool:
    assert one.pos is not None
    assert other.pos is not None
    own = Stand((one.pos,), here.map.ground_m(one.pos) + EYE_M)
    height = here.map.ground_m(other.pos) + EYE_M * max(other.size)
    return any(
        (one.pos == cell or line_between(here.map, own, Stand((cell,), height)).clear)
        and (not here.vision.counts_light or light_of(here).at(cell) < Light.DARK)
        for cell in footprint(other.pos, other.size)
    ) or (
        one.pos in footprint(other.pos, other.size)
        and (
            not here.vision.counts_light
            or any(
                light_of(here).at(cell) < Light.DARK for cell in footprint(other.pos, other.size)
            )
        )
    )


@given(fights())
def test_a_side_sees_whom_any_of_its_people_has_in_a_lit_line(here: Encounter) -> None:
    """Seen is whoever of the others has a lit cell whose middle the exact line of one reaches.

    Those of the party whom the game master keeps from it look for nobody.
    """
    people = here.everyone()
    expected = set()
    for one in people:
        is_met = any(
            _sees(here, own, one)
            for own in people
            if own.side == "1" and not here.keeps_from("1", own)
        )
        if one.side == "1" or "1" in one.known_by or (not one.hidden and is_met):
            expected.add(one.id)
    found = seen_by(here, "1")
    assert found.seen == expected
    assert found.unknown == set(here.combatants) - expected
    assert not found.sensed


@given(fights(), st.booleans())
def test_with_fog_off_only_the_hidden_are_unknown(here: Encounter, counts: bool) -> None:
    """With fog off walls and darkness hide nobody; the game master's word still does."""
    off = here.replace(vision=Vision(counts_light=counts))
    assert seen_by(off, "1").seen == off.known_to("1").combatants.keys()


@given(fights(), on_map, st.text(max_size=3))
def test_no_secret_of_the_unseen_changes_what_a_side_perceives(
    here: Encounter, cell: Cell, words: str
) -> None:
    """Two fights that differ only in somebody unseen are one to the side that does not see it."""
    found = seen_by(here, "1")
    for who in sorted(found.unknown):
        secret = here[who].replace(
            name=f"secret {words}",
            note=words,
            label=words,
            facing_deg=45.0,
            sheet=FreeformSheet(hp=1, initiative=9),
            pos=Cell(min(cell.x, SIDE - 2), min(cell.y, SIDE - 2)),
        )
        other = here.with_combatant(secret)
        if who not in seen_by(other, "1").unknown:
            continue  # it has come into sight
        assert seen_by(other, "1") == found
        known, known_other = (known_fight(FREEFORM, one, "1") for one in (here, other))
        assert known == known_other


@given(fights())
def test_hiding_whoever_is_unseen_changes_nothing(here: Encounter) -> None:
    """That the game master hides somebody whom nobody sees cannot be told from what is seen."""
    found = seen_by(here, "1")
    for who in found.unknown:
        hidden = here.with_combatant(here[who].replace(hidden=True, known_by=frozenset()))
        assert seen_by(hidden, "1") == found
