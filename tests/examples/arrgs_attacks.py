"""The operations that attack: one attack, or several in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.systems.arrgs.attacks.attack import Attack, AttackResult
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.positions.distances import between
from tests.examples.arrgs_traces import answers_in, attack_in, fort_checks

if TYPE_CHECKING:
    from tests.examples.arrgs_board import Board


def attack(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Play an attack."""
    away = between(board.encounter, do["actor"], do["target"])
    played = board.play(
        Attack(
            actor=do["actor"],
            target=do["target"],
            weapon=do["weapon"],
            pool=do.get("pool", "ap"),
            willing=do.get("willing", False),
        ),
        do.get("answers", []),
    )
    if played.refused:
        return {"legal": False, "windows": [], "distance": away}
    result = played.result
    assert isinstance(result, AttackResult)
    answer: dict[str, Any] = {
        "legal": True,
        "windows": [{"by": window["by"]} for window in board.in_order(played.windows)],
        "distance": away,
        "wasted": result.wasted,
        "fizzled": result.fizzled,
        "defence_allowed": bool(played.defences),
        "fort_checks": fort_checks(result.fort_checks),
    }
    if result.wasted:
        return {**answer, "answers": answers_in(played.events)}
    return {
        **answer,
        "answers": answers_in(played.events, of=do["actor"], others=True),
        **attack_in(played.events, do["actor"]),
        "success": result.success,
        "fort_checks": fort_checks(result.fort_checks),
    }


def repeated_attack(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Play a Repeated Attack."""
    away = between(board.encounter, do["actor"], do["target"])
    played = board.play(
        RepeatedAttack(
            actor=do["actor"],
            target=do["target"],
            weapon=do["weapon"],
            attacks=do["attacks"],
            pool=do.get("pool", "ap"),
            willing=do.get("willing", False),
        ),
        do.get("answers", []),
    )
    if played.refused:
        return {"legal": False, "windows": [], "distance": away}
    series = played.result
    told = answers_in(played.events, of=do["actor"])
    attacks = [
        {
            **one,
            "distance": away,
            "fizzled": result.fizzled,
            "success": result.success,
            "fort_checks": fort_checks(result.fort_checks),
            "windows": [{"by": w["by"]} for w in played.windows if w["attack"] == number],
        }
        for number, (one, result) in enumerate(zip(told, series.attacks, strict=True), start=1)
    ]
    return {
        "legal": True,
        "wasted": series.wasted,
        "attacks": attacks,
        "total_damage": series.damage,
        "penalty_until_eor": series.penalty,
        "windows": [{"by": w["by"]} for w in played.windows],
    }
