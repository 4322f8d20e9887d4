"""Operations of the percentile examples: moves, charge paths, opportunities, bands, falls."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import StepTaken, reason_against
from gridwar.model.events_combatants import Climbed
from gridwar.model.geometry import Cell
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.charges.run_up import may_run_up
from gridwar.systems.percentile.core.altitude_bands import BANDS, band_of
from gridwar.systems.percentile.movement.distance_and_ground import bands_of, squares_of
from gridwar.systems.percentile.movement.falling import settle_falls, sink
from gridwar.systems.percentile.out_of_turn.attacks_of_opportunity import entered, provoked
from tests.examples.percentile_board import after, combatant, weapon

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table
    from tests.examples.percentile_board import Bench

Case = dict[str, Any]
ORIGIN = 40
"""Where the squares of a case begin, so that all of them lie on the map."""


def _modifiers(given: Case) -> dict[str, Any]:
    return {
        "move_modifiers": tuple(
            {"label": "m", "squares": one} for one in given.get("move_modifiers", ())
        )
    }


def moves(given: Case, do: Case, bench: Bench) -> Case:
    """Return how far each move goes."""
    del do
    now = bench.encounter(combatant("one", {"ab": given["ab"]}, **_modifiers(given)))
    return {
        key.removesuffix("_move"): squares_of(now, "one", key)
        for key in ("half_move", "full_move", "charge", "run")
    }


def _at(cell: list[int]) -> tuple[int, int]:
    return cell[0] + ORIGIN, cell[1] + ORIGIN


def charge_path(given: Case, do: Case, bench: Bench) -> Case:
    """Return whether a path is a legal charge path."""
    path = [Cell(*_at(cell)) for cell in do["path"]]
    blocked = (
        combatant(f"blocks{n}", {"pos": _at(cell)}, "2")
        for n, cell in enumerate(given.get("blocked", ()))
    )
    now = bench.encounter(
        combatant("one", {"pos": path[0], "ab": given["ab"]}, **_modifiers(given)),
        combatant("foe", {"pos": _at(given["target"]["pos"])}, "2"),
        *blocked,
    )
    command = Charge(actor="one", path=tuple(path[1:]), target="foe", weapon="unarmed")
    refusal = reason_against(now, lambda table: may_run_up(table, command, "charge"))
    return {
        "legal": refusal is None,
        "length": len(path) - 1,
        "charge_move": squares_of(now, "one", "charge"),
    }


def attack_of_opportunity(given: Case, do: Case, bench: Bench) -> Case:
    """Return who may strike along a path, and where."""
    path = [Cell(*_at(cell)) for cell in do["path"]]
    foes = [
        combatant(
            one["id"],
            {**one, "pos": _at(one["pos"])},
            "2",
            (weapon({"class": "melee", "reach": one.get("reach", 1)}),),
        )
        for one in given["enemies"]
    ]
    facts = {"pos": path[0], "altitude": given["mover"].get("altitude", "ground")}
    now, attacks = bench.encounter(combatant("one", facts), *foes), list[Case]()
    rise = 0
    if "altitude_after" in do:
        rise = BANDS.index(do["altitude_after"]) - round(now["one"].altitude)
    for number, (start, end) in enumerate(pairwise(path), start=1):
        climb = rise if number == len(path) - 1 else 0
        step = StepTaken("one", start, end, number, do.get("forced", False), do["action"], climb)
        back = [start.x - ORIGIN, start.y - ORIGIN]
        there = [end.x - ORIGIN, end.y - ORIGIN]
        one = now["one"]
        after_it = now.with_combatant(one.replace(pos=end, altitude=one.altitude + climb))
        may = [(by, back) for by in provoked(now, step)]
        may += [(by, there) for by in entered(after_it, step)]
        for by, at in may:  # one Attack action of somebody in any one turn
            again = any(strike["by"] == by for strike in attacks)
            if not again or bench.switches.subtype_limit_scope == "own_turn_only":
                attacks.append({"by": by, "at": at})
        now = after_it
    return {"attacks": attacks}


def fly(given: Case, do: Case, bench: Bench) -> Case:
    """Return which moves may change so many bands, and where they lead."""
    now = bench.encounter(
        combatant("one", {"altitude": given["altitude"]}, can_fly=given["can_fly"])
    )
    legal = []
    for one in do["moves"]:
        there = now["one"].altitude + one["bands"]
        fits = abs(one["bands"]) <= bands_of(now, "one", one["move"])
        legal.append(fits and 0 <= there < len(BANDS))
        if legal[-1]:
            now = Climbed(who="one", by=one["bands"]).apply(now)
    return {"legal": legal, "altitude": band_of(now["one"])}


def fall(given: Case, do: Case, bench: Bench) -> Case:
    """Return what happens at the ends of some rounds to whoever cannot fly."""
    now = bench.encounter(combatant("one", {"altitude": given["altitude"]}))
    now = bench.procedure(now, _settled, None).encounter
    rounds = []
    for _round in range(do["rounds"]):
        played = bench.procedure(now, _sunk, None)
        now = played.encounter
        squares = next(filter(None, (after(one, "PC-ALT-10") for one in played.traces)), 0)
        rounds.append(
            {"altitude": band_of(now["one"]), "crashed": bool(squares), "fall_squares": squares}
        )
    return {"rounds": rounds}


def _settled(table: Table, args: None) -> Procedure[None]:
    del args
    yield from settle_falls(table)


def _sunk(table: Table, args: None) -> Procedure[None]:
    del args
    yield from sink(table)


OPERATIONS = {
    "moves": moves,
    "charge_path": charge_path,
    "attack_of_opportunity": attack_of_opportunity,
    "fly": fly,
    "fall": fall,
}
