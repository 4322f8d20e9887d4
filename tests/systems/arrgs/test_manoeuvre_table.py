"""The table of manoeuvres: what each costs, whether it provokes, and to whom it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from frozendict import frozendict
from pydantic import ValidationError

from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.geometry import Cell, Size
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import (
    Disarm,
    Reposition,
    Sunder,
    Trip,
)
from gridwar.systems.arrgs.core.fight_state import ArrgsState, SpellEffect
from gridwar.systems.arrgs.core.tables import ManoeuvreRow, manoeuvre
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.gm.checks_and_damage import Spend
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import AidAnother, ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import DoNothing
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Miscellaneous, Reload
from gridwar.systems.arrgs.movement.mounting_and_dismounting import Dismount, Mount
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep, Standup
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import ControlSpell, DismissSpell
from gridwar.systems.arrgs.spells.counterspell import Counterspell
from tests.systems.arrgs.skirmish import AXE, BOW, FIST, accepted, board, fighter, session, sheet

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter

BOLT = Weapon(id="bolt", category="spell", base_sv=2, school="fire", spell_level=1)
CROSSBOW = Weapon(id="crossbow", category="ranged", base_sv=5, capacity=1)
POT = Weapon(id="pot", category="ranged", base_sv=6, range_increment=9, area_radius=1)
RIDING: dict[str, Any] = {"rides": "horse", "steers": True}
LYING: dict[str, Any] = {"conditions": {"prone": 1}}


class Row(NamedTuple):
    """A manoeuvre as it is asked for, its cost in points, and whether it provokes."""

    command: Any
    points: int
    provokes: bool
    state: dict[str, Any]


def row(
    rule: str, command: Any, points: int, *, provokes: bool, state: dict[str, Any] | None = None
) -> Any:
    """Return a row of the table as a parameter that bears the mark of its rule."""
    weapon = getattr(command, "weapon", "")
    name = " ".join(filter(None, (type(command).__name__, weapon, getattr(command, "check", ""))))
    return pytest.param(
        Row(command, points, provokes, state or {}), id=name, marks=pytest.mark.rule(rule)
    )


ON_B: dict[str, Any] = {"actor": "A", "target": "B", "weapon": "axe"}
TABLE = (
    row("AR-MNV-01", AidAnother(actor="A", target="C"), 1, provokes=True),
    row("AR-MNV-02", Attack(**ON_B), 2, provokes=False),
    row("AR-MNV-02", Attack(actor="A", target="B", weapon="fist"), 2, provokes=True),
    row("AR-MNV-02", Attack(actor="A", target="B", weapon="bow"), 2, provokes=True),
    row("AR-MNV-02", Attack(actor="A", target="B", weapon="bolt"), 2, provokes=True),
    row("AR-ARE-01", AreaAttack(actor="A", weapon="pot", square=Cell(9, 9)), 2, provokes=True),
    row("AR-MNV-03", ChangeReach(actor="A", shift_by=1), 1, provokes=True),
    row("AR-MNV-04", Charge(actor="A", target="D", weapon="axe"), 2, provokes=True),
    row("AR-MNV-05", ControlSpell(actor="A", spell="web"), 1, provokes=True),
    row(
        "AR-MNV-06",
        Counterspell(actor="A", target="B", using="bolt", spell="gale"),
        2,
        provokes=True,
    ),
    row("AR-MNV-08", Disarm(**ON_B, item="shield"), 2, provokes=True),
    row("AR-MNV-09", DismissSpell(actor="A", spell="web"), 1, provokes=False),
    row("AR-MNV-10", Miscellaneous(actor="A"), 1, provokes=False),
    row("AR-MNV-10", Miscellaneous(actor="A", check="melee"), 1, provokes=True),
    row("AR-MNV-10", Miscellaneous(actor="A", check="ask"), 1, provokes=False),
    row("AR-MNV-11", Mount(actor="A", target="horse"), 2, provokes=True),
    row("AR-MNV-11", Dismount(actor="A", square=Cell(3, 4)), 2, provokes=True, state=RIDING),
    row("AR-MNV-12", MovementManoeuvre(actor="A", path=(Cell(3, 4),)), 1, provokes=True),
    row("AR-MNV-13", Ready(actor="A", points=1, manoeuvre="attack"), 0, provokes=False),
    row("AR-MNV-14", Reload(actor="A", weapon="crossbow"), 1, provokes=True),
    row("AR-MNV-15", RepeatedAttack(**ON_B, attacks=1), 3, provokes=False),
    row("AR-MNV-16", Reposition(**ON_B, direction="E", squares=1), 2, provokes=True),
    row("AR-MNV-17", Sidestep(actor="A", path=((3, 4),)), 1, provokes=False),
    row("AR-MNV-18", Standup(actor="A"), 1, provokes=True, state=LYING),
    row("AR-MNV-19", Sunder(**ON_B, item="shield"), 2, provokes=True),
    row("AR-MNV-20", Trip(**ON_B), 2, provokes=True),
    row("AR-MNV-21", Withdraw(actor="A", path=((3, 4), (2, 4))), 2, provokes=False),
    row("AR-ACT-02", DoNothing(actor="A"), 1, provokes=False),
    row("AR-ACT-01", Spend(actor="A", points=2), 2, provokes=False),
)


def field(state: dict[str, Any], **pools: int) -> Encounter:
    """Return A beside its enemy B, its ally C and a horse; D farther off; two spells that last."""
    shield = Item(name="shield", integrity=20)
    place = (4, 2) if "rides" in state else (4, 4)
    weapons = (AXE, FIST, BOW, BOLT, CROSSBOW, POT)
    mine: dict[str, Any] = {"mods": {"melee": 5}, "reach": 1, "weapons": weapons, **state, **pools}
    encounter = board(
        fighter("A", place, ap_max=3, aap_max=3, **mine),
        fighter("B", (5, 4), "2", aap_max=2, items=(shield,)),
        fighter("C", (3, 5)),
        fighter("D", (9, 4), "2"),
        fighter("horse", (4, 2), size="Large").replace(size=Size(2, 2)),
    )
    web = SpellEffect(id="web", caster="A", controller="A", school="fire", square=Cell(6, 6))
    gale = SpellEffect(id="gale", caster="B", controller="B", school="fire", square=Cell(6, 7))
    spells = ArrgsState(spells=frozendict(web=web, gale=gale))
    return encounter.replace(rules=spells, turn="A")


def to_the_end(fight: Session, command: Any) -> Outcome:
    """Play a command, every question answered by its default."""
    outcome = fight.submit(command)
    while isinstance(outcome, Asking):
        wanted = fight.wanted[0]
        assert isinstance(wanted, Question)
        outcome = fight.answer(wanted.key, wanted.default)
    return outcome


def refusal(encounter: Encounter, command: Any) -> str:
    """Return the code of a refusal."""
    outcome = session(encounter).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.code


@pytest.mark.rule("AR-ACT-03", "AR-ACT-04", "AR-ACT-08", "AR-ACT-09", "AR-VIT-03")
@pytest.mark.parametrize("given", TABLE)
def test_a_manoeuvre_costs_what_the_table_says(given: Row) -> None:
    """All its points out of one pool, 1 Vitality; refused for want of a single point."""
    for pool in ("ap", "aap") if given.points else ("ap",):
        other = "aap" if pool == "ap" else "ap"
        command = given.command.replace(pool=pool)
        spare = 0 if given.points else 1
        pools = {pool: given.points + spare, other: 0}
        fight = session(field(given.state, **pools), *[10] * 6)
        accepted(to_the_end(fight, command))
        after = sheet(fight.encounter, "A")
        assert after.ap + after.aap == spare
        assert after.points_used == given.points
        assert after.actions_taken == 1
        assert after.current_vitality == 49
        if given.points:
            poor = field(given.state, **{pool: given.points - 1, other: 0})
            assert refusal(poor, command) == "no_points"


@pytest.mark.rule("AR-OPP-01", "AR-OPP-02", "AR-ACT-06")
@pytest.mark.parametrize("given", TABLE)
def test_a_manoeuvre_provokes_as_the_table_says(given: Row) -> None:
    """The enemy beside is asked before it, or is not."""
    asked = preview(SYSTEM, field(given.state), given.command).windows
    assert {one.recipient for one in asked if one.window == "opportunity"} == (
        {"B"} if given.provokes else set()
    )


@pytest.mark.rule("AR-CND-01", "AR-STR-05", "AR-ACT-01", "AR-ACT-03", "AR-ACT-06")
@pytest.mark.parametrize("given", TABLE)
def test_a_manoeuvre_is_refused_to_who_cannot_act_or_has_not_the_turn(given: Row) -> None:
    """Neither the stunned nor those whose turn it is not may do anything of the table."""
    stunned = {"conditions": {**given.state.get("conditions", {}), "stunned": 1}}
    assert refusal(field({**given.state, **stunned}), given.command) == "cannot_act"
    assert refusal(field(given.state).replace(turn="C"), given.command) == "not_your_turn"


@pytest.mark.rule("AR-MNV-07", "AR-MNV-22", "AR-OPP-01")
@pytest.mark.parametrize(
    "key",
    ["attack", "defence", "opportunity", "ready", "dismiss_spell", "sidestep", "miscellaneous"],
)
def test_answers_provoke_nobody(key: str) -> None:
    """Neither a Defence nor an Opportunity gives another, nor an armed blow, nor a plain deed."""
    assert not manoeuvre(key).does_provoke("melee")


@pytest.mark.rule("AR-MNV-01")
def test_nobody_is_aided_who_is_not_there() -> None:
    """Aid is for somebody of the fight."""
    assert refusal(field({}), AidAnother(actor="A", target="X")) == "no_such_combatant"


@pytest.mark.parametrize("points", [-1, 21])
def test_a_price_has_bounds(points: int) -> None:
    """Nobody is given points for what they do, and no price is beyond what anybody has."""
    with pytest.raises(ValidationError, match="points"):
        ManoeuvreRow(name="Kick", points=points)
