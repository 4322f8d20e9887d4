"""The examples of ``drive``: translates a case into commands, and what came into an answer."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any, Final, Literal

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.map_commands import PutZones
from gridwar.engine.kit import reason_against
from gridwar.engine.kit.turn_and_move_commands import EndFight, NextTurn, TakeTurn
from gridwar.engine.play.play_outcome import Accepted, Asking, Outcome, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.session.session import Session
from gridwar.errors import ScriptError
from gridwar.model.command import Adjustments, Answer, Command
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.zone_attacks import FillZone
from gridwar.systems.drive.auras import Contact, DropDevice
from gridwar.systems.drive.core.fight_state import state_of
from gridwar.systems.drive.core.sheet import is_linked, sheet_of
from gridwar.systems.drive.movement import BeginMovement, SetResist
from gridwar.systems.drive.pseudogravity.carrying_the_target import Pull, may_move
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from gridwar.systems.drive.shielding.shields_given_by_gm import GrantShield
from gridwar.systems.drive.turns.making_and_expiry_of_points import MakePoints
from tests.examples import drive_world as worlds
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.encounter import Encounter
    from gridwar.systems.drive.harm.blow_and_elements import Blow
    from gridwar.systems.drive.pseudogravity.use_pseudogravity import GravityResult

WHOLE = frozenset({"options", "war_fever"})
SHARES: Final[dict[float, Literal[25, 50, 100]]] = {1: 100, 0.5: 50, 0.25: 25}
OURS = frozenset(
    {
        "not_your_turn",
        "too_weak",
        "no_flight",
        "chosen_already",
        "no_turn_to_move",
        "phase_begun",
        "no_grapple",
    }
)
"""Refusals that stand for pages that are not there, or for what a case has the area to show."""


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run a case and return its answer."""
    does = case["do"] if isinstance(case["do"], list) else [case["do"]]
    dice = ScriptedDice(case["dice"])
    start = worlds.world(case, does)
    session = Session(SYSTEM, start, dice=dice, table=StrictTable)
    answers = []
    for at, one in enumerate(does):
        answer = OPERATIONS[one["op"]](session, one, at)
        answers.append({**worlds.observed(session.encounter), **answer})
    if dice.left:
        raise ScriptError(f"dice left over: {dice.left}")
    for answer in answers:
        for person in answer["state"].values():
            person["statuses"] = sorted(person["statuses"])
    return {"steps": answers} if isinstance(case["do"], list) else answers[0]


def _submit(session: Session, command: Command, answers: dict[str, str]) -> Outcome:
    outcome = session.submit(command)
    while isinstance(outcome, Asking):
        for wanted in outcome.wanted:
            assert isinstance(wanted, Question)
            name = wanted.key.rpartition("/")[2]
            option = _chosen(wanted, name, answers)
            given = wanted.default if wanted.cells else Answer(option=option)
            outcome = session.answer(wanted.key, given)
            if isinstance(outcome, Refused):
                raise ScriptError(outcome.text)
    return outcome


def _chosen(wanted: Question, name: str, answers: dict[str, str]) -> str:
    if " order " in name:
        offered = {option.title: option.id for option in wanted.options}
        listed = answers.get("shield_order", "").split()
        return next((offered[one] for one in listed if one in offered), wanted.default.option)
    return answers.get(name, wanted.default.option)


def _attack(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    _in_own_turn(session, do["by"])
    share: Literal[25, 50, 100] = SHARES[do.get("weapon_share", 1)]
    weapons = do["weapons"]
    command = Attack(
        actor=do["by"],
        target=do["target"],
        mode=do["mode"],
        weapons=tuple(f"{at}.{n}" for n in range(len(weapons))),
        competent=do.get("competent", False),
        str_used=do.get("str_used"),
        weapon_percent=share,
        half_power=do.get("half_power", False),
        defence_tn=do.get("defence_tn"),
        critical=do.get("critical_choice", "ask"),
        injury_type=do.get("injury_type", "core"),
        stopped=frozenset(n for n, one in enumerate(weapons, 1) if one.get("kinetic_stopped")),
        deliberate=do.get("aoe", "none") == "deliberate",
        chances=frozendict(dict.fromkeys(do.get("affected", ()), 100)),
        adjustments=Adjustments(waived=OURS),
    )
    wish = do.get("answer")
    answers = {"shield_order": " ".join(do.get("shield_order", ()))}
    if wish:
        answers["answer"] = f"{wish['aura']}:{wish['spend']}"
    outcome = _submit(session, command, answers)
    if isinstance(outcome, Refused):
        raise ScriptError(outcome.text)
    assert isinstance(outcome, Accepted)
    blow: Blow = outcome.result
    return {
        "outcome": blow.outcome,
        "hindrance": blow.hindrance,
        "overeffect": blow.spread == "overeffect",
        "fire_hazard_damage": blow.hazard,
        "answered": blow.answer is not None,
        "victims": _victims(session, blow.everybody()),
    }


def _zone(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    command = FillZone(
        actor=worlds.BOMBER,
        weapon=f"{at}",
        exposure=frozendict(do["exposure"]),
        value_at_shield=do.get("value_at_shield"),
        from_inside=do.get("originates_inside", False),
        adjustments=Adjustments(waived=OURS),
    )
    outcome = _submit(session, command, {})
    if not isinstance(outcome, Accepted):
        raise ScriptError(str(outcome))
    attack = outcome.result
    return {
        "shield_value": attack.shield_value,
        "victims": _victims(session, attack.blows),
    }


def _in_own_turn(session: Session, who: str) -> None:
    """Without a turn order an attack is made in the attacker's own turn."""
    if not state_of(session.encounter).order and session.encounter.turn != who:
        _submit(session, TakeTurn(actor=who), {})


def _victims(session: Session, blows: tuple[Blow, ...]) -> dict[str, Any]:
    """Return what everybody takes; those not struck take nothing."""
    spared = {
        who: {"damage": 0, "degrees": 0, "degrees_by_kind": {}, "elements": []}
        for who in session.encounter.combatants
    }
    return {**spared, **{one.target: _victim(one) for one in blows}}


def _victim(blow: Blow) -> dict[str, Any]:
    totals = blow.totals
    elements = [
        {
            "kind": one.kind,
            "built_damage": one.built,
            "built_drive": one.built_drive,
            "after_low": one.after_low,
            "after_medium": one.after_medium,
            "drive": one.drive,
            "after_armour": one.after_armour,
            "after_high": one.after_high,
            "damage": floor(one.damage),
        }
        for one in blow.elements
    ]
    return {
        "damage": totals.damage if totals else 0,
        "degrees": totals.degrees if totals else 0,
        "degrees_by_kind": dict(totals.degrees_by_kind) if totals else {},
        "injury_type": totals.injury_type if totals else None,
        "elements": elements,
    }


def _contact(do: dict[str, Any]) -> Contact:
    return Contact(
        actor=do["attacker"],
        target=do["holder"],
        event=do.get("event", "touch"),
        adjustments=Adjustments(waived=OURS),
    )


def _aura_options(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    if do.get("critical"):
        return {"answers": 0, "options": {}}
    seen = preview(SYSTEM, session.encounter, _contact(do))
    options: dict[str, list[int]] = {}
    for question in seen.questions:
        for option in question.options:
            aura, colon, amount = option.id.rpartition(":")
            if colon:
                options.setdefault(aura, []).append(int(amount))
    return {"answers": len(seen.questions), "options": options}


def _aura_answer(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    _in_own_turn(session, do["attacker"])
    answers = {"answer": f"{do['aura']}:{do['spend']}"}
    outcome = _submit(session, _contact(do), answers)
    if not isinstance(outcome, Accepted):
        raise ScriptError(str(outcome))
    answer = outcome.result.answer
    return {"victims": {} if answer is None else {answer.target: _victim(answer)}}


def _end_turn(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    who = do["by"]
    _in_own_turn(session, who)
    before = _auras(session.encounter, who)
    touched = [
        other.id
        for other in session.encounter.everyone()
        if other.id != who
        and is_linked(session.encounter[who], other, "grapple")
        and _may_answer(session.encounter, who, other.id)
    ]
    _submit(session, NextTurn(), {})
    kept = [one for one in before if one in _auras(session.encounter, who)]
    lost = [one for one in before if one not in kept]
    return {"auras_kept": kept, "auras_lost": lost, "may_answer": touched}


def _may_answer(encounter: Encounter, attacker: str, holder: str) -> bool:
    touch = Contact(actor=attacker, target=holder, event="grapple_turn_end")
    return bool(preview(SYSTEM, encounter, touch).questions)


def _auras(encounter: Encounter, who: str) -> list[str]:
    return [one.id for one in sheet_of(encounter[who]).auras]


def _drop_device(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    before = _auras(session.encounter, do["by"])
    _submit(session, DropDevice(actor=do["by"], device=do["aura"]), {})
    kept = _auras(session.encounter, do["by"])
    return {"auras_kept": kept, "auras_lost": [one for one in before if one not in kept]}


def _grant_shield(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    _submit(
        session,
        GrantShield(target=do["who"], shield=worlds.shield(do["shield"]["id"], do["shield"])),
        {},
    )
    return {}


def _make_points(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    _in_own_turn(session, do["by"])
    command = MakePoints(actor=do["by"], source=do["shield"], points=do["points"])
    return {"allowed": isinstance(_submit(session, command, {}), Accepted)}


def _may_dismember(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del session, at
    return {"allowed": worlds.weapon("it", do["weapon"]).may_dismember}


def _heal(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    for field, value in (("sheet.injuries", "[]"), ("sheet.damage_taken", "0")):
        _submit(session, SetValue(who=(do["who"],), field=field, value=value), {})
    return {}


def _end_combat(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del do, at
    outcome = _submit(session, EndFight(), {})
    assert isinstance(outcome, Accepted)
    return {"war_fever": {one.who: {"hindrance": one.hindrance} for one in outcome.result}}


def _pseudogravity(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    command = UsePseudogravity(
        actor=do["by"],
        target=do["target"],
        source=do["source"],
        points=do["points"],
        held_item=do.get("held_item", False),
        to=Cell(*do["to"]) if "to" in do else None,
        adjustments=Adjustments(waived=OURS),
    )
    outcome = _submit(session, command, {})
    if not isinstance(outcome, Accepted):
        raise ScriptError(str(outcome))
    done: GravityResult = outcome.result
    lift = done.lift
    return {
        "silencing": worlds.plain(lift.silencing),
        "effective_points": worlds.plain(lift.effective),
        "effective_weight": worlds.plain(lift.weight),
        "required_points": worlds.plain(lift.required),
        "works": lift.works,
        "treated_as": sheet_of(session.encounter[done.target]).form,
        # A command under way takes no more points: they are a field of the command.
        "may_add_points": False,
        "sound_on": list(done.sound_on),
    }


def _add_area(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    _submit(session, PutZones(put=(worlds.area(do, f"added {at}"),)), {})
    return {}


def _set_resist(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    ours = Adjustments(waived=OURS)
    command = SetResist(actor=do["who"], resists=do["resists"], adjustments=ours)
    return {"allowed": isinstance(_submit(session, command, {}), Accepted)}


def _movement_phase(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    _submit(session, BeginMovement(actor=do["who"], adjustments=Adjustments(waived=OURS)), {})
    return {}


def _move_allowed(session: Session, do: dict[str, Any], at: int) -> dict[str, Any]:
    del at
    is_item = do.get("item", False)
    pull = Pull(
        do["by"],
        do["source"],
        None if is_item else do["target"],
        into_defence=do.get("into") == "group_defence",
        out_of_defence=do.get("out_of") == "group_defence",
        into_hand_of=do.get("into_hand_of"),
    )
    why = reason_against(session.encounter, lambda table: may_move(table, pull))
    return {"allowed": why is None}


OPERATIONS: dict[str, Callable[[Session, dict[str, Any], int], dict[str, Any]]] = {
    "attack": _attack,
    "aura_options": _aura_options,
    "aura_answer": _aura_answer,
    "end_turn": _end_turn,
    "drop_device": _drop_device,
    "grant_shield": _grant_shield,
    "make_shield_points": _make_points,
    "may_dismember": _may_dismember,
    "heal_injuries": _heal,
    "end_combat": _end_combat,
    "zaoe": _zone,
    "pseudogravity": _pseudogravity,
    "pg_move_allowed": _move_allowed,
    "set_resist": _set_resist,
    "movement_phase": _movement_phase,
    "add_area": _add_area,
}
