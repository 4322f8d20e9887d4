"""What somebody could do with bodies: grapple, pick up, treat, take longer; and what time does.

The other actions are in ``actions``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Action, Target
from gridwar.systems.cepheus.actions.action_costs import MINOR, SIGNIFICANT, why_not_do
from gridwar.systems.cepheus.actions.dropped_weapons import PickUp, in_reach
from gridwar.systems.cepheus.actions.extended_actions import AbandonTask, BeginTask, FinishTask
from gridwar.systems.cepheus.core.commands import Distract
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.grapples.grapple import Grapple
from gridwar.systems.cepheus.harm.days import CareDay
from gridwar.systems.cepheus.harm.waking import Tire, TryToWake, lies_unconscious, wake_bonus
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.turns.calendar import PassDay, PassTime
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

TEN_MINUTES, HOUR = 10, 60


def grappling(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return what can be done in a grapple, or to begin one.

    Rules: CE-GRP-01, CE-GRP-03
    """
    partner = sheet_of(encounter[actor]).grappled_with
    refusal = why_not_do(encounter, actor, SIGNIFICANT, held=True)
    if partner is not None and partner in encounter:
        title = _("Wrestle with {name}").format(name=encounter[partner].name)
        yield Action(
            "grapple",
            title,
            "hand-fist",
            lambda _target: Grapple(actor=actor),
            (),
            _("the winner chooses"),
            SIGNIFICANT.pips,
            "G",
            refusal,
        )
        return
    yield Action(
        "grapple",
        _("Grapple"),
        "hand-fist",
        _grapple(actor),
        ("combatant",),
        _("or move in first"),
        SIGNIFICANT.pips,
        "G",
        why_not_do(encounter, actor, SIGNIFICANT),
    )


def picking_up(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return the weapons on the ground that are in reach.

    Rules: CE-MIN-10, CE-THR-01
    """
    refusal = why_not_do(encounter, actor, MINOR)
    for place, lying in in_reach(encounter, actor):
        title = _("Pick up {weapon}").format(weapon=lying.weapons[0].name)
        yield Action(
            f"pick_up:{place}",
            title,
            "hand",
            _pick_up(actor, place),
            (),
            "",
            MINOR.pips,
            "",
            refusal,
        )


def caring(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return how somebody could treat others, in the fight and after it.

    Rules: CE-HLT-07, CE-HLT-08, CE-HLT-09
    """
    yield Action(
        "care_day",
        _("A day of hospital care"),
        "bed",
        _care(actor),
        ("combatant",),
        _("2 + Endurance DM + Medicine"),
    )


def taking_longer(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return the beginning, or the end, of an extended action.

    Rules: CE-OTH-02
    """
    task = sheet_of(encounter[actor]).task
    if task is not None and task.is_finished:
        yield Action(
            "finish_task",
            _("Make the check: {task}").format(task=task.name),
            "dices",
            lambda _target: FinishTask(actor=actor),
            (),
            _("its rounds are over"),
        )
    if task is None or task.is_finished:
        yield Action(
            "task",
            _("Something longer"),
            "hourglass",
            lambda _target: BeginTask(actor=actor, skill="ask", characteristic="ask", timing="ask"),
            (),
            _("takes several rounds"),
            SIGNIFICANT.pips,
            "",
            why_not_do(encounter, actor, SIGNIFICANT),
        )
        return
    note = _("{done} of {needed} rounds done").format(done=task.done, needed=task.needed)
    yield Action(
        "abandon",
        _("Give up: {task}").format(task=task.name),
        "x",
        lambda _target: AbandonTask(actor=actor),
        (),
        note,
    )


def hurting(actor: str) -> Iterator[Action]:
    """Return that the GM lets somebody be hurt, or a machine be hit.

    Rules: CE-DMG-05, CE-VDM-01
    """
    yield Action(
        "suffer",
        _("Is hurt"),
        "heart-crack",
        lambda _target: TakeDamage(actor=actor, who=actor),
        (),
        _("a fall, a fire: points after armour"),
    )


def by_the_gm(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Return what the GM lets happen to somebody; machines do not tire.

    Rules: CE-HLT-01, CE-HLT-02, CE-MIN-03
    """
    sheet = sheet_of(encounter[actor])
    if sheet.machine is None:
        yield Action(
            "tire",
            _("Is tired out"),
            "bed",
            lambda _target: Tire(actor=actor, who=actor),
            (),
            _("faints") if sheet.body.fatigued else _("fatigued: -2 on all checks"),
        )
    if sheet.aim is not None and sheet.aim.to_kill:
        yield Action(
            "distract",
            _("Is distracted"),
            "circle-slash",
            lambda _target: Distract(actor=actor, who=actor),
            (),
            _("loses the aim for the kill"),
        )
    if lies_unconscious(encounter, actor):
        yield Action(
            "wake",
            _("Tries to come round"),
            "eye",
            lambda _target: TryToWake(actor=actor, who=actor),
            (),
            _("Endurance, {bonus:+d}").format(bonus=wake_bonus(encounter, actor)),
        )


def passing(actor: str) -> Iterator[Action]:
    """Return how the GM lets time pass for all.

    Rules: CE-HLT-05, CE-REP-01
    """
    for minutes, title in (
        (TEN_MINUTES, _("Ten minutes pass")),
        (HOUR, _("An hour passes")),
    ):
        yield Action(
            f"pass:{minutes}", title, "clock", _pass(actor, minutes), (), _("for everybody")
        )
    yield Action(
        "pass_day",
        _("A day passes"),
        "sun",
        lambda _target: PassDay(actor=actor),
        (),
        _("everybody heals"),
    )


# --- makers: the action's own values bound to what was chosen -----------------------------------


def _grapple(actor: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return Grapple(actor=actor, target=target.combatant or "", move_in=True)

    return make


def _pick_up(actor: str, place: int) -> Callable[[Target], Command]:
    return lambda _target: PickUp(actor=actor, place=place)


def _care(actor: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return CareDay(actor=actor, target=target.combatant or "")

    return make


def _pass(actor: str, minutes: int) -> Callable[[Target], Command]:
    return lambda _target: PassTime(actor=actor, minutes=minutes)
