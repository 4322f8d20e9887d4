"""Areas by several shots, who is exposed to them, and what of all that stands in the log."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.play.play_outcome import DiceWanted
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.weapons_armour_resistances import Armour
from tests.systems.drive.people import (
    CRITICAL,
    EVADED,
    FIRE,
    HIT,
    asked,
    blow,
    duel,
    group,
    gun,
    refusal,
    session,
    shield,
    shot,
    sword,
    told,
    trace,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

SPREAD = FIRE.replace(deliberate=True, chances=frozendict(b=100))
NOTHING = DriveSheet(defence_tn=12)


def volley(*damages: int, **switches: Any) -> tuple[Encounter, Attack]:
    """Return a fight against Tor, B beside him, and an attack of a shot for each damage."""
    weapons = tuple(gun(one, 20, id=f"g{n}") for n, one in enumerate(damages))
    start = group(
        NOTHING, attacker=DriveSheet(weapons=weapons), target=DriveSheet(defence_tn=12), **switches
    )
    ids = tuple(one.id for one in weapons)
    return start, FIRE.replace(weapons=ids, chances=frozendict(b=100))


def taken(start: Encounter, command: Attack, *faces: int) -> dict[str, int]:
    """Return what everybody takes of an attack."""
    done = blow(session(start, *faces), command)
    return {one.target: one.totals.damage for one in done.everybody() if one.totals is not None}


@pytest.mark.rule("DR-AOE-01")
@pytest.mark.parametrize(
    ("damages", "basis", "found"),
    [
        ((40, 40, 40), "shot", {"t": 120}),
        ((40, 40, 40), "volley", {"t": 120, "b": 30}),
        ((120, 40), "shot", {"t": 160, "b": 30}),
        ((120, 40), "volley", {"t": 160, "b": 40}),
        ((120, 140), "shot", {"t": 260, "b": 65}),
    ],
)
def test_overeffect_is_asked_of_each_shot(
    damages: tuple[int, ...], basis: str, found: dict[str, int]
) -> None:
    """Three bullets of 40 are no overeffect; of 120 and 40 only the strong one spills over."""
    start, command = volley(*damages, aoe_threshold_basis=basis)
    assert taken(start, command, HIT) == found


@pytest.mark.rule("DR-AOE-01")
@pytest.mark.parametrize(
    ("damages", "basis", "code", "found"),
    [
        ((25, 25, 25), "shot", "too_weak", {}),
        ((25, 25, 25), "volley", "", {"t": 36, "b": 18}),
        ((40, 30), "shot", "", {"t": 50, "b": 10}),
        ((40, 30), "volley", "", {"t": 35, "b": 17}),
    ],
)
def test_a_deliberate_area_is_asked_of_each_shot(
    damages: tuple[int, ...], basis: str, code: str, found: dict[str, int]
) -> None:
    """A shot below 40 spreads nothing: fired with a strong one it strikes the target in full."""
    start, command = volley(*damages, aoe_threshold_basis=basis)
    spread = command.replace(deliberate=True)
    assert refusal(start, spread) == code
    if not code:
        assert taken(start, spread, HIT) == found
    choices = {one.key for one in SYSTEM.draft(start, command).choices}
    assert ("deliberate" in choices) == (not code)


@pytest.mark.rule("DR-AOE-08", "DR-AOE-19")
def test_evaded_the_strong_shot_alone_does_area_damage() -> None:
    """Of 120 and 40, evaded, both take a quarter of 120; collapse counts what is an area."""
    start, command = volley(120, 40)
    done = blow(session(start, EVADED), command)
    taken_ = {one.target: one.totals.damage for one in done.everybody()}
    assert taken_ == {"t": 30, "b": 30}
    assert done.collapse == 120


@pytest.mark.rule("DR-AOE-04")
def test_a_bubble_makes_one_shot_of_two_too_weak() -> None:
    """A pool of 30 takes 30 from the first of two shots of 130: only the second spills over."""
    start = group(
        NOTHING,
        attacker=DriveSheet(weapons=(shot("frost", 130), shot("frost", 130, "two"))),
        target=DriveSheet(defence_tn=12, shields=(shield("Ward", "low", 30),)),
    )
    command = FIRE.replace(weapons=("gun", "two"), chances=frozendict(b=100))
    assert taken(start, command, HIT) == {"t": 230, "b": 32}


@pytest.mark.rule("DR-AOE-01")
def test_an_attacker_in_the_targets_group_is_exposed() -> None:
    """A strong blow spills over the group it is struck in: Ada, beside Tor, is in it."""
    hammer = sword(130, 20)
    start = duel(DriveSheet(weapons=(hammer,)), DriveSheet(defence_tn=12))
    near = start.with_combatant(start["a"].replace(pos=Cell(2, 0)))
    strike = Attack(actor="a", target="t", weapons=("sword",), critical="drive")
    assert taken(near, strike, HIT, 50) == {"t": 130, "a": 32}
    assert taken(near, strike, HIT, 51) == {"t": 130}
    assert taken(start, strike, HIT) == {"t": 130}
    choices = {one.key: one for one in SYSTEM.draft(near, strike).choices}
    assert [one.id for one in choices["struck a"].options] == ["0", "50", "100"]


@pytest.mark.rule("DR-AOE-01", "DR-AOE-11")
def test_anybody_may_be_exposed_at_the_gms_word() -> None:
    """Z stands far off: ticked, Z is exposed by the setting, and then struck or spared at will."""
    start, command = volley(120)
    far = start.with_combatant(Combatant(id="z", name="Z", pos=Cell(12, 9), sheet=NOTHING))
    command = command.replace(chances=None)
    ticks = {one.key: one for one in SYSTEM.draft(far, command).ticks}["exposed"]
    assert {one for one, _words in ticks.options} == {"a", "z"}
    more: Any = ticks.make(frozenset({"z"}))
    assert dict(more.chances) == {"b": 50, "z": 50}
    choices = {one.key: one for one in SYSTEM.draft(far, more).choices}
    sure: Any = choices["struck z"].options[-1].command
    assert taken(far, sure, HIT, 99) == {"t": 120, "z": 30}
    again = {one.key: one for one in SYSTEM.draft(far, sure).ticks}["exposed"]
    assert again.ticked == {"z"}
    back: Any = again.make(frozenset())
    assert dict(back.chances) == {"b": 50}


# --- the log --------------------------------------------------------------------------------------


@pytest.mark.rule("DR-CRT-01", "DR-CRT-03")
@pytest.mark.parametrize(("face", "failed_by"), [(EVADED, None), (HIT, 13), (CRITICAL, 78)])
def test_the_log_shows_the_defence_roll(face: int, failed_by: int | None) -> None:
    """The face, what it took, and by how much it failed stand under the defence."""
    fight = session(duel(DriveSheet(weapons=(gun(20, 20),)), DriveSheet(defence_tn=12)), face)
    blow(fight, FIRE)
    rolled, *failed = trace(fight, "Tor defends").steps
    assert (rolled.label, rolled.faces) == ("on 1D100, evades with 12 or less", (face,))
    margin = [(one.label, one.after) for one in failed]
    assert margin == ([] if failed_by is None else [("Failed by; critical from 20 on", failed_by)])


@pytest.mark.rule("DR-AOE-11")
def test_the_log_shows_who_was_struck_by_what_roll() -> None:
    """The face for each one exposed stands beside what it took."""
    start, command = volley(120)
    fight = session(start, HIT, 50)
    blow(fight, command.replace(chances=None))
    (step,) = trace(fight, "B in the area").steps
    assert (step.label, step.faces) == ("To be struck: 50 or less", (50,))


@pytest.mark.rule("DR-CRT-01", "DR-AOE-11")
def test_real_dice_are_asked_for_in_words() -> None:
    """Whose roll it is, against what, and what the die has to show."""
    start, command = volley(120)
    fight = Session(SYSTEM, start, dice=TypedDice())
    fight.submit(command.replace(chances=None))
    (first,) = fight.wanted
    assert isinstance(first, DiceWanted)
    assert (first.roll.owner, first.roll.label) == ("t", "Defence against g0 of Ada")
    assert first.roll.needed == "evades with 12 or less"
    fight.answer(first.key, (HIT,))
    (second,) = fight.wanted
    assert isinstance(second, DiceWanted)
    assert (second.roll.owner, second.roll.label) == (None, "Whether the area strikes B")
    assert second.roll.needed == "50 or less"


@pytest.mark.rule("DR-SHD-21")
def test_bubbles_of_two_bearers_are_told_apart() -> None:
    """Two Wards of 70: whoever chooses reads whose each is."""
    start = group(
        DriveSheet(shields=(shield("Ward", "low", 70),)),
        attacker=DriveSheet(weapons=(shot("heat", 100),)),
        target=DriveSheet(shields=(shield("Ward", "low", 70),)),
    )
    fight = session(start)
    fight.submit(FIRE)
    assert [one.title for one in asked(fight).options] == ["Ward", "Ward of B"]


@pytest.mark.rule("DR-NRG-07", "DR-NRG-08")
def test_what_energy_does_says_of_what_it_is() -> None:
    """Fatigue by name, ignition by the degrees that caused it; nothing taken is a plain 0."""
    weapon = shot("frost", 40), shot("heat", 40, "two")
    start = duel(DriveSheet(weapons=weapon), DriveSheet(injury_factor=20, defence_tn=12))
    fight = session(start, HIT)
    blow(fight, FIRE.replace(weapons=("gun", "two")))
    (frost,) = trace(fight, "Tor is tired by the frost").steps
    (heat,) = trace(fight, "Tor is ignited").steps
    assert (frost.label, frost.after) == ("Fatigue", 50)
    assert (heat.label, heat.after) == ("Degrees by heat", 2)
    plated = duel(
        DriveSheet(weapons=(gun(5, 5),)), DriveSheet(armour=Armour(lo=90, hi=99), defence_tn=12)
    )
    fight = session(plated, HIT)
    blow(fight, FIRE)
    assert "Tor takes 0" in told(fight)
    assert trace(fight, "Tor takes 0").result == "0"


@pytest.mark.rule("DR-ARM-03", "DR-AOE-01")
@pytest.mark.parametrize(
    ("rounding", "direct", "note"),
    [
        ("floor_each_step", 120, "120 to the target, 60 to the others"),
        ("floor_at_end", 121, "121 to the target, 60 to the others"),
    ],
)
def test_the_sheet_of_an_area_rounds_each_shot_as_it_is_played(
    rounding: str, direct: int, note: str
) -> None:
    """Two of 121: of each 60 or 60.5 at the target, 30 or 30.25 at the other, and so it is told."""
    start, spread = volley(121, 121, rounding=rounding)
    spread = spread.replace(deliberate=True)
    draft = SYSTEM.draft(start, spread)
    choices = {one.key: one for one in draft.choices}
    assert choices["deliberate"].options[-1].note == note
    assert draft.aimed is not None
    assert dict(draft.aimed.words) == {"t": f"{direct}, evaded 60", "b": "60"}
    struck = blow(session(start, HIT, 1), spread)
    assert floor(sum(one.damage for one in struck.elements)) == direct
    assert floor(sum(one.damage for one in struck.others[0].elements)) == 60
