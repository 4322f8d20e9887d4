"""What can be set about a command: the command itself says what cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.engine.kit import Act, CommandChoice, CommandOption, Draft, require
from gridwar.engine.play.offered_actions_and_drafts import drafted
from tests.support.fights import begun
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Procedure, System, Table
    from gridwar.model.command import Command


class Shout(Act):
    """Say something, so loud."""

    words: str = "hey"
    volume: int = 1


def shout(table: Table, command: Shout) -> Procedure[None]:
    """Refuse a secret that is heard, more than two, and silence."""
    del table
    yield from require(command.words != "secret" or command.volume == 0, "loud", "Too loud.")
    yield from require(command.volume < 3, "hoarse", "Too much.")
    yield from require(bool(command.words), "silent", "Nothing is said.")


def draft(encounter: Encounter, command: Command) -> Draft:
    """Offer some words and volumes."""
    del encounter
    if not isinstance(command, Shout):
        return Draft()

    def choice(key: str, values: tuple[object, ...]) -> CommandChoice:
        options = (CommandOption(str(it), str(it), command.replace(**{key: it})) for it in values)
        return CommandChoice(key, key, tuple(options), str(getattr(command, key)))

    return Draft(choices=(choice("words", ("hey", "secret", "")), choice("volume", (0, 1, 9))))


@pytest.mark.parametrize(
    ("command", "grey"),
    [
        (Shout(actor="hero"), {"secret", "", "9"}),
        (Shout(actor="hero", words="secret"), {"secret", "", "1", "9"}),
        (Shout(actor="hero", volume=9), {"9", "secret"}),
        (Shout(actor="hero", words=""), {"", "secret", "9"}),
    ],
)
def test_a_value_is_grey_where_the_command_with_it_is_refused(
    command: Shout, grey: set[str]
) -> None:
    """Where nothing helps, what stands against the command greys no value; else it does."""
    session = begun("alley", hero=(1, 1), thug=(2, 1))
    system: System = with_handlers(session.system, {Shout: shout})
    system = replace(system, offers=replace(system.offers, draft=draft))
    choices = drafted(system, session.encounter, command).choices
    assert {it.id for one in choices for it in one.options if it.why_not} == grey
