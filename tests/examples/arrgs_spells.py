"""The operations of spells and of attacks against a square."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.core.fight_state import SpellEffect
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import ControlSpell, DismissSpell
from gridwar.systems.arrgs.spells.counterspell import Counterspell
from tests.examples.arrgs_traces import fort_checks

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.encounter import Encounter
    from tests.examples.arrgs_board import Board, Played


def area_attack(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Attack a square."""
    played = board.play(
        AreaAttack(
            actor=do["actor"],
            weapon=do["weapon"],
            square=board.cell(do["square"]),
            pool=do.get("pool", "ap"),
        ),
        do.get("answers", []),
    )
    if played.refused:
        return {"legal": False}
    done = played.result
    flight, impact = done.flight, done.impact
    return {
        "legal": True,
        "windows": _windows(board, played),
        "wasted": done.wasted,
        "increment": done.increment,
        "range_modifier": done.range_modifier,
        "square_check": done.square_check,
        "on_target": done.on_target,
        "scatter": None
        if flight is None
        else {"direction": flight.direction, "squares": flight.squares},
        "impact": None if impact is None else board.from_cell(impact),
        "fizzled": done.fizzled,
        "hits": {
            hit.who: {
                "results": list(hit.results),
                "dc": hit.dc,
                "success_value": hit.success_value,
                "damage": hit.damage,
                "success": hit.success,
                "critical": hit.criticals > 0,
            }
            for hit in done.hits
        },
        "fort_checks": fort_checks(done.fort_checks),
    }


def _windows(board: Board, played: Played) -> list[dict[str, Any]]:
    return [{"by": window["by"]} for window in board.in_order(played.windows)]


def _with_spell(encounter: Encounter, spell: SpellEffect) -> Encounter:
    state = state_of(encounter)
    return encounter.replace(rules=state.replace(spells=state.spells.set(spell.id, spell)))


def _with_weapon(encounter: Encounter, who: str, weapon: Weapon) -> Encounter:
    one = encounter[who]
    sheet = sheet_of(one)
    others = (old for old in sheet.weapons if old.id != weapon.id)
    return encounter.with_combatant(one.replace(sheet=sheet.replace(weapons=(*others, weapon))))


def _checked(board: Board, played: Played) -> dict[str, Any]:
    if played.refused:
        return {"legal": False}
    done = played.result
    return {
        "legal": True,
        "windows": _windows(board, played),
        "result": done.result,
        "dc": done.dc,
        "success": done.success,
        "wasted": done.wasted,
        "fort_checks": fort_checks(done.fort_checks),
    }


def _own(board: Board, do: dict[str, Any]) -> str:
    who = do["actor"]
    spell = SpellEffect(id="own spell", caster=who, controller=who, spell_level=do["spell_level"])
    board.encounter = _with_spell(board.encounter, spell)
    return spell.id


def control_spell(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Keep hold of a spell of one's own."""
    pool = do.get("pool", "ap")
    command = ControlSpell(actor=do["actor"], spell=_own(board, do), pool=pool)
    return _checked(board, board.play(command, do.get("answers", [])))


def dismiss_spell(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """End a spell of one's own."""
    pool = do.get("pool", "ap")
    command = DismissSpell(actor=do["actor"], spell=_own(board, do), pool=pool)
    return _checked(board, board.play(command))


def counterspell(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Give up a prepared spell against another."""
    who, target, against = do["actor"], do["target"], do["against"]
    using = Weapon(id="given up", category="spell", prepared=1, **do["using"])
    board.encounter = _with_weapon(board.encounter, who, using)
    lasting = do.get("timing", "casting") == "lasting"
    if lasting:
        spell = SpellEffect(id="opposed", caster=target, controller=target, **against)
        board.encounter = _with_spell(board.encounter, spell)
    else:
        cast = Weapon(id="opposed", category="spell", **against)
        board.encounter = _with_weapon(board.encounter, target, cast)
    played = board.play(
        Counterspell(
            actor=who,
            target=target,
            using=using.id,
            spell="opposed" if lasting else "",
            weapon="" if lasting else "opposed",
            pool=do.get("pool", "ap"),
        ),
        do.get("answers", []),
    )
    answer = _checked(board, played)
    if played.refused:
        return answer
    left = sheet_of(board.encounter[who]).weapon(using.id)
    return {
        **answer,
        "slot_spent": left is not None and left.prepared == 0,
        "outcome": played.result.outcome,
    }


SPELLS: dict[str, Callable[[Board, dict[str, Any]], dict[str, Any]]] = {
    "area_attack": area_attack,
    "control_spell": control_spell,
    "dismiss_spell": dismiss_spell,
    "counterspell": counterspell,
}
