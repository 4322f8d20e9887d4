"""What is offered beside plain attacks: blind fire, command, comms, sensors, before the fight.

The other actions are in ``actions``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Action, Target
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, why_not_do
from gridwar.systems.cepheus.attacks.attack import FireBlind
from gridwar.systems.cepheus.attacks.firing_checks import MARKSMAN
from gridwar.systems.cepheus.attacks.sensor_scan import REVEALING, Brace, Scan
from gridwar.systems.cepheus.core.armory import mounted_weapons
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.modifiers.visibility import sensor_row
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.equipment import SensorKind


def blind_fire(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return blind fire with each gun in hand.

    Rules: CE-FIR-01
    """
    refusal = why_not_do(encounter, actor, SIGNIFICANT)
    own = ((one.id, one) for one in sheet_of(encounter[actor]).weapons)
    for weapon_id, weapon in (*own, *mounted_weapons(encounter, actor)):
        if weapon.ready and weapon.form == "ranged" and not weapon.is_empty:
            title = _("Blind fire: {weapon}").format(weapon=weapon.name)
            yield Action(
                f"blind:{weapon_id}",
                title,
                "eye-off",
                _blind(actor, weapon_id),
                ("cell",),
                _("at whoever is on the line"),
                SIGNIFICANT.pips,
                "",
                refusal,
                weapon_id,
            )


def resting(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return laying the weapon on a rest, for those who can use it at extreme range.

    Rules: CE-FIR-06
    """
    sheet = sheet_of(encounter[actor])
    ready = [one for one in sheet.weapons if one.ready and one.form == "ranged"]
    can = any(sheet.skills.get(one.skill, 0) >= MARKSMAN for one in ready)
    if can or sheet.rest:
        title = _("Take the weapon off its rest") if sheet.rest else _("Rest the weapon")
        yield Action(
            "brace",
            title,
            "anchor",
            lambda _target: Brace(actor=actor, on=not sheet.rest),
            note=_("for extreme range"),
        )


def sensing(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return a look round with each sensor that finds somebody.

    Rules: CE-SEN-01
    """
    for kind in dict.fromkeys(one.kind for one in sheet_of(encounter[actor]).sensors):
        row = sensor_row(kind)
        if kind in REVEALING and row is not None:
            title = _("Look round: {sensor}").format(sensor=row.title)
            yield Action(f"scan:{kind}", title, "radio", _scan(actor, kind), note=row.text)


# --- makers: the action's own values bound to what was chosen -----------------------------------


def _blind(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        assert target.cell is not None  # the action needs a cell
        return FireBlind(actor=actor, square=target.cell, weapon=weapon)

    return make


def _scan(actor: str, kind: SensorKind) -> Callable[[Target], Command]:
    return lambda _target: Scan(actor=actor, sensor=kind)
