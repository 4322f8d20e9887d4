"""The list of what somebody could do now, with prices and reasons why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Action, Move, PipKind, Target
from gridwar.systems.arrgs.action_points.costs import price_of, why_unable, why_unpayable
from gridwar.systems.arrgs.checks.scene import scene_actions
from gridwar.systems.arrgs.core.aboard import mover_of, payer_of, usual_category, why_carried
from gridwar.systems.arrgs.core.commands import Sidestep, Standup
from gridwar.systems.arrgs.core.sheet import PIP_OF, Pool, has
from gridwar.systems.arrgs.positioning import budgets, ways
from gridwar.systems.arrgs.views.close_actions import (
    beside,
    helping,
    moving_off,
    readied,
)
from gridwar.systems.arrgs.views.mover_actions import mover_actions
from gridwar.systems.arrgs.views.spell_actions import area_actions, spell_actions
from gridwar.systems.arrgs.views.thing_actions import other
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal


def actions_of(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    """Return the manoeuvres of a combatant; with AAP as Swift Actions where it has any.

    Rules: AR-ACT-01, AR-ACT-03, AR-ACT-08
    """
    offered = (
        *under(
            _("Moving"),
            *_moves(encounter, actor),
            *_standup(encounter, actor),
            *moving_off(encounter, actor),
            *mover_actions(encounter, actor),
        ),
        *under(_("Attacks"), *area_actions(encounter, actor)),
        *under(_("Spells"), *spell_actions(encounter, actor)),
        *under(_("Helping and waiting"), *helping(encounter, actor)),
        *under(_("Other"), *other(encounter, actor), *scene_actions(encounter, actor)),
    )
    return (*readied(encounter, actor, offered), *offered)


def under(heading: str, *actions: Action) -> tuple[Action, ...]:
    """Return actions under a heading."""
    return tuple(replace(one, group=heading) for one in actions)


def _why_not(encounter: Encounter, actor: str, key: str, pool: Pool) -> Refusal | None:
    return why_unable(encounter[actor]) or why_unpayable(encounter, actor, price_of(key, pool))


def _pips(key: str, pool: Pool) -> tuple[PipKind, ...]:
    return (PIP_OF[pool],) * price_of(key, pool).points


def _moves(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    def go(target: Target) -> Command:
        return Move(actor=actor, path=target.path)

    def aside(target: Target) -> Command:
        path = target.path or ((target.cell,) if target.cell is not None else ())
        return Sidestep(actor=mover, path=path)

    mover = mover_of(encounter, actor)
    fixed = budgets.why_immovable(encounter[mover]) or why_carried(encounter, mover)
    budget = ways.zone_limits(encounter, mover, usual_category(encounter, mover))
    note = ngettext("{n} square", "{n} squares", budget[0] if budget else 0)
    return (
        Action(
            "movement",
            _("Movement"),
            "footprints",
            go,
            ("path",),
            note.format(n=budget[0] if budget else 0),
            _pips(budgets.MOVEMENT, "ap"),
            "M",
            fixed or _why_not(encounter, payer_of(encounter, mover), budgets.MOVEMENT, "ap"),
        ),
        Action(
            "sidestep",
            _("Sidestep"),
            "move-diagonal",
            aside,
            ("cell",),
            _("provokes nobody"),
            _pips(ways.SIDESTEP, "ap"),
            "I",
            fixed or _why_not(encounter, actor, ways.SIDESTEP, "ap"),
            candidates=beside(encounter, mover),
        ),
    )


def _standup(encounter: Encounter, actor: str) -> tuple[Action, ...]:
    if not has(encounter[actor], "prone"):
        return ()

    def make(target: Target) -> Command:
        del target
        return Standup(actor=actor)

    refusal = _why_not(encounter, actor, ways.STANDUP, "ap")
    return (
        Action(
            "standup",
            _("Stand up"),
            "stance-standing",
            make,
            (),
            _("provokes"),
            _pips(ways.STANDUP, "ap"),
            "U",
            refusal,
        ),
    )
