"""The examples of ``percentile``: bursts, bare tests, spill, whether a shot can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.port import ScriptedDice
from gridwar.engine.play.outcome import Accepted, Asking, Outcome, Refused
from gridwar.engine.session.session import Session
from gridwar.errors import ScriptError
from gridwar.model.combatant import Combatant
from gridwar.model.command import Adjustments, Answer, OwnLine
from gridwar.model.events import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question import Question
from gridwar.model.trace import Line, Step, Trace
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.burst import Burst, max_distance, spill_targets, squares_between
from gridwar.systems.percentile.state import (
    DamageDice,
    PercentileSheet,
    PercentileWeapon,
    sheet_of,
    weapon_of,
)
from gridwar.systems.percentile.tests import ReadTest
from tests.examples.adapter import NotBuilt
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.encounter import Encounter

WHOLE: frozenset[str] = frozenset()
EVASIONS = (None, "none", "dodge", "parry", "point_defend")


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run a case and return its answer."""
    operation = OPERATIONS.get(case["do"]["op"])
    if operation is None:
        raise NotBuilt(" ".join(case["rule_ids"]))
    dice = ScriptedDice(case["dice"])
    answer = operation(case, dice)
    if dice.left:
        raise ScriptError(f"dice left over: {dice.left}")
    return answer


def _test(case: dict[str, Any], dice: ScriptedDice) -> dict[str, Any]:
    from gridwar.dice.notation import parse

    tested = ReadTest(case["given"]["target_number"])(dice.faces(parse("1d100"), "test") or ())
    return {"success": tested.success, "dos": tested.dos}


def _target_check(case: dict[str, Any], dice: ScriptedDice) -> dict[str, Any]:
    del dice
    given = case["given"]
    if given["weapon"].get("class") != "ranged":
        raise NotBuilt("PC-ATK-01")
    encounter = _encounter(given)
    distance = squares_between(encounter, "attacker", "target")
    weapon = weapon_of(encounter["attacker"], "w")
    assert weapon is not None
    most = max_distance(weapon)
    return {"legal": distance <= most, "distance": distance, "max_distance": most, "modifier": 0}


def _allocate(case: dict[str, Any], dice: ScriptedDice) -> dict[str, Any]:
    del dice
    given = case["given"]
    if case["do"].get("action") != "burst":
        raise NotBuilt("PC-ACT-03")
    people = {
        one["id"]: Combatant(
            id=one["id"],
            name=one["id"],
            side="2",
            pos=Cell(*one["pos"]),
            # What the attack would need against each of them; only the comparison matters.
            sheet=PercentileSheet(to_hit=one["target_number"]),
        )
        for one in (given["original"], *given["others"])
    }
    attacker = _combatant("attacker", given["attacker"], "1", given["weapon"])
    encounter = SYSTEM.new_encounter().replace(
        combatants=frozendict({"attacker": attacker, **people})
    )
    command = Burst(actor="attacker", target=given["original"]["id"], weapon="w", hits=2)
    return {"eligible": list(spill_targets(encounter, command))}


def _attack(case: dict[str, Any], dice: ScriptedDice) -> dict[str, Any]:
    given, do = case["given"], case["do"]
    evade = do.get("evade")
    if do["action"] != "burst" or do.get("aim") or do.get("feinted") or evade not in EVASIONS:
        raise NotBuilt(" ".join(case["rule_ids"]))
    encounter = _encounter(given)
    own = tuple(
        OwnLine(tally="attack", line=Line(key=one["name"], label=one["name"], value=one["value"]))
        for one in do.get("modifiers", ())
    )
    command = Burst(
        actor="attacker",
        target="target",
        weapon="w",
        hits=do["hits"],
        replace_die=do.get("replace_die", False),
        adjustments=Adjustments(lines_added=own),
    )
    session = Session(SYSTEM, encounter, dice=dice, table=StrictTable)
    asked: dict[str, bool] = {}
    outcome = _answered(session, session.submit(command), evade, asked)
    if isinstance(outcome, Refused):
        return {"legal": False}
    assert isinstance(outcome, Accepted)
    return {"legal": True, **_read(outcome, asked), **_target(session.encounter)}


def _answered(
    session: Session, outcome: Outcome, evade: str | None, asked: dict[str, bool]
) -> Outcome:
    while isinstance(outcome, Asking):
        for wanted in outcome.wanted:
            assert isinstance(wanted, Question)
            option = next((one for one in wanted.options if one.id == evade), None)
            if option is not None:
                asked["legal"] = option.enabled
            taken = evade if option is not None and option.enabled and evade else "none"
            outcome = session.answer(wanted.key, Answer(option=taken))
    return outcome


def _read(outcome: Accepted, asked: dict[str, bool]) -> dict[str, Any]:
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    test = next(one for one in traces if _after(one, "PC-TST-03") is not None)
    hits = _after(test, "PC-ATK-06")
    answer: dict[str, Any] = {
        "target_number": test.total,
        "success": outcome.result.success,
        "jam": outcome.result.jam,
        "dos": _after(test, "PC-TST-03"),
        "hits": hits,
        "hits_left": hits,
        "results": _results(traces),
    }
    if "legal" in asked:
        answer["evasion_legal"] = asked["legal"]
    evasion = next((one for one in traces if _after(one, "PC-ATK-09") is not None), None)
    if evasion is not None:
        answer["hits_left"] = _after(evasion, "PC-ATK-09")
        answer["evaded"] = evasion.tone == "good"
        answer["evasion_target"] = evasion.total
    return answer


def _results(traces: list[Trace]) -> list[dict[str, Any]]:
    results, row = [], None
    for trace in traces:
        if _after(trace, "PC-ATK-15") is not None:
            row = _after(trace, "PC-ATK-15")
        elif _after(trace, "PC-ATK-11") is not None:
            results.append(
                {
                    "damage": _after(trace, "PC-ATK-11"),
                    "soak": _after(trace, "PC-ATK-17"),
                    "past_soak": _after(trace, "PC-ATK-18"),
                    "critical": _after(trace, "PC-ATK-14"),
                    "lethal_row": row,
                    "wounds_lost": _after(trace, "PC-ATK-19"),
                }
            )
            row = None
    return results


def _after(trace: Trace, rule_id: str) -> int | str | None:
    return next((step.after for step in _steps(trace) if step.rule_id == rule_id), None)


def _steps(trace: Trace) -> Iterator[Step]:
    yield from trace.steps


def _target(encounter: Encounter) -> dict[str, Any]:
    sheet = sheet_of(encounter["target"])
    return {"wounds": sheet.wounds, "dead": sheet.dead, "lethal": sheet.lethal, "fatigue": 0}


def _encounter(given: dict[str, Any]) -> Encounter:
    attacker = _combatant("attacker", given["attacker"], "1", given["weapon"])
    target = _combatant("target", given["target"], "2")
    people = frozendict({"attacker": attacker, "target": target})
    return SYSTEM.new_encounter().replace(combatants=people)


def _combatant(
    who: str, facts: dict[str, Any], side: str, weapon: dict[str, Any] | None = None
) -> Combatant:
    for key in ("conditions", "talents", "deflectors"):
        if facts.get(key):
            raise NotBuilt(f"{key}: {facts[key]}")
    if facts.get("altitude", "ground") != "ground":
        raise NotBuilt("PC-ALT-01")
    wounds, toughness = facts.get("wounds", 10), facts.get("tb", facts.get("t", 30) // 10)
    sheet = PercentileSheet(
        ws=facts.get("ws", 30),
        bs=facts.get("bs", 30),
        tb=toughness,
        ap=facts.get("ap", 0),
        wounds=wounds,
        wounds_full=wounds,
        fate=facts.get("fate", False),
        dodge=facts.get("dodge"),
        point_defend=facts.get("point_defend"),
        reactions=facts.get("reactions", 1),
        weapons=(_weapon(weapon),) if weapon else (),
    )
    return Combatant(id=who, name=who, side=side, pos=Cell(*facts["pos"]), sheet=sheet)


def _weapon(facts: dict[str, Any]) -> PercentileWeapon:
    count, sides, flat = facts.get("damage", (1, 10, 0))
    return PercentileWeapon(
        id="w",
        name="weapon",
        kind=facts.get("class", "ranged"),
        damage=DamageDice(count=count, sides=sides, flat=flat),
        pen=facts.get("pen", 0),
        add_sb=facts.get("add_sb", True),
        range_cells=facts.get("range", 10),
        hit_rating=facts.get("hit_rating", 1),
    )


OPERATIONS: dict[str, Callable[[dict[str, Any], ScriptedDice], dict[str, Any]]] = {
    "test": _test,
    "target_check": _target_check,
    "allocate": _allocate,
    "attack": _attack,
}
