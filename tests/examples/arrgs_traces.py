"""Reads attacks, answers and checks off the traces that a command left in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.model.events_combatants import Explained

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.event_base import Event
    from gridwar.model.trace import Trace
    from gridwar.systems.arrgs.conditions import FortCheck


def fort_checks(checks: Iterable[FortCheck]) -> list[dict[str, Any]]:
    """Return Fortitude checks as the examples write them."""
    return [
        {"who": c.who, "dc": c.dc, "result": c.result, "success": c.success, "loss": c.loss}
        for c in checks
    ]


def _traces(events: Iterable[Event]) -> list[Trace]:
    return [event.trace for event in events if isinstance(event, Explained)]


def _after(trace: Trace, rule: str) -> list[Any]:
    return [step.after for step in trace.steps if step.rule_id == rule]


def _rolled(trace: Trace) -> list[Any]:
    return [step.after for step in trace.steps if step.rule_id == "AR-CHK-01" and step.faces]


def _packed(trace: Trace) -> dict[str, Any]:
    band = [line.value for line in trace.lines if line.rule_id == "AR-RNG-01"]
    total = next(iter(_after(trace, "AR-ATK-03")), None)
    return {
        "results": _rolled(trace),
        "terms": _after(trace, "AR-CHK-03"),
        "dc": _after(trace, "AR-DEF-02")[0],
        "success_value": total,
        "success_value_final": total,
        "defence_allowed": False,
        "defence_results": [],
        "defence_reduction": 0,
        "critical": bool(_after(trace, "AR-CRT-01")),
        "damage": sum(_after(trace, "AR-DMG-06")),
        "success": trace.tone == "harm",
        "range_modifier": band[0] if band else 0,
        "wasted": False,
        "legal": True,
        "fort_checks": [],
    }


def _is_defence(trace: Trace) -> bool:
    return not _is_attack(trace) and bool(_after(trace, "AR-MNV-07"))


def _defended(attack: dict[str, Any], defence: Trace) -> None:
    reduction = _after(defence, "AR-MNV-07")[0]
    attack |= {
        "defence_allowed": True,
        "defence_results": _rolled(defence),
        "defence_reduction": reduction,
        "success_value_final": 0,
        "success": False,
    }


def _what_is_left(attack: dict[str, Any], rest: Trace) -> None:
    attack |= {
        "success_value_final": _after(rest, "AR-DEF-03")[0],
        "damage": sum(_after(rest, "AR-DMG-06")),
        "success": True,
    }


def _is_attack(trace: Trace) -> bool:
    return bool(_after(trace, "AR-DEF-02")) and not _after(trace, "AR-ARE-03")


def answers_in(
    events: Iterable[Event], of: str = "", *, others: bool = False
) -> list[dict[str, Any]]:
    """Return every attack made in the course of a command, with the checks after it.

    Args:
        events: What happened.
        of: Whose attacks; empty for everybody's.
        others: Those of all others instead.
    """
    found: list[tuple[str, dict[str, Any]]] = []
    for trace in _traces(events):
        if _is_attack(trace):
            found.append((trace.title.split(" ")[0], _packed(trace)))
        elif found:
            _add(found[-1][1], trace)
    return [attack for who, attack in found if not of or (who == of) is not others]


def _add(attack: dict[str, Any], trace: Trace) -> None:
    if _is_defence(trace):
        _defended(attack, trace)
    elif _after(trace, "AR-DEF-03"):
        _what_is_left(attack, trace)
    else:
        attack["fort_checks"] += _recovery(trace)


def _recovery(trace: Trace) -> list[dict[str, Any]]:
    rules = ("AR-CND-02", "AR-CND-03")
    steps = [step for step in trace.steps if step.rule_id in rules and step.faces]
    who = trace.title.split(":")[0]
    success = trace.tone == "plain"
    lost = _after(trace, "AR-VIT-02")
    return [
        {"who": who, "dc": s.before, "result": s.after, "success": success, "loss": lost[0]}
        for s in steps
    ]


def attack_in(events: Iterable[Event], who: str) -> dict[str, Any]:
    """Return the attack of somebody: the command's own."""
    return answers_in(events, of=who)[-1]


def check_results_in(events: Iterable[Event]) -> list[Any]:
    """Return the results of the Movement check."""
    trace = next(trace for trace in _traces(events) if _after(trace, "AR-MOV-02"))
    return _after(trace, "AR-CHK-01")


def checked_in(events: Iterable[Event]) -> dict[str, Any]:
    """Return the check of a manoeuvre that has one of its own."""
    trace = next(trace for trace in reversed(_traces(events)) if _after(trace, "AR-CHK-06"))
    return {"results": _after(trace, "AR-CHK-01"), "dc": _after(trace, "AR-CHK-06")[0]}


def budget_in(events: Iterable[Event]) -> dict[str, Any]:
    """Return the Movement check made in the course of a command."""
    return {"check_results": check_results_in(events)}
