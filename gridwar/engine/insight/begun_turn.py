"""The fight at the beginning of somebody's turn, wherever the one in question stands by then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.insight.watch import SQUARE, unwatched, watched, watching
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal

if TYPE_CHECKING:
    from gridwar.engine.insight.signature import Situations
    from gridwar.engine.insight.strikes import Duels
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


class BegunTurn:
    """The beginning of somebody's turn, wherever the one in question stands by then."""

    actions: tuple[Action, ...] = ()
    others: tuple[str, ...] = ()
    duels: Duels

    def __init__(self, system: System, situations: Situations, known: Encounter, who: str) -> None:
        self._system, self._situations, self._known, self._who = system, situations, known, who
        self._at_home = situations.apart(known)
        self._actor = ""
        self._is_same_anywhere = False
        self.base = known
        """The fight then, with the one in question where it stands now."""

    def begin(self, actor: str) -> None:
        """Begin the turn of somebody; empty: the turn under way goes on."""
        self._actor = actor
        if not actor:
            self._is_same_anywhere = True
            return
        with watching(SQUARE) as readers:
            after = self._begun(watched(self._known, (self._who,)))
        self.base = unwatched(after)
        stays = all(
            getattr(self.base.combatants[self._who], name)
            == getattr(self._known.combatants[self._who], name)
            for name in SQUARE
        )
        self._is_same_anywhere = stays and not readers and self.base.bracket is None

    def at(self, placed: Encounter) -> Encounter:
        """Return the fight at the beginning of that turn, with the one in question put down.

        Where nothing asks for its place meanwhile, the turn need not begin anew for each square.
        """
        if not self._actor:
            return placed
        if not self._is_same_anywhere or self._situations.apart_of_placed(placed) != self._at_home:
            return self._begun(placed)
        there, here = placed.combatants[self._who], self.base.combatants[self._who]
        moved = here.replace(**{name: getattr(there, name) for name in SQUARE})
        return self.base.with_combatant(moved)

    def _begun(self, state: Encounter) -> Encounter:
        run = Rehearsal(self._system, state, TakeTurn(actor=self._actor), {})
        after, _result = run.play(attended)
        return state if run.refusal is not None else after
