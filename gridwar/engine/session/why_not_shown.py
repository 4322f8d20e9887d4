"""Whether a state can be shown: the rules are asked all that a window asks of them.

A state that was well stored may still be one that its rules cannot put into a card or an order.
Found here, it is a word to the user; found while the window is built, it would end the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.play.offered_actions_and_drafts import actions_of, out_of_turn_of
from gridwar.engine.session.journal_rows import ROOT
from gridwar.errors import GridwarError

if TYPE_CHECKING:
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter

MISPLAYED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    GridwarError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What playing or showing a stored value may raise that is well formed but makes no sense."""


def why_not_shown(system: System, encounter: Encounter) -> str:
    """Return why a state cannot be shown; empty where it can.

    Args:
        system: The rules.
        encounter: The state.
    """
    try:
        _ask_everything(system, encounter)
    except MISPLAYED as error:
        return f"{type(error).__name__}: {error}"
    return ""


def last_shown(session: Session) -> int | None:
    """Return the newest row before the present one, or it, whose state can be shown.

    Args:
        session: The fight.

    Returns:
        The number of a row, ``ROOT`` for the beginning; None where not even that can be shown.
    """
    line = session.history.line(session.position.cursor)
    for number in (*(row.id for row in reversed(line)), ROOT):
        if not why_not_shown(session.system, session.history.state(number)):
            return number
    return None


def _ask_everything(system: System, encounter: Encounter) -> None:
    for slot in system.turns.order(encounter):
        for who in slot.ids:
            encounter.combatants[who]
    system.turns.flow(encounter)
    system.board.scenery(encounter)
    system.board.areas(encounter)
    _ask_all(actions_of(system, encounter, None))
    for who in encounter.combatants:
        system.cards.card(encounter, who)
        _ask_all(actions_of(system, encounter, who))
        out_of_turn_of(system, encounter, who)
        system.board.overlays(encounter, who, "", None)
        system.board.movement(encounter, who, "")
        for other in system.board.body(encounter, who).linked:
            encounter.combatants[other]


def _ask_all(actions: tuple[Action, ...]) -> None:
    for one in actions:
        _said = one.price, one.refusal
