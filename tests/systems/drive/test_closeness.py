"""Engaged and grouped up: one meaning for bubbles, areas, ties and pseudogravity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.core.house_rules_and_settings import DriveSettings, settings_of
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.shield_aura_gravity import Shield
from gridwar.systems.drive.harm.blow_and_elements import Blow, Manner
from gridwar.systems.drive.positions import group_of, is_close, is_engaged
from gridwar.systems.drive.pseudogravity.carrying_the_target import parted
from gridwar.systems.drive.shielding.bubble_areas import is_inside
from gridwar.systems.drive.shielding.shield_eligibility_cost import against_bubble
from tests.systems.drive.people import FIRE, blow, duel, session, shot

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

WARD = Shield(id="Ward", precision="low", points=60, radius_band="engagement")


def standing(*more: tuple[str, int, int], **links: Link) -> Encounter:
    """Return Ada on (5, 5) with a gun and Tor on (8, 5) with a Ward, others where they are put."""
    people = {"a": (5, 5), "t": (8, 5)} | {who: (x, y) for who, x, y in more}
    fight = duel(DriveSheet(), DriveSheet())
    for who, (x, y) in people.items():
        tied = (links[who],) if who in links else ()
        kit: dict[str, Any] = {"a": {"weapons": (shot("heat", 30),)}, "t": {"shields": (WARD,)}}
        own = DriveSheet(links=tied, defence_tn=1, **kit.get(who, {}))
        fight = fight.with_combatant(Combatant(id=who, name=who, pos=Cell(x, y), sheet=own))
    return fight


@pytest.mark.rule("DR-SHD-02")
@pytest.mark.parametrize(("at", "near"), [((9, 6), True), ((8, 6), True), ((10, 5), False)])
def test_a_diagonal_neighbour_is_engaged_grouped_and_in_the_bubble(
    at: tuple[int, int], near: bool
) -> None:
    """One square away, diagonals included, is close by every question that is asked of it."""
    now = standing(("b", *at))
    assert is_engaged(now, "t", "b") is near
    assert ("b" in group_of(now, "t")) is near
    assert is_inside(now, WARD, "t", "b") is near
    assert ("b" in parted(now, "t")) is not near
    (area,) = SYSTEM.board.areas(now)
    assert (Cell(*at) in area.cells) is near
    assert len(area.cells) == 9, "what is drawn is what is protected"


@pytest.mark.rule("DR-SHD-02", "DR-AOE-01")
def test_two_joined_by_a_third_are_one_group_to_bubbles_as_well() -> None:
    """B and C stand between Ada and Tor: all are one group, and no bubble stops Ada's shot."""
    apart, chain = standing(), standing(("b", 6, 5), ("c", 7, 5))
    far = Blow("a", "t", ("gun",), Manner("ranged"))
    assert against_bubble(apart, far, WARD, "t") == ""
    assert group_of(chain, "t") == {"a", "b", "c", "t"}
    assert against_bubble(chain, far, WARD, "t") == "the attacker is engaged with those inside"
    assert not is_engaged(chain, "a", "t")


@pytest.mark.rule("DR-SHD-02", "DR-AOE-01")
def test_grouped_by_a_tie_counts_for_areas_and_bubbles_alike() -> None:
    """Ada is tied to Tor across the map: one group, so the Ward does not come between them."""
    now = standing(a=Link(kind="grouped", other_id="t"))
    assert group_of(now, "t") == {"a", "t"}
    assert is_close(now, "a", "t")
    done = blow(session(now, 90), FIRE)
    assert [int(one.after_low) for one in done.elements] == [30]
    assert group_of(now, "a") == {"a", "t"}


@pytest.mark.rule("DR-AOE-01")
def test_a_gap_makes_no_group_of_those_whom_the_gm_has_named() -> None:
    """B is of the reds and stands beside Tor, who is of no group: they are not together."""
    now = standing(("b", 8, 6))
    now = now.with_combatant(now["b"].replace(group="reds"))
    assert group_of(now, "t") == {"t"}


@pytest.mark.rule("DR-SHD-02")
def test_the_setting_says_how_far_engagement_goes() -> None:
    """At two squares, those two away are engaged, and the bubble of that radius covers them."""
    now = standing(("b", 10, 6))
    wide = settings_of(now).range_bands_squares | {"engagement": 2}
    now = now.replace(settings=DriveSettings(range_bands_squares=wide))
    assert is_engaged(now, "t", "b")
    assert is_inside(now, WARD, "t", "b")
