"""What lies on the map as forms: kinds of terrain and cover, things to hide behind, zones.

Owns what these forms show of the map's own records, heights in the map's unit, and what comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from frozendict import frozendict
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
from gridwar.control.forms.value_texts import NO, YES
from gridwar.control.maps.map_words import degree_words, light_words
from gridwar.control.records.panel_records import Choice
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm, CoverKind
from gridwar.model.record import Record
from gridwar.model.terrain_kinds import TerrainKind, TerrainLook
from gridwar.model.zones import LIGHT, SMOKE, Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.control.forms.record_form import RecordForm
    from gridwar.model.scale import Scale
    from gridwar.model.zones import Zone

TERRAIN, COVER, ZONE = "terrain", "cover", "zone"
"""The keys of the parts."""
MOST: Final = 99
Number = Annotated[int, Field(ge=1, le=MOST)]
KindName = Annotated[str, Field(min_length=1)]


def _fields(model: type[Record], source: Record, **other: object) -> Record:
    """Return what a form shows of a record: the fields of the same name, and others."""
    names = model.model_fields.keys() - other.keys()
    return model.constant(**{name: getattr(source, name) for name in names}, **other)


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
        {f"{TERRAIN}.look": choices_of(_LOOKS)},
        headings=dict.fromkeys(_EFFECT, _("What it does")),
        wide=frozenset(_EFFECT[2:]),
        taken=frozendict(name=frozenset(taken)),
    )
    shown = _fields(TerrainFields, kind, affects=tuple(sorted(kind.affects)))
    return form_of(TERRAIN, shown, offers)


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
    height = in_unit(cover.height_m, scale)
    shown = _fields(CoverFields, cover, name=name, height=height)
    return form_of(COVER, shown, _cover_offers(scale))


def cover_kind_form(kind: CoverKind, scale: Scale, taken: Iterable[str] = ()) -> RecordForm:
    """Return the form of a kind of painted cover.

    Args:
        kind: The kind.
        scale: Whose unit heights are typed in.
        taken: The names of the others.
    """
    shown = _fields(CoverKindFields, kind, height=in_unit(kind.height_m, scale))
    return form_of(COVER, shown, _cover_offers(scale, frozenset(taken)))


def _cover_offers(scale: Scale, taken: frozenset[str] = frozenset()) -> Offers:
    degrees = {one: degree_words(one) for one in CoverDegree if one is not CoverDegree.NONE}
    choices = {"degree": choices_of(degrees), "hard": _HARDNESS, "form": choices_of(_FORMS)}
    return Offers(
        {f"{COVER}.{name}": found for name, found in choices.items()},
        titles=height_title(scale),
        wide=frozenset({"name", "height", "form"}),
        taken=frozendict(name=taken),
    )


def cover_of(form: RecordForm, cover: Cover, name: str, scale: Scale) -> tuple[Cover, str]:
    """Return cover and its name as a form has them, as far as what was typed fits."""
    fields = in_metres(form.changes(COVER), scale)
    name = fields.pop("name", name)
    worth = {key: getattr(cover, key) for key in Cover.model_fields} | fields
    return Cover.model_validate(worth), name


def cover_kind_of(form: RecordForm, kind: CoverKind, scale: Scale) -> CoverKind:
    """Return a kind of painted cover as a form without errors has it."""
    return kind.replace(**in_metres(form.changes(COVER), scale))


# --- zones ---------------------------------------------------------------------------------------


class ZoneFields(Record):
    """What the form shows of a zone."""

    name: str
    rounds: Number | None = Field(title=_("Rounds left"), description=_("empty: without end"))
    kind: str
    strength: Number
    everywhere: bool = Field(title=_("Over the whole map and beyond"))
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
    choices = {f"{ZONE}.kind": choices_of(kinds), f"{ZONE}.side": choices_of(owners)}
    if zone.kind == LIGHT:
        choices[f"{ZONE}.strength"] = choices_of({int(one): light_words(one) for one in Light})
    model = {LIGHT: LightFields, SMOKE: SmokeFields}.get(zone.kind, ZoneFields)
    return form_of(ZONE, _fields(model, zone), Offers(choices, wide=frozenset({"everywhere"})))


def zone_of(form: RecordForm, zone: Zone) -> Zone:
    """Return a zone as a form has it, as far as what was typed fits."""
    fields = form.changes(ZONE)
    kind = fields.get("kind", zone.kind)
    if kind != zone.kind:  # its strength is on another scale
        is_light = kind == LIGHT
        least, most = (0, int(Light.DARK)) if is_light else (1, MOST)
        fields["strength"] = min(max(zone.strength, least), most)
    return zone.replace(**fields)
