"""Values to JSON and back: encounters, commands, events, replies.

Owns the form of a value on disk, not where it is kept. Sets are written sorted, everything else
in its own order (the order in which combatants joined means something), so that equal values give
equal text. What no rule system here can read is kept raw and written back unchanged.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, partial
from math import isfinite
from typing import TYPE_CHECKING, Final, Literal, TypeVar, get_origin

from frozendict import frozendict
from msgspec import ValidationError as MsgspecError
from msgspec import convert, structs
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from gridwar.engine.play.procedure_of_command import events_of, handlers_of
from gridwar.engine.play.replies_and_corrections import NO_REPLIES, Correction, Replies, Reply
from gridwar.model.clamped_numbers import finite, validated_near
from gridwar.model.combatant import Combatant
from gridwar.model.command import Command
from gridwar.model.encounter import Encounter
from gridwar.model.event_base import Event, RawEvent
from gridwar.model.geometry import Cell, Point
from gridwar.model.painted_layers import read_tiles, written_tiles
from gridwar.model.raw_parts import Raw, RawCommand, RawRules, RawSettings, RawSheet, RawSwitches
from gridwar.model.record import Record
from gridwar.model.validation import first_error
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.record import Part

M = TypeVar("M", bound=BaseModel)


class Misfit(ValueError):
    """Stored text that is no such value; the message names the field."""


class TooNew(Misfit):
    """Stored text of a newer version of a rule system than the one here."""


def text_of(value: object) -> str:
    """Write plain JSON data as one compact line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def plain(text: str | bytes) -> JsonValue:
    """Read JSON data. Bytes are UTF-8, and half a character is refused: nobody could write it."""
    if isinstance(text, bytes):
        text = text.removeprefix(BOM_UTF8)
    try:
        data: JsonValue = from_json(text)
    except ValueError as error:
        raise Misfit(_("no JSON: {why}").format(why=error)) from error
    return data


def data_of(value: Record | Event) -> dict[str, JsonValue]:
    """Return a record or an event as plain JSON data, sets sorted."""
    if isinstance(value, Event):
        return _data_of_event(value)
    return _of_record(value, value.model_dump(mode="json"))


def encode(value: Record | Event) -> str:
    """Write a record or an event as one line of JSON; what was kept raw comes out as it came in."""
    if isinstance(value, RawEvent | RawCommand):
        return value.data
    return text_of(data_of(value))


def encode_replies(replies: Replies) -> str:
    """Write the replies to a command, in the order they came."""
    return text_of([data_of(one) for one in replies.filed])


def _data_of_event(event: Event) -> dict[str, JsonValue]:
    if isinstance(event, RawEvent):
        return {**json.loads(event.data), "kind": event.raw_kind}
    fields = {name: _plain(getattr(event, name)) for name in event.__struct_fields__}
    return {"kind": event.kind, **fields}


def _plain(value: object) -> JsonValue:
    """Return what an event holds as plain JSON data."""
    if isinstance(value, Record):
        return data_of(value)
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, frozendict):
        return {**written_tiles(value)}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"an event holds {value!r}, which has no form on disk")


_PLAIN: Final = frozenset({Cell, Point, str, int, float, bool, type(None)})
"""What is written as it is."""


def _of_record(value: BaseModel, dumped: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if isinstance(value, Raw):
        kept: dict[str, JsonValue] = json.loads(value.data)
        return kept
    if isinstance(value, RawCommand):
        return {**json.loads(value.data), "kind": value.raw_kind}
    kind = {"kind": value.kind} if isinstance(value, Command) else {}
    return {**kind, **{name: _in_order(getattr(value, name), one) for name, one in dumped.items()}}


def _in_order(value: object, dumped: JsonValue) -> JsonValue:
    """Sort the lists that were sets and name kinds, following a value and its dump side by side."""
    if isinstance(value, BaseModel) and isinstance(dumped, dict):
        return _of_record(value, dumped)
    if isinstance(value, frozenset) and isinstance(dumped, list):
        return sorted(dumped, key=text_of)
    if isinstance(value, dict) and isinstance(dumped, dict) and len(value) == len(dumped):
        pairs = zip(dumped.items(), value.values(), strict=True)
        return {key: _in_order(inner, one) for (key, one), inner in pairs}
    if isinstance(value, tuple) and isinstance(dumped, list):
        if _PLAIN.issuperset(map(type, value)):
            return dumped  # thousands of cells, or numbers: nothing in them has an order
        return [_in_order(inner, one) for inner, one in zip(value, dumped, strict=True)]
    return dumped


@dataclass(frozen=True)
class Codec:
    """Reads what was written under one rule system and one version of its schema.

    ``is_adopted``: the fight's own system is not here and ``system`` stands in for it.
    """

    system: System
    is_adopted: bool = False
    version: int | None = None
    """The schema version of what is read; None for the present one."""
    is_stored: bool = False
    """What is read has been played: numbers beyond their bounds are brought to them, not refused.
    """

    def of_version(self, version: int) -> Codec:
        """Return the codec for text of a schema version.

        Raises:
            TooNew: It is newer than the system here.
        """
        if not self.is_adopted and version > self.system.data.version:
            text = _("written for version {there} of {system}, here is {here}")
            here, there = self.system.data.version, version
            raise TooNew(text.format(there=there, system=self.system.title, here=here))
        return self if version == self.version else replace(self, version=version)

    def encounter(self, text: str) -> Encounter:
        """Read an encounter."""
        return self.encounter_of(plain(text))

    def encounter_of(self, data: object) -> Encounter:
        """Make an encounter of JSON data."""
        return self._validated(Encounter, data)

    def combatant_of(self, data: object) -> Combatant:
        """Make a combatant of JSON data."""
        return self._validated(Combatant, data)

    def command(self, text: str) -> Command:
        """Read a command; one of an unknown kind is kept raw."""
        return self.command_of(plain(text), text)

    def command_of(self, data: object, text: str = "") -> Command:
        """Make a command of JSON data."""
        kind, data = self._with_kind("command", data)
        known = self._commands.get(kind)
        if known is None:
            raw = text or text_of(data)
            return RawCommand(raw_kind=kind, data=raw, actor=_actor(data))
        return self._validated(known, _without_kind(data))

    def event(self, text: str) -> Event:
        """Read an event; one of an unknown kind is kept raw."""
        return self.event_of(plain(text), text)

    def event_of(self, data: object, text: str = "") -> Event:
        """Make an event of JSON data."""
        kind, data = self._with_kind("event", data)
        known = self._events.get(kind)
        if known is None:
            return RawEvent(raw_kind=kind, data=text or text_of(data))
        try:
            found = convert(_without_kind(data), known, dec_hook=self._part_of_event)
            return self._with_finite_numbers(found)
        except MsgspecError as error:
            message, _at, place = str(error).partition(" - at `$.")
            place = place.removesuffix("`")
            raise Misfit(f"{place}: {message}" if place else message) from error
        except RecursionError as error:
            raise Misfit(_("nested too deeply")) from error

    def replies(self, text: str) -> Replies:
        """Read the replies to a command."""
        return NO_REPLIES if text == "[]" else self.replies_of(plain(text))

    def replies_of(self, data: object) -> Replies:
        """Make replies of JSON data."""
        if not isinstance(data, list):
            raise Misfit(_("no list"))
        return Replies(tuple(self._reply(one) for one in data))

    def read(self, part: Part, raw: dict[str, JsonValue]) -> Record:
        """Make a record of a part that ``model`` holds opaque; pydantic calls this."""
        if part == "command":
            return self.command_of(raw)
        if self.is_adopted:
            return _RAW[part](data=text_of(raw))
        if raw and self._is_old:  # whoever writes nothing by hand means the blank one
            raw = self._upgraded(part, raw)
        return self._validated(self._types[part], raw)

    @property
    def _types(self) -> Mapping[str, type[Record]]:
        return {
            "sheet": self.system.data.sheet,
            "rules": self.system.data.rules,
            "switches": self.system.data.switches,
            "settings": self.system.data.settings,
        }

    @cached_property
    def _commands(self) -> Mapping[str, type[Command]]:
        return {one.kind: one for one in handlers_of(self.system)}

    @cached_property
    def _events(self) -> Mapping[str, type[Event]]:
        return {one.kind: one for one in events_of(self.system)}

    @property
    def _is_old(self) -> bool:
        return self.version is not None and self.version < self.system.data.version

    def _with_finite_numbers(self, event: Event) -> Event:
        """Return an event without what is infinite or no number; records in it have been seen to.

        Raises:
            Misfit: There is some, and it has never been played.
        """
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, float) and not isfinite(value):
                if not self.is_stored:
                    raise Misfit(_("{field}: it has to be a finite number").format(field=name))
                event = structs.replace(event, **{name: finite(value)})
        return event

    def _part_of_event(self, kind: type, data: object) -> object:
        """Make what msgspec leaves to us: a record, or the tiles of a layer."""
        if get_origin(kind) is frozendict:
            return read_tiles(data)
        return self._validated(kind, data)

    def _reply(self, data: object) -> Reply | Correction:
        if isinstance(data, dict) and "before" in data:
            return self._validated(Correction, data)
        return self._validated(Reply, data)

    def _with_kind(
        self, part: Literal["command", "event"], data: object
    ) -> tuple[str, dict[str, JsonValue]]:
        if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
            raise Misfit(_("no {what} with a kind").format(what=part))
        if self._is_old and not self.is_adopted:
            data = self._upgraded(part, data)
        return str(data["kind"]), data

    def _upgraded(self, part: Part, data: dict[str, JsonValue]) -> dict[str, JsonValue]:
        version = self.version or 0
        try:
            return self.system.data.upgrade(part, dict(data), version)
        except (LookupError, TypeError, ValueError) as error:
            text = _("cannot be brought up to date: {why}")
            raise Misfit(text.format(why=repr(error))) from error

    def _validated(self, model: type[M], data: object) -> M:
        try:
            if self.is_stored:
                return validated_near(partial(model.model_validate, context=self), data)
            return model.model_validate(data, context=self)
        except ValidationError as error:
            place, message = first_error(error)
            message = message.removeprefix("Value error, ")
            raise Misfit(f"{place}: {message}" if place else message) from error
        except RecursionError as error:
            raise Misfit(_("nested too deeply")) from error


_RAW: Mapping[str, type[Raw]] = {
    "sheet": RawSheet,
    "rules": RawRules,
    "switches": RawSwitches,
    "settings": RawSettings,
}


def _without_kind(data: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {key: value for key, value in data.items() if key != "kind"}


def _actor(data: dict[str, JsonValue]) -> str | None:
    actor = data.get("actor")
    return actor if isinstance(actor, str) else None
