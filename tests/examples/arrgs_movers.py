"""The operations of movers: turning, collisions, mounts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.systems.arrgs.core.sheet import WALKING
from gridwar.systems.arrgs.movement.acceleration_and_collisions import Collide
from gridwar.systems.arrgs.movement.mounting_and_dismounting import Mount, mount_dc
from gridwar.systems.arrgs.positions.distances import STEPS
from gridwar.systems.arrgs.positions.turning_and_facing import turning_on

if TYPE_CHECKING:
    from tests.examples.arrgs_board import Board


def turns(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Judge a way by its turns."""
    category = do.get("category", WALKING)
    found = turning_on(board.encounter, do["actor"], board.path(do["path"]), category)
    return {
        "tracked": found.tracked,
        "movement_increment": found.increment,
        "effective_manoeuvrability": found.effective,
        "turns_allowed": found.allowed,
        "turns_used": found.used,
        "legal": found.legal,
        "facing": None if found.facing is None else tuple(STEPS)[found.facing],
    }


def collision(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Let somebody run into something."""
    played = board.play(
        Collide(
            actor=do["actor"],
            target=do["with"],
            head_on=do.get("head_on", False),
            increment=do.get("movement_increment"),
            target_increment=do.get("with_movement_increment"),
        ).waiving("stands_still")  # the speeds are given
    )
    return {"raw_loss": played.result.raw_loss, "losses": dict(played.result.losses)}


def mount(board: Board, do: dict[str, Any]) -> dict[str, Any]:
    """Get onto a mount."""
    command = Mount(actor=do["actor"], target=do["target"], pool=do.get("pool", "ap"))
    played = board.play(command, do.get("answers", []))
    if played.refused:
        return {"legal": False, "dc": mount_dc(board.encounter, do["target"])}
    result = played.result
    return {
        "legal": True,
        "dc": result.dc,
        "result": result.result,
        "success": result.success,
        "wasted": result.wasted,
        "windows": [{"by": window["by"]} for window in board.in_order(played.windows)],
    }
