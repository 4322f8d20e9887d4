"""What is attacked with what: the commands of striking, shooting and throwing.

How they are played is ``attack_play``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.kit import Procedure, require
from gridwar.model.command import Command
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.attacks.attack_play import play_shot
from gridwar.systems.cepheus.core.armory import weapon_in_use
from gridwar.systems.cepheus.core.equipment import SightBy
from gridwar.systems.cepheus.modifiers.attack_values import (
    ArmChoice,
    AttackResult,
    BurstUse,
    Shot,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter


class _Firing(Command):
    """What attacks on somebody and on a square have in common.

    ``mode`` is ``single``, ``burst``, ``panic`` or ``suppression``; ``rounds`` are those of a
    burst, ``use`` what it is used for; ``sight_by`` is the eye or a sensor.
    """

    weapon: str
    mode: str = "single"
    rounds: int = Field(default=1, ge=1, le=1000)
    use: BurstUse = "attack"
    sight_by: SightBy = "eye"


class Attack(_Firing):
    """Attack somebody with a weapon.

    ``arm`` is what a melee attack is made with; empty takes the better one. ``others`` are further
    targets of suppressing fire.
    """

    target: str
    arm: ArmChoice = ""
    others: tuple[str, ...] = ()


class ThrowAt(_Firing):
    """Throw a weapon at a square."""

    square: Cell


class FireBlind(_Firing):
    """Fire through a square without seeing whom."""

    square: Cell


def shot_of(command: Attack | ThrowAt | FireBlind) -> Shot:
    """Return an attack as its procedure passes it about."""
    plain = Shot(
        command.actor or "",
        command.weapon,
        mode=command.mode,
        rounds=command.rounds,
        use=command.use,
        sight_by=command.sight_by,
    )
    if isinstance(command, Attack):
        return replace(plain, target=command.target, arm=command.arm, others=tuple(command.others))
    return replace(plain, square=command.square, blind=isinstance(command, FireBlind))


def attack(table: Table, command: Attack) -> Procedure[AttackResult]:
    """Play an attack on somebody.

    Rules: CE-SIG-03
    """
    result = yield from play_shot(table, shot_of(command))
    return result


def throw_at(table: Table, command: ThrowAt) -> Procedure[AttackResult]:
    """Play a throw at a square.

    Rules: CE-SIG-06
    """
    shot = shot_of(command)
    text = _("Only what is thrown, or explodes, is aimed at a square.")
    yield from require(_suits_a_square(table.now, shot), "not_thrown", text, "CE-SIG-06")
    result = yield from play_shot(table, shot)
    return result


def fire_blind(table: Table, command: FireBlind) -> Procedure[AttackResult]:
    """Play fire through a square at whoever may be on the line.

    Rules: CE-FIR-01
    """
    shot = shot_of(command)
    weapon = None
    if shot.actor in table.now:
        weapon = weapon_in_use(table.now, shot.actor, shot.weapon)
    text = _("Blind fire takes something that shoots or is thrown.")
    suits = weapon is None or weapon.form != "melee"
    yield from require(suits, "not_a_gun", text, "CE-FIR-01", waivable=False)
    result = yield from play_shot(table, shot)
    return result


def _suits_a_square(encounter: Encounter, shot: Shot) -> bool:
    if shot.actor not in encounter:
        return True
    weapon = weapon_in_use(encounter, shot.actor, shot.weapon)
    return weapon is None or weapon.form == "thrown" or bool(weapon.blast)
