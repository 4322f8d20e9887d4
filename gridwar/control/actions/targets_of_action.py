"""The targets of the action being picked: who they are, in which order, what is known of each.

Owns the order of Tab and the weighing of the targets. By chance, the best first, is how the order
should be; until every chance is known it is by distance. It changes once, when the last is known,
and only if nobody has gone by it yet: it never changes under the hand.
"""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.actions.target_chances import chances_of
from gridwar.control.actions.target_odds_worker import TargetWeigher, Weighed, Weighing
from gridwar.control.actions.target_picking import PEOPLE
from gridwar.control.actions.unseen_targets import is_unknown
from gridwar.control.memo import KeptByKey
from gridwar.engine.kit.offers_and_actions import Role, Target

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.actions.action_draft import ActionDrafts
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

MEANT, OUT, HIDDEN, OTHERS = range(4)
"""Whom an action is meant for, then of those who is out, who is hidden; then everybody else."""


class Targets:
    """The targets of the action being picked."""

    def __init__(
        self, controller: ControllerProtocol, drafts: ActionDrafts, patience_s: float
    ) -> None:
        """Find targets for a controller.

        Args:
            controller: Whose view state holds the action being picked.
            drafts: Knows the state it would be played in, and what was last chosen.
            patience_s: How long the click that chooses an action waits for its targets.
        """
        self._controller = controller
        self._drafts = drafts
        self._patience_s = patience_s
        self.weigher = TargetWeigher()
        self._job: Weighing | None = None
        self._of: tuple[object, ...] = ()
        """What the targets were found for."""
        self._found: dict[str, Weighed] = {}
        self._order: tuple[str, ...] = ()
        self._offered: frozenset[str] | None = None
        """Whom the rules name for the action; None where they name nobody."""
        self.words: Mapping[str, str] = {}
        """What the rules write at them."""
        self._is_walked = False
        """Whether somebody has gone by the order."""
        self.is_ranked = False
        """Whether it is by chance already."""
        self.kept = KeptByKey()
        """What presenters have worked out about the targets in this state of the fight."""
        self.edition = 0
        """Grows with everything that is found out."""

    @property
    def action(self) -> Action | None:
        """The action that is aimed at somebody, be it that a sheet lies over it."""
        view = self._controller.view
        is_on = view.need in PEOPLE and self._controller.actor is not None
        return view.picking if is_on else None

    @property
    def pointed(self) -> str:
        """Who is aimed at; empty for nobody."""
        view = self._controller.view
        if view.draft is not None and view.draft.target:
            return view.draft.target
        return next((one for one in view.hovered if one != self._controller.actor), "")

    def note_walked(self, who: str) -> None:
        """Keep the order from now on: somebody was reached by it; those odds come next."""
        self._is_walked = True
        self.weigher.point_at(who)

    def begin(self) -> None:
        """Find the targets of the action just chosen."""
        self._of, self._found = (), {}
        self._follow(self._patience_s)

    def weigh_anew(self) -> None:
        """Find out what another choice makes of the targets, waiting a little."""
        self._follow(self._patience_s)

    def command_at(self, who: str) -> Command | None:
        """Return the command for a target; None where more has still to be chosen."""
        self._follow(0.0)
        return None if self._job is None or who not in self._found else self._job.make(who)

    def choosable(self) -> tuple[Weighed, ...]:
        """Return who can be chosen, in the order of Tab."""
        self._follow(0.0)
        found = (self._found[who] for who in self._order)
        return tuple(one for one in found if one.refusal is None)

    def refused(self) -> tuple[Weighed, ...]:
        """Return who cannot be chosen, the near first."""
        self._follow(0.0)
        found = (self._found[who] for who in self._order)
        return tuple(one for one in found if one.refusal is not None)

    def weighed(self, who: str) -> Weighed | None:
        """Return what is known of somebody as a target; None for nobody's target."""
        self._follow(0.0)
        return self._found.get(who)

    def _follow(self, patience_s: float) -> None:
        """Find the targets of the present action in the present state, if they are others."""
        view, action, actor = self._controller.view, self.action, self._controller.actor
        if action is None or actor is None or actor not in self._drafts.state():
            if self._of:
                self._rest()
                self._of, self._found, self._order = (), {}, ()
            return
        if view.draft is not None and self._of:
            self._rest()  # the odds of the sheet come first
            return
        edition = self._drafts.last_choices.edition
        encounter = self._drafts.state()
        of = (encounter, action, view.picked, edition)
        if self._of and of[0] is self._of[0] and of[1:] == self._of[1:]:
            if self._job is None:
                self._weigh(action, actor, patience_s)
            return
        if not self._of or action is not self._of[1]:
            self._is_walked = False
        self._of, self.is_ranked = of, self.is_ranked and self._is_walked
        offered = None if action.candidates is None else action.candidates()
        self._offered = None if offered is None else offered.who
        self.words = {} if offered is None else offered.words
        self._list(encounter, actor)
        self._weigh(action, actor, patience_s)

    def _rest(self) -> None:
        self.weigher.cancel()
        self._job = None

    def _list(self, encounter: Encounter, actor: str) -> None:
        """List everybody who could be aimed at, the near first; an order gone by stays."""
        known = {who: one.refusal for who, one in self._found.items()}
        everyone = [one.id for one in encounter.everyone() if one.id != actor and _is_there(one)]
        if not self._is_walked or set(everyone) != set(self._order):
            self._order = tuple(sorted(everyone, key=self._rank))
        # Who could not be chosen a moment ago stays where it is until more is known.
        self._found = {who: Weighed(who, refusal=known.get(who)) for who in self._order}

    def _weigh(self, action: Action, actor: str, patience_s: float) -> None:
        encounter = self._drafts.state()
        make = self._maker(action, encounter)
        job = Weighing(
            self._controller.system, encounter, actor, make, self._order, self.pointed, Event()
        )
        self._job = job
        self.edition += 1
        known = {who: one for who, one in self._found.items() if one.is_judged}
        self.weigher.begin(job, known, self._take, patience_s)

    def _maker(self, action: Action, encounter: Encounter) -> Callable[[str], Command | None]:
        """Return what makes the command for a target, with what was last chosen."""
        view = self._controller.view
        if view.needs_met + 1 != len(action.needs):
            return lambda _who: None
        picked, need, system = view.picked, view.need, self._controller.system
        last = self._drafts.last_choices

        def make(who: str) -> Command:
            if need == "combatant":
                target = aimed_at(action, picked, encounter, who)
            else:
                others = tuple(one for one in picked.combatants if one != who)
                target = replace(picked, combatants=(*others, who))
            return last.command(system, encounter, action, target)

        return make

    def _take(self, some: tuple[Weighed, ...]) -> None:
        """Keep what was found; once all is known, put the best first."""
        for one in some:
            self._found[one.who] = one
        self.edition += 1
        is_known = all(one.is_judged and not one.is_late for one in self._found.values())
        if is_known and not self._is_walked and not self.is_ranked:
            self.is_ranked = True
            self._order = tuple(sorted(self._order, key=self._rank))
        self._controller.show()

    def _rank(self, who: str) -> tuple[int, float, float, str]:
        """Return by what the targets are ordered: whom it is for, chance, distance."""
        encounter, actor = self._drafts.state(), self._controller.actor or ""
        one, found = encounter[who], self._found.get(who)
        odds = None if found is None else found.odds
        chance = None if odds is None else chances_of(odds, actor, who).success
        return self.group_of(who), -(chance or 0.0), _apart(encounter[actor], one), who

    def is_own(self, who: str) -> bool:
        """Return whether somebody fights beside whoever acts."""
        encounter, actor = self._drafts.state(), self._controller.actor or ""
        return encounter.are_allied(encounter[who].side, encounter[actor].side)

    def group_of(self, who: str) -> int:
        """Return whether the action is meant for somebody, and how soon that one comes."""
        encounter, actor = self._drafts.state(), self._controller.actor or ""
        action, one = self.action, encounter[who]
        if action is None:
            return OTHERS
        offered, is_strike = self._offered, action.role is Role.STRIKE
        if action.role is Role.HELP:
            is_meant = not encounter.are_foes(one.side, encounter[actor].side)
        else:
            is_meant = not self.is_own(who) or (offered is not None and not is_strike)
        if not is_meant or (offered is not None and not is_strike and who not in offered):
            return OTHERS
        if is_unknown(encounter, actor, who):
            return HIDDEN
        return OUT if self._controller.rules_cache.card(who).out else MEANT


def aimed_at(action: Action, picked: Target, encounter: Encounter, who: str) -> Target:
    """Return what is chosen with a target; its place too, unless that is chosen for itself."""
    if "cell" in action.needs or who not in encounter:
        return replace(picked, combatant=who)
    return replace(picked, combatant=who, cell=encounter[who].pos)


def _is_there(one: Combatant) -> bool:
    return not one.aside and (one.pos is not None or one.distance_m is not None)


def _apart(one: Combatant, other: Combatant) -> float:
    """Return how far apart two are, for an order; those beyond the map come last."""
    if one.pos is None or other.pos is None:
        return float("inf") if other.distance_m is None else 1e6 + other.distance_m
    return max(abs(one.pos.x - other.pos.x), abs(one.pos.y - other.pos.y))
