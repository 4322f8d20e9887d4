"""What the strict table of the tests finds in procedures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit import Act, emit, require, say
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.errors import ProcedureError
from tests.support.alley.rules import Wounded
from tests.support.fights import begun
from tests.support.strict_table import StrictTable
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from gridwar.engine.kit import Procedure, Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.engine.play.play_outcome import Outcome


class Stumble(Act):
    """Fall over something."""


def _drop(_made: Procedure[None]) -> None:
    """Forget what was made, where the lint does not see it."""


def stumble(table: Table, command: Stumble) -> Procedure[None]:
    """Begin all that is made."""
    yield from emit(Wounded(command.actor, 1))
    yield from say(table, "{who} stumbles", who=command.actor)


def stay(table: Table, command: Stumble) -> Procedure[None]:
    """Refuse, with a procedure made before that."""
    _drop(say(table, "{who} stumbles", who=command.actor))
    yield from require(False, "upright", "Nothing lies there.")


def say_nothing(table: Table, command: Stumble) -> Procedure[None]:
    """Make the line of the log and never begin it."""
    yield from emit(Wounded(command.actor, 1))
    _drop(say(table, "{who} stumbles", who=command.actor))


def require_nothing(_table: Table, command: Stumble) -> Procedure[None]:
    """Make the requirement and never begin it."""
    _drop(require(False, "upright", "Nothing lies there."))
    yield from emit(Wounded(command.actor, 1))


def emit_nothing(table: Table, command: Stumble) -> Procedure[None]:
    """Make what happens and never begin it."""
    _drop(emit(Wounded(command.actor, 1)))
    yield from say(table, "{who} stumbles", who=command.actor)


def played(procedure: Handler) -> Outcome:
    """Return what comes of a command that somebody plays in this way."""
    first = begun("alley", hero=(1, 1), thug=(2, 1))
    system = with_handlers(first.system, {Stumble: procedure})
    session = Session(system, first.encounter, table=StrictTable)
    return session.submit(Stumble(actor=first.encounter.turn or ""))


@pytest.mark.parametrize(
    ("procedure", "name"),
    [(say_nothing, "say"), (require_nothing, "require"), (emit_nothing, "emit"), (stay, "say")],
)
def test_a_procedure_that_is_made_and_never_begun_fails(procedure: Handler, name: str) -> None:
    """Without ``yield from`` a line, a requirement and an event are errors, not silence."""
    with pytest.raises(ProcedureError, match=f"lack of yield from: {name}$"):
        played(procedure)


def test_a_procedure_that_begins_all_it_makes_is_played() -> None:
    """What is begun is no fault."""
    assert isinstance(played(stumble), Accepted)
