"""The examples of ``percentile``: turns, tests, attacks; other chapters in modules beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.dice.dice_notation import parse
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit import BeginFight, Tally, call, reason_against
from gridwar.errors import ScriptError
from gridwar.model.command import NO_ADJUSTMENTS, Answer
from gridwar.systems.percentile.actions.action_prices import pay, spend_reaction
from gridwar.systems.percentile.actions.legality_and_prerequisites import (
    IN_GRAPPLE,
    may_act,
    prerequisites,
)
from gridwar.systems.percentile.attacks.attack_modifiers import attack_lines
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, Share
from gridwar.systems.percentile.attacks.attack_steps import (
    attack,
    attack_test,
    attempt,
    hits_of,
    prepare,
)
from gridwar.systems.percentile.attacks.burst_and_flurry import spill_targets, volley
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import (
    as_feinted,
    evade,
    evasion_number,
    kind_of,
    why_not,
)
from gridwar.systems.percentile.attacks.legality_and_targets import may_attack
from gridwar.systems.percentile.checks.d100_tests import reading
from gridwar.systems.percentile.checks.opposed import ReadAgainst, ReadRoll
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.fight_state import Grapple, PercentileState, sheet_of
from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSwitches
from gridwar.systems.percentile.core.scores import bonus, score
from gridwar.systems.percentile.core.sheet import Decay
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.systems.percentile.harm.characteristic_decay import EndCycle
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import AimFull, AimHalf, Feint
from gridwar.systems.percentile.positions.reach_and_sight import squares_between
from gridwar.systems.percentile.turns.initiative_order import in_order
from tests.examples import (
    percentile_grapples,
    percentile_moves,
    percentile_ships,
    percentile_waiting,
)
from tests.examples.adapter import NotBuilt
from tests.examples.percentile_board import ATTACKER, TARGET, Bench, after, combatant, first, weapon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Procedure, Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace
    from tests.examples.percentile_board import Played

Case = dict[str, Any]
WHOLE: frozenset[str] = frozenset()
AIM = {"half": 10, "full": 20, None: 0}


def run(case: Case) -> Case:
    """Run a case and return its answer."""
    operation = OPERATIONS.get(case["do"]["op"])
    if operation is None:
        raise NotBuilt(" ".join(case["rule_ids"]))
    switches = PercentileSwitches.model_validate(case["given"].get("switches", {}))
    bench = Bench(ScriptedDice(case["dice"]), switches)
    answer = operation(case["given"], case["do"], bench)
    if bench.dice.left:
        raise ScriptError(f"dice left over: {bench.dice.left}")
    return answer


# --- tests ----------------------------------------------------------------------------------------


def _d100(bench: Bench, key: str) -> tuple[int, ...]:
    faces = bench.dice.faces(parse("1d100"), key)
    if faces is None:
        raise ScriptError(f"no dice left for {key}")
    return faces


def _test(given: Case, do: Case, bench: Bench) -> Case:
    del do
    tested = reading(bench.switches, given["target_number"])(_d100(bench, "test"))
    return {"success": tested.success, "dos": tested.dos}


def _opposed(given: Case, do: Case, bench: Bench) -> Case:
    del do
    a, b = given["a"], given["b"]
    switches = bench.switches
    rolled = ReadRoll(reading(switches, a["target_number"]))(_d100(bench, "a"))
    lead = a.get("bonus", 0) - b.get("bonus", 0)
    read = ReadAgainst(rolled, reading(switches, b["target_number"]), lead, switches.opposed_ties)
    found = read(_d100(bench, "b"))
    return {"winner": found.winner, "a_dos": found.a_dos, "b_dos": found.b_dos}


def _decay(given: Case, do: Case, bench: Bench) -> Case:
    decays = tuple(Decay(characteristic="ag", amount=by) for by in given["decay"])
    start = bench.encounter(combatant("one", {"ag": given["base"]}, decay=decays))
    if do.get("end_cycle"):
        start = bench.play(start, EndCycle()).encounter
    return {"score": score(sheet_of(start["one"]), "ag"), "bonus": bonus(start, "one", "ab")}


def _feint(given: Case, do: Case, bench: Bench) -> Case:
    facts, foe, then = given["attacker"], given["target"], do["next"]
    people = {facts["id"]: facts, foe["id"]: foe}
    others = () if then["target"] in people else (then["target"],)
    start = bench.encounter(
        combatant(facts["id"], {**facts, "pos": (10, 10)}),
        combatant(foe["id"], {**foe, "pos": (11, 10)}, "2"),
        *(combatant(who, {"pos": (10, 11)}, "2") for who in others),
    )
    played = bench.play(start, Feint(actor=facts["id"], target=foe["id"]))
    success = played.result.winner == "a"
    now, who = played.encounter, facts["id"]
    covered = _covered_by_feint(now, who, then)
    blocked = sorted(
        way
        for way in ("dodge", "parry")
        if covered and why_not(now, then["target"], "feinted", way)
    )
    unevadable = blocked == ["dodge", "parry"]
    return {
        "success": success,
        "unevadable": unevadable,
        "blocked": sorted([*blocked, "guardian"]) if unevadable else [],
    }


def _covered_by_feint(now: Encounter, who: str, then: Case) -> bool:
    one = now[who]
    own = weapon({"class": "melee" if then["melee"] else "ranged"})
    armed = now.with_combatant(one.replace(sheet=sheet_of(one).replace(weapons=(own,))))
    order = AttackOrder(who, then["target"], own.id, then["action"])
    return as_feinted(armed, order).kind == "feinted"


# --- turns ----------------------------------------------------------------------------------------


def _initiative(given: Case, do: Case, bench: Bench) -> Case:
    del do
    people = (
        combatant(one["id"], {key: one[key] for key in ("ag", "ab") if key in one}, initiative=None)
        for one in given["combatants"]
    )
    start = bench.encounter(*people).replace(round=0, turn=None)
    now = bench.play(start, BeginFight()).encounter
    order = in_order(now)
    return {
        "scores": {who: sheet_of(now[who]).initiative for who in order},
        "order": list(order),
    }


def _check_turn(given: Case, do: Case, bench: Bench) -> Case:
    weapons = tuple(weapon(one, f"w{n}") for n, one in enumerate(given.get("weapons", ())))
    facts = {
        "conditions": given.get("conditions", ()),
        "talents": given.get("talents", ()),
        **({"size": 1} if given.get("starship") else {}),
    }
    one = combatant(
        "one",
        facts,
        weapons=weapons,
        free_hands=given.get("free_hands", 1),
        turns_taken=1 if given.get("first_turn") else 2,
    )
    now = bench.encounter(one, combatant("other", {"pos": (11, 10)}, "2"))
    role = given.get("grapple_role")
    if role:
        pair = ("one", "other") if role == "controller" else ("other", "one")
        grapple = Grapple(controller=pair[0], restrained=pair[1], maintained=False)
        now = now.replace(rules=PercentileState(grapples=(grapple,)))
    legal, due = [], False
    for action in do["actions"]:
        key = action["name"]
        within = bool(role == "controller") and _is_option(key)
        reason = _why_not(now, key)
        if within:
            lacks = reason_against(now, partial(_prerequisites, key))
            legal.append(due and lacks is None)
            due = due and lacks is not None
            continue
        legal.append(reason is None)
        if reason is None:
            due = key == "grapple"
            now = bench.procedure(now, _pay, key).encounter
    return {"legal": legal}


def _why_not(now: Encounter, key: str) -> object:
    return reason_against(now, lambda table: may_act(table, "one", key))


def _prerequisites(key: str, table: Table) -> Procedure[None]:
    yield from prerequisites(table, "one", key)


def _is_option(key: str) -> bool:
    """Return whether the controller takes it within the Grapple Full Action."""
    kind = row(key)
    return kind.cost == "grapple" or kind.role == "either" or key in IN_GRAPPLE


def _pay(table: Table, key: str) -> Procedure[None]:
    yield from pay(table, "one", key)


def _aim(given: Case, do: Case, bench: Bench) -> Case:
    del given
    now = bench.encounter(combatant("one", {})).replace(round=0, turn=None)
    for key in do["sequence"]:
        if key in ("aim_half", "aim_full"):
            command = AimHalf(actor="one") if key == "aim_half" else AimFull(actor="one")
            now = bench.play(now, command).encounter
        elif key in ("dodge", "parry", "point_defend", "repel_boarders"):
            now = bench.procedure(now, _react, key).encounter
        elif key in ("deflect", "speak"):
            now = bench.procedure(now, _pay, "speak").encounter
        elif row(key).is_a("attack"):
            return {"attack_bonus": _aim_in(now, key)}
        else:
            now = bench.procedure(now, _pay, key).encounter
    return {"attack_bonus": 0}


def _aim_in(now: Encounter, key: str) -> int:
    """Return what an Aim is worth in an attack."""
    tally = Tally("attack", NO_ADJUSTMENTS)
    order = AttackOrder("one", "", "unarmed", key, no_bonuses=key == "suppressive_fire")
    attack_lines(tally, now, order)
    lines = (line for line in tally.lines if line.rule_id == "PC-ACT-16" and not line.off)
    return sum(line.value for line in lines)


def _react(table: Table, key: str) -> Procedure[None]:
    del key
    yield from spend_reaction(table, "one")


# --- attacks --------------------------------------------------------------------------------------


def _duel(bench: Bench, given: Case, **more: Any) -> Encounter:
    return bench.encounter(
        combatant(ATTACKER, given["attacker"], "1", (weapon(given.get("weapon", {})),), **more),
        combatant(TARGET, given["target"], "2"),
    )


def _target_check(given: Case, do: Case, bench: Bench) -> Case:
    del do
    now = _duel(bench, given)
    order = AttackOrder(ATTACKER, TARGET, "w", "standard_attack")
    refusal = reason_against(now, lambda table: may_attack(table, order))
    own = weapon_of(now[ATTACKER], "w")
    assert own is not None
    tally = Tally("attack", NO_ADJUSTMENTS)
    attack_lines(tally, now, order)
    modifier = sum(line.value for line in tally.lines if line.rule_id.startswith("PC-ALT"))
    return {
        "legal": refusal is None,
        "distance": squares_between(now, ATTACKER, TARGET),
        "max_distance": None if own.is_melee else own.maximum_distance,
        "modifier": modifier,
    }


def _order(do: Case) -> AttackOrder:
    return AttackOrder(
        ATTACKER,
        TARGET,
        "w",
        do["action"],
        hits=do.get("hits", 1),
        replace_die=do.get("replace_die", False),
        kind="grapple" if do["action"] == "grapple_initiate" else "",
        extra=tuple(("PC-ATK-03", one["name"], one["value"]) for one in do.get("modifiers", ())),
    )


def _attack(given: Case, do: Case, bench: Bench) -> Case:
    now, order = _duel(bench, given, aim=AIM[do.get("aim")]), _order(do)
    is_melee = given.get("weapon", {}).get("class", "melee") == "melee"
    if do.get("feinted") and is_melee and do["action"] in ("standard_attack", "called_shot"):
        order = replace(order, kind="feinted")
    way = do.get("evade") or "none"
    barred = why_not(now, TARGET, kind_of(now, order), way) if way != "none" else ""
    procedure = {"burst": volley, "flurry": volley, "grapple_initiate": attempt}
    evade_answer = Answer(option="none" if barred else way)
    played = bench.procedure(now, procedure.get(do["action"], attack), order, evade=evade_answer)
    if played.refused:
        return {"legal": False}
    return {"legal": True, **_read(played, order, way, barred), **_target(played)}


def _read(played: Played, order: AttackOrder, way: str, barred: str) -> Case:
    test = first(played.traces, "PC-ATK-06")
    assert test is not None
    hits, dos = after(test, "PC-ATK-06"), after(test, "PC-TST-03")
    answer: Case = {
        "target_number": test.total,
        "success": test.tone == "good",
        "jam": test.result == "jammed",
        "dos": dos,
        "hits": hits,
        "hits_left": hits,
        "evaded": False,
        "results": _results(played.traces),
    }
    if way != "none":
        answer["evasion_legal"] = not barred
    evasion = next((one for one in played.traces if one.title.endswith(" evades")), None)
    if evasion is not None:
        answer["evaded"] = evasion.tone == "good"
        answer["evasion_target"] = evasion.total
        left = first(played.traces, "PC-ATK-09") or first(played.traces, "PC-ATK-08")
        if left is not None:
            answer["hits_left"] = after(left, "PC-ATK-09" if order.row.several else "PC-ATK-08")
    return answer


def _results(traces: list[Trace]) -> list[Case]:
    results, lethal = [], None
    for trace in traces:
        if after(trace, "PC-ATK-15") is not None:
            lethal = after(trace, "PC-ATK-15")
        elif after(trace, "PC-ATK-17") is not None:
            results.append(
                {
                    "damage": trace.total,
                    "soak": after(trace, "PC-ATK-17"),
                    "past_soak": after(trace, "PC-ATK-18"),
                    "critical": after(trace, "PC-ATK-14"),
                    "lethal_row": lethal,
                    "wounds_lost": after(trace, "PC-ATK-19"),
                }
            )
            lethal = None
    return results


def _target(played: Played) -> Case:
    sheet = played.sheet(TARGET)
    return {
        "wounds": sheet.wounds,
        "dead": sheet.dead,
        "lethal": sheet.lethal,
        "fatigue": sheet.fatigue,
        "reactions_left": sheet.reactions,
    }


def _multiple_attack(given: Case, do: Case, bench: Bench) -> Case:
    weapons = tuple(
        weapon({"hit_rating": 10, **one["weapon"]}, f"w{n}") for n, one in enumerate(do["attacks"])
    )
    facts = {"pos": (10, 10), **given["attacker"]}
    start = bench.encounter(
        combatant(ATTACKER, facts, "1", weapons, aim=AIM[do.get("aim")]),
        combatant(TARGET, {"pos": (facts["pos"][0] + 1, facts["pos"][1])}, "2"),
    )
    answers = []
    for number, one in enumerate(do["attacks"]):
        order = AttackOrder(
            ATTACKER,
            TARGET,
            f"w{number}",
            one.get("action", "standard_attack"),
            hits=one.get("hits", 1),
            multiple=True,
        )
        played = bench.procedure(start, _test_only, order)
        start, (total, success, hits) = played.encounter, played.result
        answers.append({"target_number": total, "success": success, "hits": hits})
    return {"attacks": answers}


def _test_only(table: Table, order: AttackOrder) -> Procedure[tuple[int, bool, int]]:
    prepared = yield from call(prepare, order, key="sum")
    tested = yield from attack_test(table, prepared)
    return prepared.total, tested.success, hits_of(order, tested)


def _allocate(given: Case, do: Case, bench: Bench) -> Case:
    action = do.get("action", "burst")
    usual = {"class": "ranged" if action == "burst" else "melee", "hit_rating": 2}
    own = weapon({**usual, **given["weapon"]})
    people = [
        # What the attack would need against each of them; only the comparison matters.
        combatant(one["id"], {"pos": one["pos"]}, "2", to_hit=one["target_number"])
        for one in (given["original"], *given["others"])
    ]
    now = bench.encounter(combatant(ATTACKER, given["attacker"], "1", (own,)), *people)
    order = AttackOrder(ATTACKER, given["original"]["id"], "w", action, hits=2)
    return {"eligible": list(spill_targets(now, order))}


def _deflect(given: Case, do: Case, bench: Bench) -> Case:
    facts = {"deflectors": given["deflectors"], "pos": (11, 10)}
    own = weapon({"class": "ranged", "hit_rating": 30})
    start = bench.encounter(
        combatant(ATTACKER, {}, "1", (own,)),
        combatant(TARGET, facts, "2", deflectors_weakened=_of(given, do, "weakened", 0)),
    )
    hits, several = _of(given, do, "hits", 1), _of(given, do, "multi_hit_action", False)
    order = AttackOrder(ATTACKER, TARGET, "w", "burst" if several else "standard_attack")
    played = bench.procedure(start, evade, Share(order, hits), evade=Answer(option="deflect"))
    return {
        "strength": evasion_number(start, TARGET, "deflect"),
        "success": played.result.passed,
        "hits_left": played.result.left,
    }


def _of(given: Case, do: Case, key: str, default: Any) -> Any:
    """Return a value wherever a case states it."""
    return given.get(key, do.get(key, default))


OPERATIONS: Mapping[str, Callable[[Case, Case, Bench], Case]] = frozendict(
    {
        "initiative": _initiative,
        "check_turn": _check_turn,
        "test": _test,
        "opposed": _opposed,
        "target_check": _target_check,
        "attack": _attack,
        "multiple_attack": _multiple_attack,
        "allocate": _allocate,
        "feint": _feint,
        "aim": _aim,
        "deflect": _deflect,
        "decay": _decay,
        **percentile_moves.OPERATIONS,
        **percentile_waiting.OPERATIONS,
        **percentile_grapples.OPERATIONS,
        **percentile_ships.OPERATIONS,
    }
)
