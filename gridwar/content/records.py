"""The three files that every rulebook has, as frozen records.

Owns their keys: ``manifest.toml`` (what the rulebook is and its scale), ``switches.toml`` (house
rules) and ``index.toml`` (rule ids and short titles). A system's own tables are its own models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, Self, TypeAlias, TypeVar

from frozendict import frozendict
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)

from gridwar.content.problems import nearest
from gridwar.errors import ContentError
from gridwar.grid.metrics import Metric
from gridwar.model.record import FrozenMap, Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

RULE_ID_PATTERN = r"[A-Z]{2,}(?:-[A-Z0-9]+)+[a-z]?"
"""How a rule id looks: the rulebook's letters, a topic, a number, as in ``CE-REA-03``."""

RuleId = Annotated[str, Field(pattern=f"^{RULE_ID_PATTERN}$")]
SystemId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Title = Annotated[str, Field(min_length=1, max_length=120)]
SwitchTableValue: TypeAlias = FrozenMap[str, StrictInt]
"""Whole numbers by name."""
SwitchValue: TypeAlias = StrictBool | StrictInt | StrictFloat | StrictStr | SwitchTableValue


T = TypeVar("T")


class _Whole(RootModel[T]):
    """A file that is one table, whose keys are its own."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class Scale(Record):
    """How large a cell is and how long a round lasts, unless a fight says otherwise."""

    cell_size: Annotated[float, Field(gt=0)]
    """Side of a cell, in ``unit``."""
    unit: Literal["m", "ft"]
    round_s: Annotated[float, Field(gt=0)]


class Metrics(Record):
    """How distance is counted, for each purpose."""

    range: Metric
    movement: Metric
    area: Metric


class Manifest(Record):
    """What a rulebook is."""

    id: SystemId
    title: Title
    summary: str
    source: str
    """Where the rules come from, and what is left out."""
    playable: bool
    """Whether the program offers it; an unfinished rulebook may stand in the folder."""
    scale: Scale
    metrics: Metrics


class Switch(Record):
    """One house-rule switch.

    Allowed are the default, the listed values, for a truth value both, and, where a minimum or a
    maximum is given, every number between them; of a table all numbers by the same names.
    """

    default: SwitchValue
    values: tuple[SwitchValue, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    rule: RuleId
    text: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _something_to_choose(self) -> Self:
        if len(self.choices) == 1 and not self.is_open:
            raise ValueError(_("nothing to choose: give other values, a minimum or a maximum"))
        return self

    @property
    def choices(self) -> tuple[SwitchValue, ...]:
        """List the named values, the default first."""
        both = (True, False) if isinstance(self.default, bool) else ()
        found: list[SwitchValue] = []
        for value in (self.default, *self.values, *both):
            if not any(_is_same(value, other) for other in found):
                found.append(value)
        return tuple(found)

    @property
    def is_open(self) -> bool:
        """Tell whether numbers beside the named values are allowed."""
        is_bounded = self.minimum is not None or self.maximum is not None
        return is_bounded or isinstance(self.default, frozendict)

    def allows(self, value: SwitchValue) -> bool:
        """Tell whether a fight may set the switch to this value."""
        if any(_is_same(value, choice) for choice in self.choices):
            return True
        if isinstance(value, frozendict):
            table = self.default
            alike = isinstance(table, frozendict) and value.keys() == table.keys()
            return alike and all(self._is_between(one) for one in value.values())
        if not self.is_open or isinstance(value, bool | str):
            return False
        return self._is_between(value)

    def _is_between(self, value: float) -> bool:
        low = self.minimum is None or value >= self.minimum
        return low and (self.maximum is None or value <= self.maximum)


class SwitchTable(_Whole[FrozenMap[str, Switch]]):
    """All house-rule switches of a rulebook, by name."""

    def defaults(self) -> FrozenMap[str, SwitchValue]:
        """Give every switch its default."""
        return self.checked({})

    def checked(self, chosen: Mapping[str, SwitchValue]) -> FrozenMap[str, SwitchValue]:
        """Complete a choice by the defaults; refuse unknown names and values."""
        for name, value in chosen.items():
            switch = self.root.get(name)
            if switch is None:
                hint = nearest(name, self.root)
                raise ContentError(
                    _("{name}: no such house-rule switch{hint}").format(name=name, hint=hint)
                )
            if not switch.allows(value):
                hint = nearest(str(value), map(str, switch.choices))
                raise ContentError(
                    _("{name}: the switch cannot be {value}{hint}").format(
                        name=name, value=repr(value), hint=hint
                    )
                )
        defaults = {name: switch.default for name, switch in self.root.items()}
        return frozendict(defaults | dict(chosen))

    def differences_from(self, model: type[BaseModel]) -> tuple[str, ...]:
        """Compare with the model in which a system keeps its switches; nothing, if they agree.

        They agree when both have the same names and defaults, and the model takes every choice.
        """
        fields = model.model_fields
        found = [
            _("{name}: only one of data and code has this switch").format(name=name)
            for name in sorted(fields.keys() ^ self.root.keys())
        ]
        for name in sorted(fields.keys() & self.root.keys()):
            switch = self.root[name]
            default = fields[name].get_default(call_default_factory=True, validated_data={})
            if not _is_same(default, switch.default):
                found.append(
                    _("{name}: the default is {one} in the data and {other} in the code").format(
                        name=name, one=repr(switch.default), other=repr(default)
                    )
                )
            for choice in switch.choices:
                try:
                    model.model_validate({name: choice})
                except ValidationError:
                    found.append(
                        _("{name}: the code does not take {value}").format(
                            name=name, value=repr(choice)
                        )
                    )
        return tuple(found)


class RuleIndex(_Whole[FrozenMap[RuleId, Title]]):
    """The ids of a rulebook's rules with a short title each."""


def _is_same(one: SwitchValue, other: SwitchValue) -> bool:
    # In Python True equals 1; in a rulebook it does not.
    return type(one) is type(other) and one == other
