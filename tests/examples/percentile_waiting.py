"""Operations of the percentile examples: Overwatch, arcs, Suppressive Fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit import call, emit
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile.actions.action_prices import pay, spend_reaction
from gridwar.systems.percentile.attacks.kill_zones import end_kill_zones, in_arc
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import (
    WIDTHS,
    Wanted,
    suppress,
    suppression_order,
)
from gridwar.systems.percentile.core.action_and_evasion_tables import action_table
from gridwar.systems.percentile.core.fight_state import Overwatch, state_of
from gridwar.systems.percentile.out_of_turn.overwatch_declared import OverwatchBegan
from gridwar.systems.percentile.out_of_turn.overwatch_shot import Shot, fire, meet, settle_watches
from gridwar.systems.percentile.out_of_turn.overwatch_triggers import Deed, watchers
from tests.examples.percentile_board import ATTACKER, Bench, after, combatant, first, weapon

if TYPE_CHECKING:
    from gridwar.dice.dice_notation import Dice
    from gridwar.engine.kit import Procedure, Table
    from gridwar.model.encounter import Encounter
    from tests.examples.percentile_board import Played

Case = dict[str, Any]
ORIGIN = 45
REACTIONS = ("dodge", "parry", "point_defend", "repel_boarders")


def _at(cell: list[int]) -> tuple[int, int]:
    return cell[0] + ORIGIN, cell[1] + ORIGIN


def _tokens(given: Case) -> list[Any]:
    return [
        combatant(
            one["id"], {**one, "pos": _at(one["pos"])}, "2" if one.get("enemy", True) else "1"
        )
        for one in given["tokens"]
    ]


def _shooter(given: Case, auto: str | None) -> Any:
    facts = {**given["attacker"], "pos": _at(given["attacker"]["pos"])}
    own = weapon({"class": "ranged", "auto": auto, "capacity": 6, **given["weapon"]})
    return combatant(ATTACKER, facts, "1", (own,))


def arc(given: Case, do: Case, bench: Bench) -> Case:
    """Return who stands in an arc."""
    now = bench.encounter(_shooter(given, None), *_tokens(given))
    facing = given["attacker"]["facing"]
    return {"in_arc": list(in_arc(now, ATTACKER, "w", (facing, WIDTHS[do["mode"]])))}


def suppressive_fire(given: Case, do: Case, bench: Bench) -> Case:
    """Play Suppressive Fire up to who is hit how often."""
    now = bench.encounter(_shooter(given, do["mode"]), *_tokens(given))
    facing = given["attacker"]["facing"]
    extra = tuple(("PC-ATK-03", one["name"], one["value"]) for one in do.get("modifiers", ()))
    order = replace(suppression_order(ATTACKER, "w"), extra=extra)
    wanted = Wanted(order, do["mode"], facing, given["weapon"]["capacity"])
    played = bench.procedure(now, suppress, wanted)
    test = first(played.traces, "PC-TST-03")
    assert test is not None
    pinning = [one for one in played.traces if one.title.endswith(" tests against Pinning")]
    shares = dict(played.result.shares)
    return {
        "in_arc": list(in_arc(now, ATTACKER, "w", (facing, WIDTHS[do["mode"]]))),
        "target_number": test.total,
        "success": test.tone == "good",
        "jam": test.result == "jammed",
        "hits": sum(shares.values()),
        "pinning_targets": {one.title.partition(" tests ")[0]: one.total for one in pinning},
        "pinned": _pinned(played.encounter),
        "allocation": shares,
    }


def _pinned(now: Encounter) -> list[str]:
    return [one.id for one in now.everyone() if one.has_effect("pinned")]


class WithoutDamage(ScriptedDice):
    """The dice of a case that ends with the Pinning test: damage dice show ones."""

    def __init__(self, dice: ScriptedDice) -> None:
        super().__init__(())
        self._dice = dice

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Return the faces of a roll."""
        return (1,) * dice.count if key.endswith("/damage") else self._dice.faces(dice, key)


def overwatch(given: Case, do: Case, bench: Bench) -> Case:
    """Play the steps of somebody on Overwatch."""
    bench = Bench(WithoutDamage(bench.dice), bench.switches)
    action = given["attack"]
    own = weapon({"class": "ranged", "range": 60, "hit_rating": 30})
    shooter = combatant(ATTACKER, {**given["attacker"], "pos": _at([0, 0])}, "1", (own,))
    people = [
        combatant(who, {**facts, "pos": _at([1, 1])}, "2")
        for who, facts in given["targets"].items()
    ]
    now = bench.encounter(shooter, *people)
    answer: Case = {
        "fired": False,
        "first": None,
        "pinned": [],
        "pinned_at": None,
        "active": True,
        "ended_by": None,
    }
    watch = Overwatch(
        owner=ATTACKER, weapon="w", action=action["action"], hits=action.get("hits", 1)
    )
    now = bench.procedure(now, _begin, watch).encounter
    for step in do["steps"]:
        if not state_of(now).overwatches:
            break
        played = _one_step(now, step, bench)
        now = played.encounter
        if any("fires from Overwatch" in one.title for one in played.traces):
            answer |= _fired(played, step)
        elif not state_of(now).overwatches:
            answer["ended_by"] = step.get("name", "own_turn_start")
    return {**answer, "active": bool(state_of(now).overwatches)}


def _one_step(now: Encounter, step: Case, bench: Bench) -> Played:
    match step["kind"]:
        case "free":
            return bench.procedure(now, _pay, "speak")
        case "own_action" if step["name"] in REACTIONS:
            return bench.procedure(now, _react, None)
        case "own_action":
            return bench.procedure(now, _pay, step["name"])
        case "own_turn_start":
            return bench.procedure(now, _turn, None)
    who, yields = step["target"], step.get("ally_yields", False)
    there, side = Cell(*_at(step["pos"])), "1" if yields else now[step["target"]].side
    now = now.with_combatant(now[who].replace(pos=there, side=side))
    (watch,) = state_of(now).overwatches
    watch = watch.replace(watched=who if yields else None)
    if step["in_zone"]:
        watch = watch.replace(cells=(there,))
    now = bench.procedure(now, _begin, watch).encounter
    wanted = (who, bool(step["condition"]), bool(step.get("simultaneous")))
    answer = Answer(option="yield" if yields else "test")
    return bench.procedure(now, _trigger, wanted, **{"yield": answer})


def _fired(played: Played, step: Case) -> Case:
    test = first(played.traces, "PC-ATK-06")
    assert test is not None
    late = any("acts before" in one.title for one in played.traces)
    pinned = _pinned(played.encounter)
    meets = step.get("simultaneous", False)
    return {
        "fired": True,
        "first": None if not meets else "actor" if late else "overwatch",
        "target_number": test.total,
        "success": test.tone == "good",
        "hits": after(test, "PC-ATK-06"),
        "pinned": pinned,
        "pinned_at": step["pos"] if pinned else None,
    }


def _begin(table: Table, watch: Overwatch) -> Procedure[None]:
    del table
    yield from emit(OverwatchBegan(watch=watch))


def _pay(table: Table, key: str) -> Procedure[None]:
    """Take an action's price; one that the list does not have is like any other."""
    yield from pay(table, ATTACKER, key if key in action_table().actions else "extended")


def _react(table: Table, args: None) -> Procedure[None]:
    del args
    yield from spend_reaction(table, ATTACKER)


def _turn(table: Table, args: None) -> Procedure[None]:
    del args
    yield from end_kill_zones(table, ATTACKER, "the next turn")


def _trigger(table: Table, wanted: tuple[str, bool, bool]) -> Procedure[None]:
    who, condition, at_same_time = wanted
    for watch in watchers(table.now, Deed(who, "any_action")) if condition else ():
        yield from call(meet if at_same_time else fire, Shot(watch, who), key="shot")
        yield from settle_watches(table)


OPERATIONS = {"arc": arc, "suppressive_fire": suppressive_fire, "overwatch": overwatch}
