"""What the map shows of the rules: links, zones, things on the ground, where hits may go."""

from __future__ import annotations

import pytest

from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst, Flurry
from gridwar.systems.percentile.core.fight_state import (
    Dropped,
    Grapple,
    Overwatch,
    PercentileState,
    Wedge,
)
from tests.systems.percentile.people import SWORD, ada, fight, one, tor


@pytest.mark.rule("PC-GRP-01")
@pytest.mark.rule("PC-ACT-18")
def test_grapples_and_feints_are_links() -> None:
    """The controller is named at the link; a Feint leads to its target."""
    grapple = Grapple(controller="tor", restrained="ada")
    now = fight(ada(feint_on="tor"), tor()).replace(rules=PercentileState(grapples=(grapple,)))
    ties = [(tie.a, tie.b, tie.label, tie.always) for tie in SYSTEM.board.scenery(now).ties]
    assert ties == [
        ("tor", "ada", "Grapple: Tor controls", True),
        ("ada", "tor", "Feint", True),
    ]


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-11")
def test_kill_zones_stand_on_the_map() -> None:
    """Squares of Overwatch with its words, and the wedge of Suppressive Fire."""
    state = PercentileState(
        overwatches=(
            Overwatch(owner="ada", weapon="gun", cells=(Cell(1, 1),), words="Whoever moves"),
        ),
        wedges=(Wedge(owner="tor", cells=(Cell(2, 2), Cell(3, 3))),),
    )
    areas = SYSTEM.board.areas(fight(ada(), tor()).replace(rules=state))
    assert [(area.label, area.note, len(area.cells)) for area in areas] == [
        ("Ada: Overwatch", "Standard Attack, Whoever moves", 1),
        ("Tor: Suppressive Fire", "", 2),
    ]


@pytest.mark.rule("PC-ACT-17")
def test_what_was_dropped_lies_on_the_ground() -> None:
    """A sword in its square."""
    state = PercentileState(dropped=(Dropped(cell=Cell(4, 4), weapon=SWORD),))
    marks = SYSTEM.board.scenery(fight(ada(), tor()).replace(rules=state)).marks
    assert [(mark.cell, mark.text) for mark in marks] == [(Cell(4, 4), "sword")]


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ACT-03")
def test_where_hits_may_go_is_shown_before_the_roll() -> None:
    """The disc of 10 squares round a Burst's target, the reach of a Flurry, what each needs."""
    una = one("una", (16, 5), to_hit=15)
    now = fight(ada(bs=40), tor(at=(14, 5)), una)
    draft = SYSTEM.draft(now, Burst(actor="ada", target="tor", weapon="gun", hits=2))
    assert draft.aimed is not None
    assert draft.aimed.numbered == ("tor", "una")
    assert {cell.x for cell in draft.aimed.cells if cell.y == 5} == {*range(4, 25)} - {5}
    assert [line.text for line in draft.foreseen] == ["Una may be given hits (needs 55)"]
    near = fight(ada(), tor())
    draft = SYSTEM.draft(near, Flurry(actor="ada", target="tor", weapon="sword", hits=2))
    assert draft.aimed is not None
    assert len(draft.aimed.cells) == 9


@pytest.mark.rule("PC-SHP-01")
def test_a_ship_is_told_by_its_size_and_hull() -> None:
    """The samples have two starships, with corners and a hull in place of wounds."""
    ships = [sample for sample in SYSTEM.data.samples() if sample.id in ("frigate", "privateer")]
    now = fight(*(ship.replace(pos=Cell(3 + 9 * n, 3)) for n, ship in enumerate(ships)))
    cards = [SYSTEM.cards.card(now, ship.id) for ship in ships]
    assert [(card.subtitle, card.pools[0].label, card.box) for card in cards] == [
        ("Starship, Size 4", "Hull", True),
        ("Starship, Size 6", "Hull", True),
    ]
