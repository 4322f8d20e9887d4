"""Areas of the rules that stay on the map: drawn, carried, taken off, kept from players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.kit import Area, Cell, TakeTurn
from gridwar.engine.session.session import Session
from tests.support.alley.rules import ThrowBottle
from tests.support.fights import begun, on_board
from tests.support.pointing import Hand

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

AREA_ROLES = frozenset(role for role in sr.RegionRole if role.value.startswith("area_"))


class Seen:
    """A fight as the map shows it."""

    def __init__(self, session: Session) -> None:
        self.controller = Controller(session, odds_patience_s=60)
        self.tools = Toolbox(self.controller)
        self._scene = ScenePresenter(self.controller, self.tools)

    def scene(self, *, presenting: bool = False) -> sr.SceneView:
        """Return the scene of the GM, or of players."""
        self.controller.show(presenting=presenting)
        return self._scene.present()

    def areas(self, *, presenting: bool = False) -> dict[str, sr.RegionOverlay]:
        """Return the areas drawn, by their words; where they overlap by none."""
        overlays = self.scene(presenting=presenting).overlays
        regions = (one for one in overlays if isinstance(one, sr.RegionOverlay))
        return {one.label: one for one in regions if one.role in AREA_ROLES}

    def legend(self) -> dict[str, sr.LegendEntry]:
        """Return the legend by its words."""
        return {one.text: one for one in self.scene().legend}


@pytest.fixture
def fire() -> Seen:
    """An arsonist at (3, 3) has set the second zone on fire."""
    session = begun("alley", *([1] * 6), hero=(7, 3), arsonist=(3, 3))
    session.submit(TakeTurn(actor="arsonist"))
    session.submit(ThrowBottle(actor="arsonist", cell=Cell(7, 3)))
    return Seen(session)


def auras(encounter: Encounter) -> tuple[Area, ...]:
    """An aura round the hero, a field that touches it, and a trap that only the foes know."""
    pos = encounter["hero"].pos
    assert pos is not None
    aura = frozenset(pos.shifted(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
    return (
        Area("aura", "Aura", aura, "+1 to all", whose="hero", tone="good"),
        Area("field", "Field", frozenset({Cell(5, 4), Cell(6, 4)}), tone="info"),
        Area("trap", "Trap", frozenset({Cell(6, 4)}), tone="quiet", known_to="2"),
    )


@pytest.fixture
def aura() -> Seen:
    """The hero at (4, 4) bears an aura."""
    encounter = on_board("alley", hero=(4, 4), thug=(12, 4))
    system = begun("alley", hero=(4, 4)).system
    system = replace(system, board=replace(system.board, areas=auras))
    return Seen(Session(system, encounter))


def test_a_burning_zone_is_drawn_named_and_ruled(fire: Seen) -> None:
    """All its squares in the tone of harm; what it means and its rule stand in the legend."""
    burning = fire.areas()["Fire"]
    assert burning.role is sr.RegionRole.AREA_HARM
    assert burning.cells == {(x, y) for x in range(5, 10) for y in range(5)}
    entry = fire.legend()["Fire"]
    assert (entry.note, entry.rule_id) == ("Burns until the round ends", "BA-FIR-02")


def test_what_an_area_means_is_told_under_the_pointer(fire: Seen) -> None:
    """Its note and rule stand where the pointer rests on it, and nowhere else."""
    hand = Hand(fire.tools.active)
    hand.hover((9.5, 4.5))
    labels = [one for one in fire.scene().overlays if isinstance(one, sr.LabelOverlay)]
    assert ("Burns until the round ends", "BA-FIR-02") in {(one.text, one.second) for one in labels}
    hand.hover((12.5, 9.5))
    assert "Burns until" not in repr(fire.scene().overlays)


def test_an_area_is_taken_off_in_the_legend(fire: Seen) -> None:
    """It is gone from map and legend until it is wanted again."""
    fire.tools.take_off(fire.legend()["Fire"].key)
    assert not fire.areas()
    assert "Fire" not in fire.legend()
    fire.controller.show(areas_off=frozenset())
    assert "Fire" in fire.areas()


def test_an_aura_goes_along_while_its_bearer_is_dragged(aura: Seen) -> None:
    """What it would cover there is drawn, also where it would overlap; others stay."""
    aura.controller.show(shows_all=True)
    assert aura.areas()[""].cells == {(5, 4), (6, 4)}  # aura and field; field and trap
    aura.controller.show(shows_all=False)
    aura.controller.selection.select("hero")
    aura.controller.move_planning.plan("hero", (4, 7), free=True)
    there = aura.areas()
    assert there["Aura"].cells == {(x, y) for x in (3, 4, 5) for y in (6, 7, 8)}
    assert there["Field"].cells == {(5, 4), (6, 4)}
    assert there[""].cells == {(6, 4)}
    aura.controller.move_planning.plan("hero", (0, 0), free=True)
    assert aura.areas()["Aura"].cells == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_players_see_areas_that_everybody_knows(aura: Seen) -> None:
    """No secret of a side, not even as a hatch; and where its bearer stands, not where it could."""
    assert "known to Foes only" in aura.legend()["Trap"].note
    aura.controller.move_planning.plan("hero", (4, 7), free=True)
    seen = aura.areas(presenting=True)
    assert set(seen) == {"Aura", "Field", ""}
    assert seen[""].cells == {(5, 4)}
    assert (4, 3) in seen["Aura"].cells


def test_an_aura_does_not_betray_who_is_hidden(aura: Seen) -> None:
    """Players see it again with its bearer."""
    aura.controller.submit(SetValue(who=("hero",), field="hidden", value="true"))
    assert "Aura" in aura.areas()
    assert set(aura.areas(presenting=True)) == {"Field"}


def test_an_area_of_somebodys_has_the_colour_of_their_side(fire: Seen) -> None:
    """On the map, in the legend, for players unless it is a foe's; without an owner as meant."""
    (label,) = fire.areas()
    assert fire.areas()[label].side is None
    system = fire.controller.session.system
    (area,) = system.board.areas(fire.controller.encounter)

    def areas(_encounter: Encounter) -> tuple[Area, ...]:
        return (replace(area, owner=owner),)

    owner = "arsonist"
    owned = replace(system, board=replace(system.board, areas=areas))
    seen = Seen(Session(owned, fire.controller.encounter))
    index = seen.controller.encounter.sides["2"].index
    assert seen.areas()[label].side == index
    assert seen.legend()[label].side == index
    assert label not in seen.areas(presenting=True)
    owner = "hero"
    seen = Seen(Session(owned, fire.controller.encounter))
    assert seen.areas(presenting=True)[label].side == seen.controller.encounter.sides["1"].index
