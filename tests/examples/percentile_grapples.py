"""Operations of the percentile examples: grapples, Knock Down, Take Down, Disarm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.engine.kit import emit
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile.core.fight_state import (
    Grapple,
    PercentileState,
    grapple_of,
    sheet_of,
    state_of,
)
from gridwar.systems.percentile.grapples.beginning_and_ending import GrappleKept, upkeep
from gridwar.systems.percentile.grapples.controller_options import (
    GrappleDamage,
    GrappleStand,
    ReleaseGrapple,
)
from gridwar.systems.percentile.grapples.pushing import GrapplePush
from gridwar.systems.percentile.grapples.restrained_options import BreakFree, TakeControl
from gridwar.systems.percentile.manoeuvres.disarm_and_pick_up import Disarm
from gridwar.systems.percentile.manoeuvres.knock_down import AFTER_A_HALF_MOVE, Knock, knock
from gridwar.systems.percentile.manoeuvres.take_down import TakeDown
from tests.examples.percentile_board import (
    ATTACKER,
    TARGET,
    after,
    allowed_way,
    combatant,
    first,
    weapon,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace
    from tests.examples.percentile_board import Bench, Played

Case = dict[str, Any]
ORIGIN = 20
_SIDES = {"a": "attacker", "b": "target"}


def _pair(bench: Bench, given: Case, *weapons: Any, **more: Any) -> Encounter:
    here = {"pos": (10, 10)}
    there = {"pos": (11, 10)}
    return bench.encounter(
        combatant(ATTACKER, {**here, **given["attacker"]}, "1", weapons, **more),
        combatant(TARGET, {**there, **given["target"]}, "2"),
    )


def knock_down(given: Case, do: Case, bench: Bench) -> Case:
    """Play a Knock Down."""
    lines = [("PC-ATK-03", one["name"], one["value"]) for one in do.get("modifiers", ())]
    if do.get("after_half_move"):
        lines.insert(0, ("PC-ACT-14", "After a Half Move", AFTER_A_HALF_MOVE))
    order = Knock(ATTACKER, TARGET, tuple(lines))
    deal = Answer(option="hurt" if do.get("deal_damage") else "spare")
    played = bench.procedure(_pair(bench, given), knock, order, deal_damage=deal)
    found = played.result
    test = first(played.traces, "PC-TST-03")
    assert test is not None
    now, hit = played.encounter, first(played.traces, "PC-ATK-18")
    sheet = played.sheet(TARGET)
    answer = {
        "target_number": test.total,
        "winner": _SIDES.get(found.winner),
        "target_prone": now[TARGET].has_effect("prone"),
        "attacker_prone": now[ATTACKER].has_effect("prone"),
        "may_damage": found.winner == "a" and found.margin >= 2,
        "wounds": sheet.wounds,
        "fatigue": sheet.fatigue,
    }
    return answer | ({} if hit is None else _hit(hit))


def _hit(hit: Trace) -> Case:
    return {
        "damage": hit.total,
        "soak": after(hit, "PC-ATK-17"),
        "past_soak": after(hit, "PC-ATK-18"),
    }


def take_down(given: Case, do: Case, bench: Bench) -> Case:
    """Play a Take Down."""
    now = _pair(bench, given, weapon(given["weapon"]), talents=frozenset({"takedown"}))
    way = Answer(option=allowed_way(now, TARGET, given["weapon"].get("class", "melee"), do))
    command = TakeDown(actor=ATTACKER, target=TARGET, weapon="w", replace_die=False)
    played = bench.play(now, command, evade=way)
    test = first(played.traces, "PC-ATK-06")
    assert test is not None
    answer: Case = {
        "target_number": test.total,
        "success": test.tone == "good",
        "wounds": played.sheet(TARGET).wounds,
        "stunned": played.encounter[TARGET].has_effect("stunned"),
        "evaded": any(
            one.title.endswith(" evades") and one.tone == "good" for one in played.traces
        ),
    }
    blow = first(played.traces, "PC-ACT-15")
    if blow is not None:
        answer |= {
            "damage": blow.total,
            "soak": after(blow, "PC-ATK-17"),
            "past_soak": after(blow, "PC-ACT-15"),
        }
    tough = next((one for one in played.traces if "resists" in one.title), None)
    if tough is not None:
        modifier = sum(line.value for line in tough.lines[1:])
        answer |= {"toughness_modifier": modifier, "toughness_target": tough.total}
    return answer


def disarm(given: Case, do: Case, bench: Bench) -> Case:
    """Play a Disarm."""
    del do
    now = _pair(bench, given)
    one = now[TARGET]
    own = weapon({"class": "melee"}, "sword")
    now = now.with_combatant(one.replace(sheet=sheet_of(one).replace(weapons=(own,))))
    played = bench.play(now, Disarm(actor=ATTACKER, target=TARGET))
    test = first(played.traces, "PC-TST-03")
    assert test is not None
    found = played.result
    return {
        "target_number": test.total,
        "winner": _SIDES.get(found.winner),
        "attacker_dos": found.a_dos,
        "disarmed": not played.sheet(TARGET).weapons,
        "may_take": found.winner == "a" and found.a_dos >= 3,
    }


# --- a grapple in steps ---------------------------------------------------------------------------


def grapple(given: Case, do: Case, bench: Bench) -> Case:
    """Play the steps of a grapple; each begins a turn of whoever takes it."""
    people = [given["a"], given["b"]]
    ids = [one["id"] for one in people]
    controller = do["controller"]
    other = next(one for one in ids if one != controller)
    start = bench.encounter(
        *(
            combatant(one["id"], {**one, "pos": _at(one["pos"])}, str(number), free_hands=1)
            for number, one in enumerate(people, start=1)
        )
    )
    held = Grapple(controller=controller, restrained=other, maintained=False)
    now = start.replace(rules=PercentileState(grapples=(held,)))
    steps = list(do["steps"])
    while steps:
        step = steps.pop(0)
        if grapple_of(now, ids[0]) is None:
            continue
        played = _step(now, step, bench)
        if not played.refused:
            now = _without_helpers(played.encounter)
    held_now = grapple_of(now, ids[0])
    return {
        "active": held_now is not None,
        "controller": None if held_now is None else held_now.controller,
        "restrained": None if held_now is None else held_now.restrained,
        "state": {who: _state(now, who) for who in ids},
    }


def _at(cell: list[int]) -> tuple[int, int]:
    return cell[0] + ORIGIN, cell[1] + ORIGIN


def _state(now: Encounter, who: str) -> Case:
    one, sheet = now[who], sheet_of(now[who])
    assert one.pos is not None
    return {
        "pos": [one.pos.x - ORIGIN, one.pos.y - ORIGIN],
        "wounds": sheet.wounds,
        "fatigue": sheet.fatigue,
        "prone": one.has_effect("prone"),
    }


def _step(now: Encounter, step: Case, bench: Bench) -> Played:
    held = state_of(now).grapples[0]
    key = step["action"]
    if key == "end_turn":
        return bench.procedure(now, _over, (held.controller, bool(step["took_grapple"])))
    is_restrained = key in ("break_free", "take_control")
    who = held.restrained if is_restrained else held.controller
    foe = held.controller if is_restrained else held.restrained
    now, helpers = _with_helpers(_fresh(now, who), who, foe, step)
    match key:
        case "grapple_damage":
            command: Any = GrappleDamage(actor=who, helpers=helpers)
        case "grapple_push":
            pos, way = now[foe].pos, step["dir"]
            assert pos is not None
            command = GrapplePush(
                actor=who,
                cell=Cell(pos.x + way[0], pos.y + way[1]),
                follow=step.get("follow", False),
                squares=step.get("squares", 0),
                helpers=helpers,
            )
        case "release_grapple":
            command = ReleaseGrapple(actor=who)
        case "grapple_stand":
            command = GrappleStand(actor=who, drag=step.get("drag", False), helpers=helpers)
        case "break_free":
            command = BreakFree(actor=who, using=step.get("using", "s"))
        case _:
            command = TakeControl(actor=who, helpers=helpers)
    return bench.play(now, command)


def _fresh(now: Encounter, who: str) -> Encounter:
    """Return the fight at the start of somebody's turn."""
    one = now[who]
    sheet = sheet_of(one).replace(half_actions=2, has_acted=False)
    rules = state_of(now).replace(attacked=frozenset(), concentrated=frozenset())
    return now.with_combatant(one.replace(sheet=sheet)).replace(turn=who, rules=rules)


def _with_helpers(
    now: Encounter, who: str, foe: str, step: Case
) -> tuple[Encounter, tuple[str, ...]]:
    """Return the fight with allies next to the opponent, out of the way of a push."""
    place, mine, way = now[foe].pos, now[who].pos, step.get("dir", (0, 0))
    assert place is not None
    assert mine is not None
    lines = {at.shifted(way[0] * n, way[1] * n) for at in (place, mine) for n in range(20)}
    around = [place.shifted(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    free = [cell for cell in around if cell not in lines]
    helpers = tuple(f"helper{number}" for number in range(step.get("assist", 0)))
    for helper, cell in zip(helpers, free, strict=False):
        now = now.with_combatant(combatant(helper, {"pos": tuple(cell)}, now[who].side))
    return now, helpers


def _without_helpers(now: Encounter) -> Encounter:
    left = {who: one for who, one in now.combatants.items() if not who.startswith("helper")}
    return now.replace(combatants=frozendict(left))


def _over(table: Table, turn: tuple[str, bool]) -> Procedure[None]:
    who, took = turn
    yield from emit(GrappleKept(controller=who, maintained=took))
    yield from upkeep(table, who)


OPERATIONS = {
    "knock_down": knock_down,
    "take_down": take_down,
    "disarm": disarm,
    "grapple": grapple,
}
