"""What can be asked for in a turn apart from attacks. The procedures stand beside their rules."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from gridwar.model.command import Command
from gridwar.systems.cepheus.core.dms import Difficulty
from gridwar.systems.cepheus.core.sheet import Characteristic, Stance

# --- turns ------------------------------------------------------------------------------------


class EndTurn(Command):
    """End ``actor``'s turn without beginning the next one."""


class EndRound(Command):
    """End the round, whoever has still to act (the GM's choice), and begin the next one."""


class JoinFight(Command):
    """Enter the order of a fight that has begun: roll Initiative."""


class Hasten(Command):
    """Hurry in this round."""


class Delay(Command):
    """Hold the turn back."""


class ActNow(Command):
    """Take the turn that was held back, even in the middle of somebody else's action."""

    interrupts: ClassVar[bool] = True


# --- deeds ------------------------------------------------------------------------------------


class TakeAim(Command):
    """Spend minor actions on aiming at somebody, to hit or for the kill."""

    target: str
    to_kill: bool = False
    actions: int = Field(default=1, ge=1, le=3)


class ChangeStance(Command):
    """Stand up, crouch or lie down."""

    to: Stance


class Draw(Command):
    """Spend minor actions on drawing a weapon."""

    weapon: str
    actions: int = Field(default=1, ge=0, le=3)


class Reload(Command):
    """Spend minor actions on reloading a weapon."""

    weapon: str
    actions: int = Field(default=1, ge=0, le=3)


class OtherAction(Command):
    """Do something that the GM prices as he sees fit; "ask" asks him, and for some words."""

    note: str = ""
    price: Literal["free", "minor", "significant", "ask"] = "minor"


class Check(Command):
    """Make a check, opposed where ``opponent`` is given; what is "ask" is asked for.

    An empty ``skill`` means a check of the characteristic alone.
    """

    skill: str = ""
    characteristic: Characteristic | Literal["ask"] = "dexterity"
    difficulty: Difficulty | Literal["ask"] = "average"
    opponent: str | None = None
    opponent_skill: str = ""
    opponent_characteristic: Characteristic = "dexterity"
    price: Literal["free", "minor", "significant"] = "significant"
    note: str = ""


class Distract(Command):
    """The GM says that somebody who aims for the kill was distracted."""

    correction: ClassVar[bool] = True
    who: str
