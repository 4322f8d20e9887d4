"""The operations of manoeuvres, what is readied, what is handled, who wakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import allows
from gridwar.engine.kit.modifier_tally import Tally
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge, is_straight
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import (
    Disarm,
    Reposition,
    Sunder,
    Trip,
)
from gridwar.systems.arrgs.checks.check_sums import Exchange
from gridwar.systems.arrgs.checks.reactions import reaction_result
from gridwar.systems.arrgs.core.movement_speed import (
    increment_of,
    increment_penalty,
    usual_category,
)
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.harm.sleep_and_waking import Wake, may_wake
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import AidAnother, ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import Complementary
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Reload
from gridwar.systems.arrgs.movement.movement_budget import budget_with
from gridwar.systems.arrgs.movement.withdraw import Withdraw, withdraw_limit
from tests.examples.arrgs_board import SOMETHING
from tests.examples.arrgs_traces import answers_in, attack_in, budget_in, checked_in, fort_checks

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.systems.arrgs.actions.offers import WeaponManoeuvre
    from gridwar.systems.arrgs.attacks.attack import AttackResult
    from tests.examples.arrgs_board import Board, Played

MULTI_SPACE = 99


def _windows(played: Played, board: Board) -> list[dict[str, Any]]:
    return [{"by": one["by"]} for one in board.in_order(played.windows)]


def _manoeuvre(board: Board, do: dict[str, Any], command: WeaponManoeuvre) -> dict[str, Any]:
    played = board.play(command, do.get("answers", []))
    if played.refused:
        return {"legal": False, "windows": []}
    result = played.result
    answer: dict[str, Any] = {
        "legal": True,
        "windows": _windows(played, board),
        "wasted": result.wasted,
        "fort_checks": fort_checks(result.fort_checks),
    }
    if result.wasted:
        return {**answer, "answers": answers_in(played.events)}
    return {
        **answer,
        "answers": answers_in(played.events, of=do["actor"], others=True),
        **_attacked(played, result, board, do["actor"]),
    }


def _attacked(played: Played, result: AttackResult, board: Board, who: str) -> dict[str, Any]:
    own = attack_in(played.events, who)
    pushed = result.landed.pushed
    end = None
    if pushed.end is not None:
        end = [pushed.end.x - board.shift[0], pushed.end.y - board.shift[1]]
    return {
        **own,
        "result": own["results"][0],
        "success": result.success,
        "defence_allowed": bool(played.defences),
        "success_value_final": result.success_value,
        "damage": result.damage,
        "fizzled": result.fizzled,
        "item_max_squares": result.landed.squares,
        "end": end,
        "collision_with": pushed.against or None,
        "collision_loss": pushed.loss,
        "fort_checks": fort_checks(result.fort_checks),
    }


def _common(do: dict[str, Any]) -> dict[str, Any]:
    return {
        "actor": do["actor"],
        "target": do["target"],
        "weapon": do["weapon"],
        "pool": do.get("pool", "ap"),
        "willing": do.get("willing", False),
    }


def _sunder(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    answer = _manoeuvre(board, do, Sunder(**_common(do), item=do["item"]))
    items = sheet_of(board.encounter[do["target"]]).items
    item = next((one for one in items if one.name == do["item"]), None)
    if item is not None:
        answer |= {"item_damage": item.damage, "item_state": item.state, "damage": 0}
    return answer


def _disarm(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    board.give_something(do["target"])
    return _manoeuvre(board, do, Disarm(**_common(do), item=do.get("item", SOMETHING)))


def _trip(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    return _manoeuvre(board, do, Trip(**_common(do)))


def _reposition(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = Reposition(**_common(do), direction=do["direction"], squares=do.get("squares"))
    return _with_forced(board, _manoeuvre(board, do, command))


def _with_forced(board: Board, answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "forced_windows": board.in_order(board.forced)}


def _charge(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    who, path = do["actor"], board.path(do["path"])
    start = board.encounter[who].pos
    assert start is not None
    line = switches_of(board.encounter).charge_line
    straight = is_straight(start, path, line)
    sees = do.get("line_of_sight_at_start", True)
    if not sees:
        board.see(who, do["target"], clear=False)
    command = Charge(
        **_common(do),
        path=path,
        instead=do.get("instead") or "",
        mode=do.get("category", ""),
        item=do.get("item", ""),
    )
    if command.instead == "disarm":
        board.give_something(do["target"])
        command = command.replace(item=do.get("item", SOMETHING))
    played = board.play(command, do.get("answers", []))
    if not sees:
        board.see(who, do["target"], clear=True)
    result, one = played.result, board.encounter[who]
    if played.refused:
        category = command.mode or usual_category(board.encounter, who)
        return {
            "legal": False,
            "straight": straight,
            "windows": [],
            "budget": budget_with(board.encounter, who, category),
            "movement_increment": increment_of(one),
            "increment_modifier": increment_penalty(board.encounter, one),
            "reflex_after": _reflex(board, who),
        }
    answer: dict[str, Any] = {
        "legal": True,
        "straight": straight,
        "budget": result.budget,
        "windows": board.in_order(played.windows),
        "movement_increment": result.increment,
        "increment_modifier": increment_penalty(board.encounter, one),
        "reflex_after": _reflex(board, who),
        "wasted": result.wasted,
        "stopped_at": board.place(who) if result.wasted else None,
        **budget_in(played.events),
    }
    if result.wasted or result.short:
        return {**answer, "answers": answers_in(played.events), "success": False}
    answer |= {"answers": answers_in(played.events, of=who, others=True)}
    return _with_forced(board, {**answer, **_attacked(played, result.attack, board, who)})


def _reflex(board: Board, who: str) -> int:
    tally = Tally("reflex", NO_ADJUSTMENTS)
    return reaction_result(tally, board.encounter, Exchange(who, "reflex", reaction=True))


def _withdraw(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    who = do["actor"]
    limit = withdraw_limit(board.encounter, who)
    played = board.play(Withdraw(actor=who, path=board.path(do["path"]), pool=do.get("pool", "ap")))
    return {
        "legal": not played.refused,
        "limit": limit,
        "windows": board.in_order(played.windows),
        "movement_increment": increment_of(board.encounter[who]),
    }


def _aid(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = AidAnother(
        actor=do["actor"], target=do["target"], check=do["check"], pool=do.get("pool", "ap")
    )
    played = board.play(command, do.get("answers", []))
    if played.refused:
        return {"legal": False}
    result = played.result
    return {
        "legal": True,
        **checked_in(played.events),
        "success": result.success,
        "success_value": result.success_value,
        "assisted_modifier": result.gained,
        "windows": _windows(played, board),
    }


def _change_reach(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    command = ChangeReach(actor=do["actor"], shift_by=do["shift_by"], pool=do.get("pool", "ap"))
    played = board.play(command, do.get("answers", []))
    if played.refused:
        return {"legal": False, "legal_shift": False}
    nearest, farthest = sheet_of(board.encounter[do["actor"]]).ring
    result = played.result
    return {
        "legal": True,
        **checked_in(played.events),
        "success": result.success,
        "success_value": result.success_value,
        "legal_shift": result.legal_shift,
        "threat_min": nearest,
        "threat_max": farthest,
        "windows": _windows(played, board),
    }


def _ready(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    played = board.play(Ready(actor=do["actor"], points=do["points"]))
    sheet = sheet_of(board.encounter[do["actor"]])
    return {"legal": not played.refused, "ap": sheet.ap, "aap": sheet.aap}


def _reload(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    one = board.encounter[do["actor"]]
    multi = do.get("multi", False)
    space = do.get("space", MULTI_SPACE)
    weapon = Weapon(
        id="to reload",
        category="ranged",
        capacity=space,
        reload_several=multi,
        reload_dc=do.get("dc", 10),
    )
    sheet = sheet_of(one)
    before = sheet.weapons
    board.encounter = board.encounter.with_combatant(
        one.replace(sheet=sheet.replace(weapons=(*before, weapon)))
    )
    command = Reload(actor=do["actor"], weapon=weapon.id, pool=do.get("pool", "ap"))
    played = board.play(command, do.get("answers", []))
    one = board.encounter[do["actor"]]
    board.encounter = board.encounter.with_combatant(
        one.replace(sheet=sheet_of(one).replace(weapons=before))
    )
    if played.refused:
        return {"legal": False, "loaded": 0}
    result = played.result
    return {
        "legal": True,
        **checked_in(played.events),
        "success": result.success,
        "loaded": result.gained,
        "windows": _windows(played, board),
    }


def _complementary(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    return {"legal": not board.play(Complementary(actor=do["actor"])).refused}


def _wake(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    able = allows(board.encounter, may_wake, do["actor"])
    played = board.play(Wake(actor=do["actor"]))
    if played.refused:
        return {"may_wake": able}
    woken = played.result
    return {"may_wake": able, "dc": woken.dc, "result": woken.result, "success": woken.success}


MANOEUVRES: dict[str, Callable[[Board, dict[str, Any]], dict[str, Any]]] = {
    "sunder": _sunder,
    "disarm": _disarm,
    "trip": _trip,
    "reposition": _reposition,
    "charge": _charge,
    "withdraw": _withdraw,
    "aid_another": _aid,
    "change_reach": _change_reach,
    "ready": _ready,
    "reload": _reload,
    "complementary": _complementary,
    "wake": _wake,
}
