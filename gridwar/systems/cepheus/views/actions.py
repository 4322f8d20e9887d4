"""What somebody could do now: every action with its price, its shortcut and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Action, Target
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.actions.action_costs import (
    SIGNIFICANT,
    why_not_do,
)
from gridwar.systems.cepheus.attacks.attack import Attack, ThrowAt
from gridwar.systems.cepheus.core.aboard import is_vehicle
from gridwar.systems.cepheus.core.state import (
    sheet_of,
)
from gridwar.systems.cepheus.vehicles.offers import driving, firing_together, gunnery
from gridwar.systems.cepheus.vehicles.tending import by_word, mending, seating
from gridwar.systems.cepheus.views.actions_shooting import (
    blind_fire,
    resting,
    sensing,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon

_FORM_ICONS = {"melee": "sword", "ranged": "crosshair", "thrown": "bomb"}


def actions_of(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    """Return everything somebody could do now, with the reasons why not.

    Rules: CE-RND-02, CE-MIN-01, CE-SIG-01
    """
    if is_vehicle(encounter, actor):
        return (
            *_under(_("Drive"), driving(encounter, actor)),
            *_under(_("Repairs"), mending(encounter, actor)),
            *_under(_("By the GM"), by_word(encounter, actor)),
        )
    return (
        *_under(_("Drive"), driving(encounter, actor)),
        *_under(_("Vehicle's weapons"), gunnery(encounter, actor)),
        *_under(_("Attack"), _attacks(encounter, actor)),
        *_under(_("Attack"), firing_together(encounter, actor)),
        *_under(_("Attack"), blind_fire(encounter, actor)),
        *_under(_("Seats"), seating(encounter, actor)),
        *_under(_("Aim and weapons"), resting(encounter, actor)),
        *_under(_("Sensors"), sensing(encounter, actor)),
        *_under(_("Repairs"), mending(encounter, actor)),
        *_under(_("By the GM"), by_word(encounter, actor)),
    )


def _under(heading: str, actions: Iterator[Action]) -> Iterator[Action]:
    """Put actions under a heading."""
    return (replace(one, group=heading) for one in actions)


def _attacks(encounter: Encounter, actor: str) -> Iterator[Action]:
    refusal = why_not_do(encounter, actor, SIGNIFICANT)
    ready = [one for one in sheet_of(encounter[actor]).weapons if one.ready]
    for number, weapon in enumerate(ready, start=1):
        yield Action(
            f"attack:{weapon.id}",
            _attack_title(weapon),
            _FORM_ICONS[weapon.form],
            _attack(actor, weapon.id),
            ("combatant",),
            _rounds(weapon),
            SIGNIFICANT.pips,
            "A" if number == 1 else "",
            refusal or _why_not_loaded(weapon),
            weapon.id,
        )
        if weapon.form == "thrown":
            yield Action(
                f"throw:{weapon.id}",
                _("At a square: {weapon}").format(weapon=weapon.name),
                "bomb",
                _throw(actor, weapon.id),
                ("cell",),
                _rounds(weapon),
                SIGNIFICANT.pips,
                "",
                refusal or _why_not_loaded(weapon),
                weapon.id,
            )


def _attack_title(weapon: Weapon) -> str:
    words = {"melee": _("Strike: {weapon}"), "ranged": _("Shoot: {weapon}")}
    return words.get(weapon.form, _("Throw: {weapon}")).format(weapon=weapon.name)


def _rounds(weapon: Weapon) -> str:
    if weapon.loaded is None:
        return ""
    if weapon.form == "thrown":
        return _("{n} left").format(n=weapon.loaded)
    full = weapon.magazine if weapon.magazine is not None else weapon.loaded
    return _("{n} of {full}").format(n=weapon.loaded, full=full)


def _why_not_loaded(weapon: Weapon) -> Refusal | None:
    if not weapon.is_empty:
        return None
    return Refusal("empty", weapon.words_when_empty, ("CE-SIG-05",))


# --- makers: the action's own values bound to what was chosen -----------------------------------


def _attack(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return Attack(actor=actor, target=target.combatant or "", weapon=weapon)

    return make


def _throw(actor: str, weapon: str) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        assert target.cell is not None  # the action needs a cell
        return ThrowAt(actor=actor, square=target.cell, weapon=weapon)

    return make
