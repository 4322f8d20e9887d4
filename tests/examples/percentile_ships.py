"""Operations of the percentile examples: boarding and ramming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.model.command import Answer
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import why_not
from gridwar.systems.percentile.ships import Boarding, collide, ram_blow, ram_order
from tests.examples.percentile_board import ATTACKER, TARGET, after, allowed_way, combatant, first

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from tests.examples.percentile_board import Bench, Played

Case = dict[str, Any]


def _ships(bench: Bench, given: Case) -> Encounter:
    return bench.encounter(
        combatant(ATTACKER, {"size": 1, "pos": (10, 10), **given["attacker"]}),
        combatant(TARGET, {"size": 1, "pos": (11, 10), **given["target"]}, "2"),
    )


def _evaded(played: Played) -> bool:
    return any(one.title.endswith(" evades") and one.tone == "good" for one in played.traces)


def boarding(given: Case, do: Case, bench: Bench) -> Case:
    """Play Boarding."""
    now = _ships(bench, given)
    way = Answer(option=allowed_way(now, TARGET, "boarding", do))
    played = bench.play(now, Boarding(actor=ATTACKER, target=TARGET), evade=way)
    test = first(played.traces, "PC-ATK-06")
    assert test is not None
    damage = next((one for one in played.traces if one.title.startswith("Marines ")), None)
    return {
        "target_number": test.total,
        "success": test.tone == "good",
        "evaded": _evaded(played),
        "damage": None if damage is None else damage.total,
        "hull": played.sheet(TARGET).wounds,
    }


def ram(given: Case, do: Case, bench: Bench) -> Case:
    """Play the collision of a Ram."""
    now, way = _ships(bench, given), do.get("evade") or "none"
    barred = why_not(now, TARGET, "ram", way) if way != "none" else ""
    answer = Answer(option="none" if barred else way)
    order = ram_order(ATTACKER, TARGET, replace_die=False)
    played = bench.procedure(now, collide, order, evade=answer)
    test = first(played.traces, "PC-ATK-06")
    assert test is not None
    hits = [one for one in played.traces if after(one, "PC-ATK-18") is not None]
    found: Case = {
        "target_number": test.total,
        "success": test.tone == "good",
        "evasion_legal": not barred,
        "evaded": _evaded(played),
        "target_wounds": played.sheet(TARGET).wounds,
        "attacker_wounds": played.sheet(ATTACKER).wounds,
        "reactions_left": played.sheet(TARGET).reactions,
    }
    sides = (("", ATTACKER, TARGET, 2), ("back_", TARGET, ATTACKER, 1))
    for hit, (name, who, whom, times) in zip(hits, sides, strict=False):
        found |= {
            f"{name}damage": hit.total,
            f"{name}soak": after(hit, "PC-ATK-17"),
            f"{name}past_soak": after(hit, "PC-ATK-18"),
            f"{name}pen": ram_blow(now, who, whom, times).pen,
        }
    return found


OPERATIONS = {"boarding": boarding, "ram": ram}
