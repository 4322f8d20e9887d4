"""What lies on the map as forms: kinds of terrain and cover, things to hide behind, walls, zones.

Owns what these forms show of the map's own records, heights in the map's unit, and what comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

from frozendict import frozendict
from pydantic import Field

from gridwar.control.forms.plain_fields import Offers
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.forms.value_texts import NO, YES
from gridwar.control.maps.map_words import degree_words, door_words, light_words
from gridwar.control.records.panel_records import Choice
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm, CoverKind
from gridwar.model.record import Record
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.model.walls import DoorState, WallKind
from gridwar.model.zones import LIGHT, SMOKE, Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from enum import StrEnum

    from gridwar.model.battlemap import Scale
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone

TERRAIN, COVER, WALL, ZONE = "terrain", "cover", "wall", "zone"
"""The keys of the parts."""
MOST: Final = 99
Height = Annotated[float | None, Field(ge=0.1, le=3000)]
"""In the map's unit; None as the form says."""
Number = Annotated[int, Field(ge=1, le=MOST)]
KindName = Annotated[str, Field(min_length=1)]


_Key = TypeVar("_Key")


def _fields(model: type[Record], source: Record, **other: object) -> Record:
    """Return what a form shows of a record: the fields of the same name, and others."""
    names = model.model_fields.keys() - other.keys()
    return model.constant(**{name: getattr(source, name) for name in names}, **other)


def _form(key: str, shown: Record, offers: Offers) -> RecordForm:
    return RecordForm("", (FormPart(key, shown, offers),), "")


def _choices(words: Mapping[_Key, str]) -> tuple[Choice, ...]:
    """Return choices by value, in words with a large first letter."""
    return tuple(Choice(str(value), text[:1].upper() + text[1:]) for value, text in words.items())


# --- terrain -------------------------------------------------------------------------------------


class TerrainFields(Record):
    """What the form shows of a kind of terrain."""

    name: KindName
    look: TerrainLook = Field(title=_("Drawn as"))
    multiplier: Number = Field(title=_("Cost times"), description=_("for rules that multiply"))
    difficulty: int = Field(ge=0, le=MOST, description=_("for rules that add"))
    impassable: bool
    blocks_sight: bool
    blocks_effect: bool = Field(title=_("Blocks shots and blasts"))
    affects: tuple[str, ...] = Field(
        title=_("Whom it hinders"),
        description=_("Ways of moving, such as walking. Empty: all."),
    )


_LOOKS: Final[Mapping[TerrainLook, str]] = {
    TerrainLook.AUTO: _("By its effect"),
    TerrainLook.PLAIN: _("Plain"),
    TerrainLook.RUBBLE: _("Rubble"),
    TerrainLook.WATER: _("Water"),
    TerrainLook.GROWTH: _("Undergrowth"),
    TerrainLook.MUD: _("Mud"),
    TerrainLook.ICE: _("Ice"),
    TerrainLook.ROCK: _("Rock"),
}
_EFFECT = ("multiplier", "difficulty", "impassable", "blocks_sight", "blocks_effect", "affects")


def terrain_form(kind: TerrainKind, taken: Iterable[str] = ()) -> RecordForm:
    """Return the form of a kind of terrain.

    Args:
        kind: The kind.
        taken: The names of the others.
    """
    offers = Offers(
        {f"{TERRAIN}.look": _choices(_LOOKS)},
        headings=dict.fromkeys(_EFFECT, _("What it does")),
        wide=frozenset(_EFFECT[2:]),
        taken=frozendict(name=frozenset(taken)),
    )
    return _form(TERRAIN, _fields(TerrainFields, kind, affects=tuple(sorted(kind.affects))), offers)


def terrain_of(form: RecordForm, kind: TerrainKind) -> TerrainKind:
    """Return a kind of terrain as a form without errors has it."""
    fields = form.changes(TERRAIN)
    if "affects" in fields:
        fields["affects"] = frozenset(fields["affects"])
    return kind.replace(**fields)


# --- cover ---------------------------------------------------------------------------------------


class CoverFields(Record):
    """What the form shows of a thing, or a low wall, to hide behind."""

    name: str
    degree: CoverDegree = Field(title=_("Hides"))
    hard: Literal[True, False] = Field(title=_("Made of"))
    height: Height = Field(description=_("above its base; empty: as tall as anyone"))


class CoverKindFields(CoverFields):
    """What the form shows of a kind of painted cover."""

    name: KindName
    form: CoverForm = Field(title=_("Serves"))


_HARDNESS: Final = (
    Choice(YES, _("Hard: stops bullets")),
    Choice(NO, _("Soft: only hides")),
)
_FORMS: Final[Mapping[CoverForm, str]] = {
    CoverForm.AREA: _("Those inside it (woods, a trench)"),
    CoverForm.OBJECT: _("Those behind it (crates)"),
}


def cover_form(cover: Cover, name: str, scale: Scale) -> RecordForm:
    """Return the form of a thing, or a low wall, to hide behind."""
    height = _in_unit(cover.height_m, scale)
    shown = _fields(CoverFields, cover, name=name, height=height)
    return _form(COVER, shown, _cover_offers(scale))


def cover_kind_form(kind: CoverKind, scale: Scale, taken: Iterable[str] = ()) -> RecordForm:
    """Return the form of a kind of painted cover.

    Args:
        kind: The kind.
        scale: Whose unit heights are typed in.
        taken: The names of the others.
    """
    shown = _fields(CoverKindFields, kind, height=_in_unit(kind.height_m, scale))
    return _form(COVER, shown, _cover_offers(scale, frozenset(taken)))


def _cover_offers(scale: Scale, taken: frozenset[str] = frozenset()) -> Offers:
    degrees = {one: degree_words(one) for one in CoverDegree if one is not CoverDegree.NONE}
    choices = {"degree": _choices(degrees), "hard": _HARDNESS, "form": _choices(_FORMS)}
    return Offers(
        {f"{COVER}.{name}": found for name, found in choices.items()},
        titles=_height_title(scale),
        wide=frozenset({"name", "height", "form"}),
        taken=frozendict(name=taken),
    )


def cover_of(form: RecordForm, cover: Cover, name: str, scale: Scale) -> tuple[Cover, str]:
    """Return cover and its name as a form has them, as far as what was typed fits."""
    fields = _in_metres(form.changes(COVER), scale)
    name = fields.pop("name", name)
    worth = {key: getattr(cover, key) for key in Cover.model_fields} | fields
    return Cover.model_validate(worth), name


def cover_kind_of(form: RecordForm, kind: CoverKind, scale: Scale) -> CoverKind:
    """Return a kind of painted cover as a form without errors has it."""
    return kind.replace(**_in_metres(form.changes(COVER), scale))


# --- walls ---------------------------------------------------------------------------------------


class WallFields(Record):
    """What the form shows of one wall, or of several; None where they differ."""

    name: str
    kind: WallKind | None
    door: DoorState | None = Field(title=_("Stands"))
    height: Height = Field(description=_("empty: up to the sky"))
    blocks_movement: bool = Field(title=_("Stops movement"))
    blocks_sight: bool = Field(title=_("Stops sight"))
    blocks_effect: bool = Field(title=_("Stops shots and blasts"))


_KINDS: Final[Mapping[WallKind, str]] = {
    WallKind.WALL: _("Wall"),
    WallKind.DOOR: _("Door"),
    WallKind.WINDOW: _("Window"),
}
_STOPS = ("blocks_movement", "blocks_sight", "blocks_effect")


def wall_form(walls: Sequence[Wall], scale: Scale) -> RecordForm:
    """Return the form of one wall, or of several together."""
    doors = [wall.door for wall in walls if wall.kind is WallKind.DOOR]
    states = {one: door_words(one) for one in DoorState}
    shown = WallFields(
        name=walls[0].name,
        kind=_common([wall.kind for wall in walls]),
        door=_common(doors),
        height=_in_unit(walls[0].height_m, scale),
        **{name: all(getattr(wall, name) for wall in walls) for name in _STOPS},
    )
    left_out = {"name"} if len(walls) > 1 else set()
    offers = Offers(
        {
            f"{WALL}.kind": _several(shown.kind, _KINDS),
            f"{WALL}.door": _several(shown.door, states),
        },
        titles=_height_title(scale),
        headings=dict.fromkeys(_STOPS, _("What it stops")),
        wide=frozenset({"name", "height", *_STOPS}),
        left_out=frozenset(left_out if doors else {*left_out, "door"}),
    )
    return _form(WALL, shown, offers)


def wall_changes(form: RecordForm, scale: Scale) -> dict[str, object]:
    """Return the fields of walls that a form changes, as far as what was typed fits."""
    return _in_metres(form.changes(WALL), scale)


_Value = TypeVar("_Value", bound="StrEnum")


def _common(values: list[_Value]) -> _Value | None:
    """Return what all are; None where they differ."""
    return values[0] if len(set(values)) == 1 else None


def _several(chosen: _Value | None, words: Mapping[_Value, str]) -> tuple[Choice, ...]:
    choices = _choices(words)
    return choices if chosen is not None else (Choice("", _("several")), *choices)


# --- zones ---------------------------------------------------------------------------------------


class ZoneFields(Record):
    """What the form shows of a zone."""

    name: str
    rounds: Number | None = Field(title=_("Rounds left"), description=_("empty: without end"))
    kind: str
    strength: Number
    everywhere: bool = Field(title=_("Over the whole map and beyond its edge"))
    side: str = Field(title=_("Belongs to"))


class SmokeFields(ZoneFields):
    """What the form shows of smoke."""

    strength: Number = Field(description=_("1 plain, 2 thick"))


class LightFields(ZoneFields):
    """What the form shows of light or darkness."""

    strength: Literal[0, 1, 2] = Field(title=_("How much is seen"))


_ZONE_KINDS: Final[Mapping[str, str]] = {
    SMOKE: _("Smoke"),
    LIGHT: _("Light or darkness"),
    "silence": _("Silence"),
    "fire": _("Fire"),
    "gas": _("Gas"),
}


def zone_form(
    zone: Zone, further: tuple[Zone, ...] = (), sides: Mapping[str, str] = frozendict()
) -> RecordForm:
    """Return the form of a zone.

    Args:
        zone: The zone.
        further: Samples of the kinds that the rules know of beside the usual ones.
        sides: The names of the sides that it may belong to.
    """
    kinds = {**_ZONE_KINDS, **{one.kind: one.name for one in further}}
    kinds.setdefault(zone.kind, zone.kind.replace("_", " "))
    owners = {"": _("nobody"), **sides}
    owners.setdefault(zone.side, zone.side)
    choices = {f"{ZONE}.kind": _choices(kinds), f"{ZONE}.side": _choices(owners)}
    if zone.kind == LIGHT:
        choices[f"{ZONE}.strength"] = _choices({int(one): light_words(one) for one in Light})
    model = {LIGHT: LightFields, SMOKE: SmokeFields}.get(zone.kind, ZoneFields)
    return _form(ZONE, _fields(model, zone), Offers(choices, wide=frozenset({"everywhere"})))


def zone_of(form: RecordForm, zone: Zone) -> Zone:
    """Return a zone as a form has it, as far as what was typed fits."""
    fields = form.changes(ZONE)
    kind = fields.get("kind", zone.kind)
    if kind != zone.kind:  # its strength is on another scale
        is_light = kind == LIGHT
        least, most = (0, int(Light.DARK)) if is_light else (1, MOST)
        fields["strength"] = min(max(zone.strength, least), most)
    return zone.replace(**fields)


# --- heights -------------------------------------------------------------------------------------


def _height_title(scale: Scale) -> Mapping[str, str]:
    in_feet, in_metres = _("Height in feet"), _("Height in metres")
    return {"height": in_feet if scale.unit == "ft" else in_metres}


def _in_unit(height_m: float | None, scale: Scale) -> float | None:
    return None if height_m is None else round(height_m / scale.unit_m, 2)


def _in_metres(fields: dict[str, Any], scale: Scale) -> dict[str, Any]:
    """Return fields with their height, if there is one, as the map keeps it."""
    if "height" in fields:
        height = fields.pop("height")
        fields["height_m"] = None if height is None else height * scale.unit_m
    return fields
