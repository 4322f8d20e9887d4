"""Walls, doors and the like as a form: of one, or of several together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import Field

from gridwar.control.forms.map_form_parts import (
    Height,
    choices_of,
    form_of,
    height_title,
    in_metres,
    in_unit,
)
from gridwar.control.forms.plain_fields import Offers
from gridwar.control.maps.map_words import door_words, sides_words
from gridwar.control.records.panel_records import Choice
from gridwar.model.bounds import Amount, AtLeastOne
from gridwar.model.record import Record
from gridwar.model.walls import DoorState, WallKind, WallSide, WallSight
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridwar.control.forms.record_form import RecordForm
    from gridwar.model.scale import Scale
    from gridwar.model.walls import Wall

WALL: Final = "wall"
"""The key of the part."""
_BOTH: Final = "both"
_KINDS: Final[Mapping[WallKind, str]] = {
    WallKind.WALL: _("Wall"),
    WallKind.DOOR: _("Door"),
    WallKind.WINDOW: _("Window"),
    WallKind.CURTAIN: _("Curtain"),
    WallKind.BARS: _("Bars"),
    WallKind.FENCE: _("Fence"),
}
_SIGHTS: Final[Mapping[WallSight, str]] = {
    WallSight.FULL: _("all of it"),
    WallSight.LIMITED: _("seen through once"),
    WallSight.NONE: _("none"),
}
_STRENGTH: Final = ("points", "hardness")
_SWITCHES: Final = ("blocks_movement", "blocks_effect")


class WallFields(Record):
    """What the form shows of one wall, or of several; None where they differ."""

    name: str
    kind: WallKind | None
    door: DoorState | None = Field(title=_("Stands"))
    height: Height = Field(description=_("empty: up to the sky"))
    foot: Height = Field(description=_("empty: from the ground"))
    blocks_movement: bool = Field(title=_("Stops movement"))
    blocks_effect: bool = Field(title=_("Stops shots and blasts"))
    sight: WallSight | None = Field(title=_("Stops sight"))
    one_way: str | None = Field(title=_("Stops who comes"))
    points: AtLeastOne | None = Field(description=_("empty: unbreakable"))
    hardness: Amount | None = Field(description=_("off each damage"))


def wall_form(walls: Sequence[Wall], scale: Scale) -> RecordForm:
    """Return the form of one wall, or of several together."""
    doors = [wall.door for wall in walls if wall.kind is WallKind.DOOR]
    states = {one: door_words(one) for one in DoorState}
    sides = _common([wall.one_way or _BOTH for wall in walls])
    shown = WallFields(
        name=walls[0].name,
        kind=_common([wall.kind for wall in walls]),
        door=_common(doors),
        height=in_unit(walls[0].height_m, scale),
        foot=in_unit(walls[0].foot_m, scale) or None,
        sight=_common([wall.sight for wall in walls]),
        one_way=None if sides is None else str(sides),
        points=walls[0].points or None,
        hardness=walls[0].hardness or None,
        **{name: all(getattr(wall, name) for wall in walls) for name in _SWITCHES},
    )
    ways = {_BOTH: _("from either side"), **{str(one): "" for one in WallSide}}
    ways |= {str(side): words for side, words in sides_words(walls).items()}
    left_out = {"name"} if len(walls) > 1 else set()
    stops = (*_SWITCHES, "sight", "one_way")
    offers = Offers(
        {
            f"{WALL}.kind": _several(shown.kind, _KINDS),
            f"{WALL}.door": _several(shown.door, states),
            f"{WALL}.sight": _several(shown.sight, _SIGHTS),
            f"{WALL}.one_way": _several(shown.one_way, ways),
        },
        titles={**height_title(scale), **_foot_title(scale)},
        headings={
            **dict.fromkeys(stops, _("What it stops")),
            **dict.fromkeys(_STRENGTH, _("What breaks it")),
        },
        wide=frozenset({"name", "kind", *stops}),
        left_out=frozenset(left_out if doors else {*left_out, "door"}),
    )
    return form_of(WALL, shown, offers)


def wall_changes(form: RecordForm, scale: Scale) -> dict[str, object]:
    """Return the fields of walls that a form changes, as far as what was typed fits."""
    fields: dict[str, object] = in_metres(form.changes(WALL), scale)
    if fields.get("hardness", 0) is None:
        fields["hardness"] = 0
    if "one_way" in fields:
        sides = {str(side): side for side in WallSide}
        fields["one_way"] = sides.get(str(fields["one_way"]))
    return fields


def _foot_title(scale: Scale) -> dict[str, str]:
    in_feet, in_metres_ = _("Its foot in feet"), _("Its foot in metres")
    return {"foot": in_feet if scale.unit == "ft" else in_metres_}


_Value = TypeVar("_Value", bound="str")


def _common(values: list[_Value]) -> _Value | None:
    """Return what all are; None where they differ."""
    return values[0] if len(set(values)) == 1 else None


def _several(chosen: str | None, words: Mapping[_Value, str]) -> tuple[Choice, ...]:
    choices = choices_of(words)
    return choices if chosen is not None else (Choice("", _("several")), *choices)
