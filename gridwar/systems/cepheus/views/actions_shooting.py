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
from gridwar.systems.cepheus.command.comms import members_of, unit_of
from gridwar.systems.cepheus.command.leading import (
    LEADERSHIP,
    TACTICS,
    Lead,
    MakePlan,
    SetContact,
    why_not_plan,
)
from gridwar.systems.cepheus.core.armory import mounted_weapons
from gridwar.systems.cepheus.core.state import sheet_of, state_of
from gridwar.systems.cepheus.modifiers.visibility import sensor_row
from gridwar.systems.cepheus.turns.before_fight import (
    Notice,
    SuggestRange,
    WalkAway,
    known_foes,
    why_not_walk_away,
)
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


def commanding(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return Tactics for commanders at the start, and Leadership for those who have the skill.

    Rules: CE-INI-04, CE-INI-05, CE-COM-01
    """
    sheet, unit = sheet_of(encounter[actor]), unit_of(encounter, actor)
    is_start = encounter.round == 1 and unit not in state_of(encounter).planned
    if sheet.team.commander and is_start:
        yield Action(
            "tactics",
            _("Plan the fight: Tactics"),
            "users",
            lambda _target: MakePlan(actor=actor, characteristic="intelligence"),
            (),
            _skill_note(encounter, actor, TACTICS),
            (),
            "",
            why_not_plan(encounter, actor),
            prepared=True,
        )
    if encounter.round and (LEADERSHIP in sheet.skills or sheet.team.commander):
        yield Action(
            "lead",
            _("Spur somebody on: Leadership"),
            "flag",
            _lead(actor),
            ("combatant",),
            _skill_note(encounter, actor, LEADERSHIP),
            SIGNIFICANT.pips,
            "",
            why_not_do(encounter, actor, SIGNIFICANT),
        )
    if len(members_of(encounter, unit)) > 1 and encounter.round:
        cut = sheet.contact.cut
        title = _("Back in contact") if cut else _("Cut off from comms")
        yield Action(
            "contact",
            title,
            "wifi" if cut else "wifi-off",
            lambda _target: SetContact(actor=actor, who=actor, cut=not cut),
            note=_("by the GM's word"),
        )


def _skill_note(encounter: Encounter, actor: str, skill: str) -> str:
    level = sheet_of(encounter[actor]).skills.get(skill)
    return _("untrained") if level is None else f"{level:+d}"


def before_the_fight(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return what is settled before the first round: who knows of whom, the range, walking away.

    Rules: CE-INI-02, CE-INI-03, CE-RNG-04
    """
    side = encounter[actor].side
    foes = [one for one in encounter.everyone() if encounter.are_foes(one.side, side)]
    if foes and len(known_foes(encounter, actor)) < len(foes):
        yield Action(
            "notice",
            _("Becomes aware of somebody"),
            "eye",
            _notice(actor),
            ("combatant",),
            _("by the GM's word"),
        )
    if encounter.round:
        return
    yield Action(
        "starting_range",
        _("Suggest a starting range"),
        "ruler",
        lambda _target: SuggestRange(actor=actor),
    )
    yield Action(
        "walk_away",
        _("Walk away without a fight"),
        "footprints",
        lambda _target: WalkAway(actor=actor),
        refusal=why_not_walk_away(encounter, actor),
    )


# --- makers: the action's own values bound to what was chosen -----------------------------------


def _blind(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        assert target.cell is not None  # the action needs a cell
        return FireBlind(actor=actor, square=target.cell, weapon=weapon)

    return make


def _scan(actor: str, kind: SensorKind) -> Callable[[Target], Command]:
    return lambda _target: Scan(actor=actor, sensor=kind)


def _lead(actor: str) -> Callable[[Target], Command]:
    return lambda target: Lead(actor=actor, target=target.combatant or "", characteristic="social")


def _notice(actor: str) -> Callable[[Target], Command]:
    return lambda target: Notice(actor=actor, target=target.combatant or "")
