"""Which procedure plays which command of close quarters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.arrgs.action_points import readying
from gridwar.systems.arrgs.core import close_commands
from gridwar.systems.arrgs.movement import withdrawing
from gridwar.systems.arrgs.recovery import waking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Handler
    from gridwar.model.command import Command

CLOSE: Mapping[type[Command], Handler] = {
    close_commands.Withdraw: withdrawing.withdraw,
    close_commands.Ready: readying.ready,
    close_commands.Wake: waking.wake,
    close_commands.PassHour: waking.pass_hour,
    close_commands.Treat: waking.treat,
    close_commands.Recover: waking.recover,
    close_commands.CountTotal: waking.count_total,
}
