"""What hits did to a machine, for the log: each figure that changed, by the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.engine.kit import Step
from gridwar.systems.cepheus.core.machine import DESTROYED_AT, STAGES
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.systems.cepheus.core.machine import Machine
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


class Reading(NamedTuple):
    """A value of a machine that hits change, and in words what it means now."""

    label: str
    rule_id: str
    value: int
    words: str = ""


def figures_of(sheet: CepheusSheet) -> tuple[Reading, ...]:
    """Return the figures of a machine that hits change, always in the same order.

    Rules: CE-VDM-04, CE-VDM-05, CE-VDM-06, CE-VDM-07, CE-VDM-08, CE-VDM-09, CE-VDM-10, CE-VDM-11,
        CE-VDM-13, CE-VDM-15
    """
    machine = sheet.machine
    if machine is None:
        return ()
    return (
        Reading(_("Armour"), "CE-VDM-06", sheet.armor),
        Reading(_("Hull"), "CE-VDM-04", machine.hull),
        Reading(_("Structure"), "CE-VDM-05", machine.structure),
        *_systems(machine),
        *(Reading(one.name, "CE-VDM-08", one.hits, _device(one.hits)) for one in sheet.weapons),
        *(
            Reading(one.name or one.id, "CE-VDM-11", one.hits, _device(one.hits))
            for one in machine.limbs
        ),
        *(Reading(one.id, "CE-VDM-13", one.lost, _("destroyed")) for one in machine.cargo),
    )


def _systems(machine: Machine) -> Iterator[Reading]:
    words = _("disabled")
    if machine.drive_hits < STAGES:
        lost, dm = machine.drive_stage(cumulative=False)
        words = _("-{lost} % movement, {dm} on control").format(lost=lost, dm=dm)
    yield Reading(_("Drive"), "CE-VDM-07", machine.drive_hits, words)
    words = _("destroyed: blind") if machine.blind else _("-2 on Comms checks for sensors")
    yield Reading(_("Sensors"), "CE-VDM-09", machine.sensor_hits, words)
    stages = ("", _("a turn lost"), _("half the movement"), _("destroyed: disabled"))
    yield Reading(_("Power plant"), "CE-VDM-10", machine.power_hits, stages[machine.power_hits])
    words = _("destroyed") if machine.computer_hits >= DESTROYED_AT else _("disabled")
    if machine.shutdown_rounds:
        words = _("shut down for {n} rounds").format(n=machine.shutdown_rounds)
    yield Reading(_("Computer"), "CE-VDM-15", machine.computer_hits, words)


def _device(hits: int) -> str:
    return _("destroyed") if hits >= DESTROYED_AT else _("-2 on its use")


def changes(before: tuple[Reading, ...], after: tuple[Reading, ...]) -> Iterator[Step]:
    """Yield what differs between a machine before and after some hits."""
    for was, now in zip(before, after, strict=True):
        if was.value == now.value:
            continue
        label, rule_id, value, words = now
        if words:
            yield Step(label=label, rule_id=rule_id, after=words)
        else:
            yield Step(label=label, rule_id=rule_id, before=was.value, after=value)
