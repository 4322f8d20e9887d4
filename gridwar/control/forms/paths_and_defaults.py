"""Where the key of a field leads (in a model, in plain data, in a form), and what a new record has.

A key is a part of the form and a path, with dots between: ``sheet.weapons.0.name``. The names of a
mapping are steps of a path too; dots in them are written otherwise (`step_of`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.control.forms.field_types import Holds, Node, Shape, shape_of
from gridwar.control.forms.names_and_completions import Vocabulary
from gridwar.storage.json_codec import data_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from gridwar.control.forms.value_texts import FormValue
    from gridwar.model.record import Record


def step_of(name: str) -> str:
    """Return a name of a mapping as a step of a key."""
    return name.replace("%", "%25").replace(".", "%2E")


def name_of(step: str) -> str:
    """Return the name that a step of a key stands for."""
    return step.replace("%2E", ".").replace("%25", "%")


@lru_cache(maxsize=4096)
def node_at(model: type[Record], path: str) -> Node | None:
    """Return where a path leads in a model; None where it leads nowhere, or to a record of a list.

    Args:
        model: The record at its beginning.
        path: Steps with dots between.
    """
    node: Node | None = None
    here: type[Record] | None = model
    for step in path.split("."):
        if node is not None and node.shape.holds is Holds.TABLE and node.name is None:
            node = _value_of(node, step)
            here = None
        elif node is not None and node.shape.holds is Holds.RECORDS and step.isdecimal():
            here, node = node.shape.record, None
        elif here is None or step not in here.model_fields:
            return None
        else:
            info = here.model_fields[step]
            shape = shape_of(info)
            if shape is None:
                return None
            node = Node(shape, info, step)
            here = shape.record if shape.holds is Holds.RECORD else None
    return node


def _value_of(node: Node, step: str) -> Node:
    holds = Holds.NUMBER if node.shape.of_numbers else Holds.TEXT
    shape = Shape(holds, optional=True, is_whole=node.shape.is_whole)
    return Node(shape, node.info, node.field, name_of(step))


MISSING: Final = object()
"""Stands for a value that is not there: a record on the way to it is missing."""


def value_at(data: object, path: str) -> object:
    """Return what stands at a path in plain data; `MISSING` where nothing can stand there."""
    here, steps = data, path.split(".")
    for at, step in enumerate(steps):
        if isinstance(here, list):
            here = here[int(step)]
        elif isinstance(here, dict):
            here = here.get(step, here.get(name_of(step), MISSING))
        if here is MISSING or (here is None and at + 1 < len(steps)):
            return MISSING
    return here


def holder_at(data: Any, key: str) -> tuple[Any, Any]:
    """Return what holds the value at a key of plain data, and its name or number in it."""
    *way, last = key.split(".")
    here = data
    for step in way:
        here = here[int(step)] if isinstance(here, list) else here[step]
    return here, int(last) if isinstance(here, list) else name_of(last)


def put_value(data: dict[str, JsonValue], path: str, value: JsonValue) -> None:
    """Put a value at a path of plain data; what is missing on the way is made."""
    *way, last = path.split(".")
    for step in way:
        inner = data.get(step)
        if not isinstance(inner, dict):
            inner = data[step] = {}
        data = inner
    data[last] = value


def ways_to(key: str) -> tuple[str, ...]:
    """Return a key and all around it, the nearest first."""
    steps = key.split(".")
    return tuple(".".join(steps[:n]) for n in range(len(steps), 0, -1))


def usual_at(model: type[Record], path: str) -> object:
    """Return what stands at a path in a new record; `MISSING` where nothing stands there."""
    here: object = blank(model)
    steps = path.split(".")
    for at, step in enumerate(steps):
        here = here.get(name_of(step), MISSING) if isinstance(here, dict) else MISSING
        node = node_at(model, ".".join(steps[: at + 1]))
        is_last = at + 1 == len(steps)
        if here is None and not is_last and node is not None and node.shape.record is not None:
            here = blank(node.shape.record)
        if here is MISSING:
            return MISSING
    return here


# --- new records ---------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def blank(model: type[Record]) -> dict[str, JsonValue]:
    """Return plain data for a new record: defaults, and the least that fits where there is none.

    Not to be changed: a copy is to be put into a form.
    """
    return data_of(_least_of(model))


def _least_of(model: type[Record]) -> Record:
    needed: dict[str, object] = {
        name: _least(shape_of(info))
        for name, info in model.model_fields.items()
        if info.is_required()
    }
    return model.constant(**needed)


def _least(shape: Shape | None) -> object:
    if shape is None or shape.optional:
        return None
    match shape.holds:
        case Holds.NUMBER:
            return max(1, int(shape.minimum or 0))
        case Holds.CHOICE:
            return shape.choices[0]
        case Holds.FLAG:
            return False
        case Holds.RECORD if shape.record is not None:
            return _least_of(shape.record)
        case Holds.TEXT:
            return ""
        case _:
            return ()


# --- what a layout is filled from ----------------------------------------------------------------


class FormData(Struct, frozen=True):
    """What a layout is filled from.

    Attributes:
        models: the record of each part of the form.
        data: what stands in them.
        typed: what was typed, by key.
        unfolded: the keys of what stands open.
        words: what each part is told in.
        templates: what lists can be filled from, by key.
        refers: fields that hold the id of an entry of a list, by their own name: its key.
        worth: what figures come to, by key.
        full_values: fields that hold what is left of others, by key: the key of those.
    """

    models: Mapping[str, type[Record]]
    data: Mapping[str, object]
    typed: Mapping[str, FormValue]
    unfolded: frozenset[str]
    words: Mapping[str, Vocabulary] = frozendict()
    templates: Mapping[str, tuple[Record, ...]] = frozendict()
    refers: Mapping[str, str] = frozendict()
    worth: Mapping[str, str] = frozendict()
    full_values: Mapping[str, str] = frozendict()

    def node(self, key: str) -> Node | None:
        """Return where a key leads."""
        part, _dot, path = key.partition(".")
        model = self.models.get(part)
        return node_at(model, path) if model is not None and path else None

    def shape_near(self, key: str) -> Shape | None:
        """Return what the field at a key holds, or the nearest one around it."""
        found = (self.node(one) for one in ways_to(key))
        return next((node.shape for node in found if node is not None), None)

    def value(self, key: str) -> object:
        """Return what stands at a key; `MISSING` where nothing can."""
        return value_at(self.data, key)

    def usual(self, key: str) -> object:
        """Return what stands at a key of a new record."""
        part, _dot, path = key.partition(".")
        return usual_at(self.models[part], path)

    def full_of(self, key: str) -> str | None:
        """Return the key of the full value of what somebody has left; None for other fields."""
        for left, full in self.full_values.items():
            if key == left or key.startswith(f"{left}."):
                return full + key.removeprefix(left)
        return None

    def vocabulary(self, key: str) -> Vocabulary:
        """Return the words of the part of a key."""
        return self.words.get(key.split(".", 1)[0], _PLAIN)


_PLAIN = Vocabulary()
