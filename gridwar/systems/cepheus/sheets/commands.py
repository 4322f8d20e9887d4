"""What can be asked for in a turn apart from attacks. The procedures stand beside their rules."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from gridwar.model.command import Command
from gridwar.systems.cepheus.sheets.dms import Difficulty
from gridwar.systems.cepheus.sheets.sheet import Characteristic, Stance

# --- turns ------------------------------------------------------------------------------------


class EndTurn(Command):
    """End ``actor``'s turn without beginning the next one."""

    kind: ClassVar[str] = "cepheus.end_turn"


class EndRound(Command):
    """End the round, whoever has still to act (the GM's choice), and begin the next one."""

    kind: ClassVar[str] = "cepheus.end_round"


class JoinFight(Command):
    """Enter the order of a fight that has begun: roll Initiative."""

    kind: ClassVar[str] = "cepheus.join_fight"


class Hasten(Command):
    """Hurry in this round."""

    kind: ClassVar[str] = "cepheus.hasten"


class Delay(Command):
    """Hold the turn back."""

    kind: ClassVar[str] = "cepheus.delay"


class ActNow(Command):
    """Take the turn that was held back, even in the middle of somebody else's action."""

    kind: ClassVar[str] = "cepheus.act_now"
    interrupts: ClassVar[bool] = True


# --- deeds ------------------------------------------------------------------------------------


class TakeAim(Command):
    """Spend minor actions on aiming at somebody, to hit or for the kill."""

    kind: ClassVar[str] = "cepheus.take_aim"
    target: str
    to_kill: bool = False
    actions: int = Field(default=1, ge=1, le=3)


class ChangeStance(Command):
    """Stand up, crouch or lie down."""

    kind: ClassVar[str] = "cepheus.change_stance"
    to: Stance


class Draw(Command):
    """Spend minor actions on drawing a weapon."""

    kind: ClassVar[str] = "cepheus.draw"
    weapon: str
    actions: int = Field(default=1, ge=0, le=3)


class Reload(Command):
    """Spend minor actions on reloading a weapon."""

    kind: ClassVar[str] = "cepheus.reload"
    weapon: str
    actions: int = Field(default=1, ge=0, le=3)


class OtherAction(Command):
    """Do something that the GM prices as he sees fit; "ask" asks him, and for some words."""

    kind: ClassVar[str] = "cepheus.other_action"
    note: str = ""
    price: Literal["free", "minor", "significant", "ask"] = "minor"


class Check(Command):
    """Make a check, opposed where ``opponent`` is given; what is "ask" is asked for.

    An empty ``skill`` means a check of the characteristic alone.
    """

    kind: ClassVar[str] = "cepheus.check"
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

    kind: ClassVar[str] = "cepheus.distract"
    correction: ClassVar[bool] = True
    who: str
