"""What a layout is filled from: models, plain data, what was typed and what stands open.

Finds fields and values by their keys; changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.control.forms.paths import node_at, usual_at, value_at
from gridwar.control.forms.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.paths import Node
    from gridwar.control.forms.values import FormValue
    from gridwar.model.record import Record


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
    """

    models: Mapping[str, type[Record]]
    data: Mapping[str, object]
    typed: Mapping[str, FormValue]
    unfolded: frozenset[str]
    words: Mapping[str, Vocabulary] = frozendict()
    templates: Mapping[str, tuple[Record, ...]] = frozendict()
    refers: Mapping[str, str] = frozendict()

    def node(self, key: str) -> Node | None:
        """Return where a key leads."""
        part, _dot, path = key.partition(".")
        model = self.models.get(part)
        return node_at(model, path) if model is not None and path else None

    def value(self, key: str) -> object:
        """Return what stands at a key; `MISSING` where nothing can."""
        return value_at(self.data, key)

    def usual(self, key: str) -> object:
        """Return what stands at a key of a new record."""
        part, _dot, path = key.partition(".")
        return usual_at(self.models[part], path)

    def vocabulary(self, key: str) -> Vocabulary:
        """Return the words of the part of a key."""
        return self.words.get(key.split(".", 1)[0], _PLAIN)


_PLAIN = Vocabulary()
