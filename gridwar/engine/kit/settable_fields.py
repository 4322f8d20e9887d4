"""What can be set of a command before it is played, declared on its fields as the offer is on it.

A declaration stands in the annotation of its field:
``event: Annotated[Event, ChoiceField(_("By"), {"touch": _("Touch")})] = "touch"``. Of it the sheet
of an action is made, wherever the command is prepared, and the title of the field in the schema of
scripts. What a declaration takes from the fight it is told by functions of the encounter and the
command as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import get_annotations
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from gridwar.engine.kit.command_draft import (
    CommandChoice,
    CommandNumber,
    CommandOption,
    CommandText,
    CommandTicks,
    Draft,
)

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

C = TypeVar("C")
T = TypeVar("T")
V = TypeVar("V")
Words: TypeAlias = str | tuple[str, str]
"""The words of a value, maybe with what it is worth in a few more."""
Condition: TypeAlias = Callable[..., object]
"""Tells from the encounter and the command whether something holds."""
Setting: TypeAlias = CommandChoice | CommandNumber | CommandTicks | CommandText


class SettableField(Struct, frozen=True):
    """What is declared of a field that can be set before its command is played.

    Attributes:
        title: What is set, in the book's words.
    """

    title: str

    def settings(self, encounter: Encounter, command: Command, name: str) -> Iterable[Setting]:
        """Return what can be set of a field now; nothing where it makes no difference."""
        raise NotImplementedError

    def __get_pydantic_json_schema__(
        self, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Give the field its title in the schema of scripts."""
        return {**handler(core_schema), "title": self.title}


class ChoiceField(SettableField, Generic[V], frozen=True):
    """One of several values is chosen.

    An option's id is its value as text: yes or no of True or False, nothing of None.

    Attributes:
        values: What may be chosen with its words, in order, or what tells it from the encounter
            and the command.
        when: Tells whether it is shown; None: always.
        now: Tells what applies now; None: the value of the field.
        make: Makes of the command one with a value; None: the field is set, and nothing else.
        least: Fewer values than this are not worth showing.
        other: The id of what is shown as chosen where none of the values is; None: what it is.
    """

    values: Mapping[V, Words] | Callable[..., Mapping[V, Words]]
    when: Condition | None = None
    now: Callable[..., V] | None = None
    make: Callable[..., Command] | None = None
    least: int = 1
    other: str | None = None

    def settings(self, encounter: Encounter, command: Command, name: str) -> Iterable[Setting]:
        """Return the choice where it is shown."""
        if self.when is not None and not self.when(encounter, command):
            return ()
        values = _told(self.values, encounter, command)
        if len(values) < self.least:
            return ()
        make = self.make or (lambda command, value: command.replace(**{name: value}))
        options = []
        for value, words in values.items():
            title, note = (words, "") if isinstance(words, str) else words
            options.append(CommandOption(_id(value), title, make(command, value), note))
        now = getattr(command, name) if self.now is None else self.now(encounter, command)
        chosen = _id(now) if self.other is None or now in values else self.other
        return (CommandChoice(name, self.title, tuple(options), chosen),)


class NumberField(SettableField, frozen=True):
    """A number is set.

    Attributes:
        least: The smallest that may be set, or how it is told.
        most: The greatest.
        note: What it is worth, in a few words.
        when: Tells whether it is shown; None: always.
        now: Tells the number as it is now; None: the value of the field, at most the greatest.
    """

    least: int | Callable[..., int]
    most: int | Callable[..., int]
    note: str | Callable[..., str] = ""
    when: Condition | None = None
    now: Callable[..., int] | None = None

    def settings(self, encounter: Encounter, command: Command, name: str) -> Iterable[Setting]:
        """Return the number where it is shown."""
        if self.when is not None and not self.when(encounter, command):
            return ()
        least, most = _told(self.least, encounter, command), _told(self.most, encounter, command)
        if self.now is None:
            now = min(getattr(command, name), most)
        else:
            now = self.now(encounter, command)

        def make(number: int) -> Command:
            return command.replace(**{name: number})

        return (
            CommandNumber(
                name, self.title, least, most, now, make, _told(self.note, encounter, command)
            ),
        )


class TicksField(SettableField, frozen=True):
    """Several values may be ticked; of a field that is yes or no, it alone.

    Attributes:
        values: Those that may be ticked, with their words, in order.
        when: Tells whether they are shown; None: always.
    """

    values: Mapping[str, str] | Callable[..., Mapping[str, str]]
    when: Condition | None = None

    def settings(self, encounter: Encounter, command: Command, name: str) -> Iterable[Setting]:
        """Return what may be ticked, where there is something."""
        if self.when is not None and not self.when(encounter, command):
            return ()
        values = _told(self.values, encounter, command)
        kept = getattr(command, name)
        ticked = frozenset({name} if kept else ()) if isinstance(kept, bool) else frozenset(kept)

        def make(ids: frozenset[str]) -> Command:
            if isinstance(kept, bool):
                return command.replace(**{name: name in ids})
            return command.replace(**{name: type(kept)(one for one in values if one in ids)})

        rows = tuple(values.items())
        return (CommandTicks(name, self.title, rows, ticked, make),) if rows else ()


class TextField(SettableField, frozen=True):
    """Words of somebody's own are written.

    Attributes:
        note: What they are for, in a few words.
    """

    note: str = ""

    def settings(self, encounter: Encounter, command: Command, name: str) -> Iterable[Setting]:
        """Return the words as they are."""
        del encounter

        def make(words: str) -> Command:
            return command.replace(**{name: words})

        value = getattr(command, name)
        return (CommandText(name, self.title, value, make, note=self.note),)


class EachField(SettableField, frozen=True):
    """A field holds several things that are set one by one: a value a victim, a use a weapon.

    Attributes:
        each: Returns what can be set of each.
    """

    each: Callable[..., Iterable[Setting]]

    def settings(self, encounter: Encounter, command: Command, name: str) -> Iterable[Setting]:
        """Return what can be set of each."""
        del name
        return self.each(encounter, command)


_SETTABLE_IF: Final = "__settable_if__"


def settable_if(test: Condition) -> Callable[[C], C]:
    """Declare on a command that nothing can be set of it before something holds.

    Args:
        test: Tells it from the encounter and the command: that a target is there, a weapon known.
    """

    def declare(command: C) -> C:
        setattr(command, _SETTABLE_IF, staticmethod(test))
        return command

    return declare


@lru_cache(maxsize=512)
def _settables(kind: type[Command]) -> tuple[tuple[str, SettableField], ...]:
    """Return the fields that declare something: a command's own first, then those of its bases."""
    names = dict.fromkeys(name for one in kind.__mro__ for name in get_annotations(one))
    return tuple(
        (name, one)
        for name in names
        if name in kind.model_fields
        for one in kind.model_fields[name].metadata
        if isinstance(one, SettableField)
    )


def declared_draft(encounter: Encounter, command: Command) -> Draft:
    """Return what the fields of a command declare that can be set of it.

    They stand in the order of the fields, those of its own before those of its bases.
    """
    declared = _settables(type(command))
    test = getattr(command, _SETTABLE_IF, None)
    is_there = command.actor is None or command.actor in encounter
    if not declared or not is_there or (test is not None and not test(encounter, command)):
        return Draft()
    found = [
        setting for name, one in declared for setting in one.settings(encounter, command, name)
    ]
    return Draft(
        choices=tuple(one for one in found if isinstance(one, CommandChoice)),
        numbers=tuple(one for one in found if isinstance(one, CommandNumber)),
        ticks=tuple(one for one in found if isinstance(one, CommandTicks)),
        texts=tuple(one for one in found if isinstance(one, CommandText)),
    )


def _told(value: T | Callable[..., T], encounter: Encounter, command: Command) -> T:
    return value(encounter, command) if callable(value) else value


def _id(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
