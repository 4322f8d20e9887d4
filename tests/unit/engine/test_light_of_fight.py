"""Light in a fight: where sources shine, who carries them, what is said of a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.engine.gm.combatant_commands import Place, RemoveCombatants
from gridwar.engine.gm.light_commands import GiveLight, PutLights, SwitchLights
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.perception.light_of_fight import (
    LightOn,
    brightest_on,
    light_of,
    light_on,
    lights_seen,
    shining_lights,
)
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.events_turns import RoundBegan
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, centre_of
from gridwar.model.lights import LightSource
from gridwar.model.walls import Wall
from gridwar.model.zones import LIGHT, Light, Zone
from tests.support.strict_table import StrictTable
from tests.support.toy import TOY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.encounter import Encounter

TORCH = LightSource(id="t", name="Torch", carried_by="marta", bright_cells=2, dim_cells=4)
LAMP = LightSource(id="l", name="Lamp", at=centre_of(Cell(15, 4)), bright_cells=1, dim_cells=2)
NIGHT = BattleMap(width=20, height=9, light=Light.DARK)
MARTA = Combatant(id="marta", name="Marta", pos=Cell(5, 4))
NILS = Combatant(id="nils", name="Nils", side="2", pos=Cell(1, 1))


def fight(lights: Iterable[LightSource], *people: Combatant, page: BattleMap = NIGHT) -> Encounter:
    """Return a night with some lights and people."""
    start = TOY.new_encounter()
    here = {one.id: one.replace(sheet=TOY.data.sheet()) for one in people}
    return start.replace(map=page.with_light_sources(lights), combatants=frozendict(here))


def row(encounter: Encounter, y: int = 4) -> str:
    """Return the levels of a row of cells: B bright, l low, a dot dark."""
    return "".join("Bl."[light_of(encounter).at(Cell(x, y))] for x in range(encounter.map.width))


def test_a_torch_shines_from_its_bearer_and_goes_along() -> None:
    """Bright to two cells, dim to four, round the bearer; off the board it shines nowhere."""
    night = fight([TORCH, LAMP], MARTA)
    assert row(night) == ".llBBBBBll...lBBBl.."
    away = night.with_combatant(MARTA.replace(pos=Cell(9, 4)))
    assert row(away) == ".....llBBBBBllBBBl.."
    assert row(night.with_combatant(MARTA.replace(pos=None))) == ".............lBBBl.."
    assert row(night.with_combatant(MARTA.replace(aside=True))) == ".............lBBBl.."


def test_a_cell_says_its_level_and_why() -> None:
    """The source that decides with its bearer and how far it is, a zone, darkness, or the map."""
    night = fight([TORCH], MARTA)
    assert light_on(night, Cell(8, 4)) == LightOn(Light.LOW, "Torch of Marta, 3 cells", "t")
    assert light_on(night, Cell(6, 4)) == LightOn(Light.BRIGHT, "Torch of Marta, 1 cell", "t")
    assert light_on(night, Cell(12, 4)) == LightOn(Light.DARK, "the map is dark")
    dusk = Zone(id="z", kind=LIGHT, name="Dusk", cells=(Cell(6, 4),), strength=int(Light.LOW))
    painted = night.replace(map=night.map.with_zones([dusk]))
    assert light_on(painted, Cell(6, 4)) == LightOn(Light.LOW, "Dusk")
    gloom = LightSource(id="d", at=centre_of(Cell(5, 4)), dim_cells=1, strength=-1)
    taken = fight([TORCH, gloom], MARTA)
    words = "Darkness takes the light away"
    assert light_on(taken, Cell(6, 4)) == LightOn(Light.DARK, words, "d")
    assert light_on(taken, Cell(7, 4)).level is Light.BRIGHT


def test_one_cell_is_as_all_cells_say() -> None:
    """The answer for rules and that for pictures are the same everywhere, walls and all."""
    wall = Wall(id="w", a=Point(7 * SUBCELL, 0), b=Point(7 * SUBCELL, 5 * SUBCELL))
    night = fight([TORCH, LAMP], MARTA, page=NIGHT.with_walls([wall]))
    for y in range(9):
        for x in range(20):
            assert light_of(night).at(Cell(x, y)) is light_on(night, Cell(x, y)).level
    assert row(night) == ".llBBBB......lBBBl.."
    assert brightest_on(night, [Cell(0, 0), Cell(4, 4), Cell(9, 4)]).level is Light.BRIGHT


def test_a_large_bearer_sheds_light_from_its_middle_and_turns_its_cone() -> None:
    """Two cells wide the middle is a corner of cells; a lantern's cone goes where it faces."""
    cone = TORCH.replace(width_deg=90.0)
    ox = MARTA.replace(size=Size(2, 2), facing_deg=90)
    (shining,) = shining_lights(fight([cone], ox))
    assert (shining.at, shining.facing_deg) == (Point(6 * SUBCELL, 5 * SUBCELL), 90)
    assert row(fight([cone], MARTA.replace(facing_deg=90))) == ".....BBBll.........."
    turned = fight([cone.replace(facing_deg=180)], MARTA.replace(facing_deg=90))
    assert row(turned) == ".llBBB.............."


def test_only_what_is_on_and_on_the_map_shines() -> None:
    """Switched off, without reach, or beyond the edge there is none of it."""
    beyond = LAMP.replace(id="b", at=Point(20 * SUBCELL, 0))
    dark = [TORCH.switched(on=False), LAMP.replace(bright_cells=0.0, dim_cells=0.0), beyond]
    assert shining_lights(fight(dark, MARTA)) == ()


def test_a_hidden_bearer_hides_the_light() -> None:
    """The others do not have it, nor players that of one of theirs who is kept from them.

    Those in the know do, and the foes that of their own; the rules have it.
    """
    night = fight([TORCH, LAMP], MARTA.replace(hidden=True), NILS)
    assert [one.id for one in lights_seen(night, "2")] == ["l"]
    assert [one.id for one in lights_seen(night, "1")] == ["l"]
    foe = fight([TORCH, LAMP], MARTA.replace(hidden=True, side="2"))
    assert [one.id for one in lights_seen(foe, "2")] == ["t", "l"]
    known = night.with_combatant(night["marta"].replace(known_by=frozenset({"2"})))
    assert [one.id for one in lights_seen(known, "2")] == ["t", "l"]
    assert light_on(night, Cell(6, 4)).level is Light.BRIGHT


def test_who_leaves_for_good_takes_the_light_along_and_undo_brings_it_back() -> None:
    """A light in somebody's hand goes with its bearer; nothing names who is gone."""
    session = Session(TOY, fight([TORCH, LAMP], MARTA, NILS), table=StrictTable)
    session.submit(RemoveCombatants(who=("marta",)))
    assert list(session.encounter.map.light_sources) == [LAMP]
    assert not session.encounter.strangers
    session.undo()
    assert list(session.encounter.map.light_sources) == [TORCH, LAMP]


def test_a_light_is_handed_over_and_goes_along() -> None:
    """From its place into a hand, and with the bearer to the next place."""
    session = Session(TOY, fight([LAMP], MARTA, NILS), table=StrictTable)
    session.submit(GiveLight(light="l", to="nils"))
    session.submit(Place(to=(("nils", Cell(10, 7)),)))
    assert [one.at for one in shining_lights(session.encounter)] == [centre_of(Cell(10, 7))]
    session.submit(SwitchLights(lights=("l",), on=False))
    assert shining_lights(session.encounter) == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (GiveLight(light="l", to="nobody"), "no_bearer"),
        (GiveLight(light="x", to="nils"), "no_light"),
        (SwitchLights(lights=("l", "x"), on=True), "no_light"),
        (PutLights(put=(TORCH.replace(carried_by="nobody"),)), "no_bearer"),
        (PutLights(put=(LAMP, LAMP)), "twins"),
        (PutLights(put=tuple(LAMP.replace(id=f"n{n}") for n in range(500))), "too_many"),
    ],
)
def test_what_cannot_be_is_refused(
    command: GiveLight | PutLights | SwitchLights, code: str
) -> None:
    """No bearer, no such light, two of one id, more than a map holds."""
    session = Session(TOY, fight([LAMP], MARTA, NILS), table=StrictTable)
    outcome = session.submit(command)
    assert isinstance(outcome, Refused)
    assert outcome.code == code


def test_a_light_burns_down_by_rounds_while_it_is_on() -> None:
    """Two rounds, then it is gone; one that is out keeps its rounds."""
    lights = [TORCH.replace(rounds=2), LAMP.replace(rounds=1, on=False)]
    first = RoundBegan().apply(fight(lights, MARTA))
    assert [one.rounds for one in first.map.light_sources] == [1, 1]
    second = RoundBegan().apply(first)
    assert [one.id for one in second.map.light_sources] == ["l"]


def test_another_map_is_lit_by_what_people_carry() -> None:
    """Torches come along to the next map; lamps stay on theirs; nobody unknown carries any."""
    session = Session(TOY, fight([TORCH, LAMP], MARTA), table=StrictTable)
    foreign = LightSource(id="f", carried_by="somebody", dim_cells=3)
    sconce = LAMP.replace(id="s")
    session.submit(LayMap(map=NIGHT.with_light_sources([sconce, foreign])))
    assert session.encounter.map.light_sources == (sconce, TORCH)
