"""What lies on the map as fields of a form, and what comes back from them.

A field that does not fit comes back as words of what would: the panel shows them beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from gridwar.control.map_words import HARD, SOFT, degree_words, door_words, light_words
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.popover_records import FieldKind, FieldView
from gridwar.model.battlemap import LIGHT, SMOKE, Light, TerrainKind, TerrainLook
from gridwar.model.cover import Cover, CoverDegree, CoverForm, CoverKind
from gridwar.model.walls import DoorState, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gridwar.control.records.popover_records import TableValue
    from gridwar.model.battlemap import Scale, Zone
    from gridwar.model.walls import Wall

Given: TypeAlias = "str | bool | TableValue"
SEVERAL = ""
"""The choice that stands for different values of several walls."""
MOST_HEIGHT_M = 1000.0
MOST_NUMBER = 99


SAMPLE_TERRAIN: Final = (
    TerrainKind(name=_("rubble"), difficulty=1, multiplier=2, look=TerrainLook.RUBBLE),
    TerrainKind(name=_("shallow water"), difficulty=1, multiplier=2, look=TerrainLook.WATER),
    TerrainKind(name=_("deep water"), difficulty=2, multiplier=3, look=TerrainLook.WATER),
    TerrainKind(name=_("undergrowth"), difficulty=1, multiplier=2, look=TerrainLook.GROWTH),
    TerrainKind(
        name=_("thicket"), difficulty=1, multiplier=2, blocks_sight=True, look=TerrainLook.GROWTH
    ),
    TerrainKind(name=_("mud"), difficulty=1, multiplier=2, look=TerrainLook.MUD),
    TerrainKind(name=_("ice"), difficulty=1, multiplier=2, look=TerrainLook.ICE),
    TerrainKind(
        name=_("rock"),
        impassable=True,
        blocks_sight=True,
        blocks_effect=True,
        look=TerrainLook.ROCK,
    ),
)
"""Kinds of terrain to begin with; the GM changes what they do."""
SAMPLE_COVER: Final = (
    CoverKind(name=_("woods"), degree=CoverDegree.HALF, hard=False),
    CoverKind(name=_("tall grass"), degree=CoverDegree.QUARTER, hard=False),
    CoverKind(name=_("trench"), degree=CoverDegree.THREE_QUARTER, hard=True),
    CoverKind(name=_("crates"), degree=CoverDegree.HALF, hard=True, form=CoverForm.OBJECT),
)
"""Kinds of painted cover to begin with."""


class Misfit(ValueError):
    """A field does not fit; the message says what would."""


# --- walls ---------------------------------------------------------------------------------------


def wall_fields(walls: Sequence[Wall], scale: Scale) -> tuple[FieldView, ...]:
    """Return the fields of one wall, or of several together; heights in the map's unit."""
    first = walls[0]
    fields = []
    if len(walls) == 1:
        fields.append(FieldView("name", _("Name"), value=first.name))
    kinds = tuple(
        Choice(kind.value, text)
        for kind, text in (
            (WallKind.WALL, _("Wall")),
            (WallKind.DOOR, _("Door")),
            (WallKind.WINDOW, _("Window")),
        )
    )
    fields.append(_choice("kind", _("Kind"), kinds, [wall.kind.value for wall in walls], half=True))
    doors = [wall for wall in walls if wall.kind is WallKind.DOOR]
    if doors:
        states = tuple(Choice(one.value, door_words(one).capitalize()) for one in DoorState)
        values = [door.door.value for door in doors]
        fields.append(_choice("door", _("Stands"), states, values))
    hint = _("empty reaches to the sky")
    fields.append(_height(first.height_m, scale, hint))
    for key, words in (
        ("blocks_movement", _("Stops movement")),
        ("blocks_sight", _("Stops sight")),
        ("blocks_effect", _("Stops shots and blasts")),
    ):
        holds = all(getattr(wall, key) for wall in walls)
        fields.append(FieldView(key, words, FieldKind.FLAG, holds, group=_("What it stops")))
    return tuple(fields)


def wall_change(key: str, given: Given, scale: Scale) -> dict[str, object]:
    """Return the fields of a wall that an entry means.

    Raises:
        Misfit: It does not fit.
    """
    match key:
        case "kind":
            return {"kind": WallKind(str(given))} if given != SEVERAL else {}
        case "door":
            return {"door": DoorState(str(given))} if given != SEVERAL else {}
        case "height_m":
            return {"height_m": read_height(given, scale)}
        case "name":
            return {"name": str(given).strip()}
        case _:
            return {key: bool(given)}


# --- cover ---------------------------------------------------------------------------------------


def cover_fields(cover: Cover, name: str, scale: Scale) -> tuple[FieldView, ...]:
    """Return the fields of a thing, or a low wall, to hide behind."""
    return (FieldView("name", _("Name"), value=name), *_worth(cover, scale))


def cover_change(
    cover: Cover, name: str, key: str, given: Given, scale: Scale
) -> tuple[Cover, str]:
    """Return cover and name with one entry changed.

    Raises:
        Misfit: It does not fit.
    """
    if key == "name":
        return cover, str(given).strip()
    fields = {"degree": cover.degree, "hard": cover.hard, "height_m": cover.height_m}
    fields |= _worth_entry(key, given, scale)
    return Cover.model_validate(fields), name


def _worth(cover: Cover, scale: Scale) -> tuple[FieldView, ...]:
    degrees = tuple(
        Choice(one.value, degree_words(one).capitalize())
        for one in CoverDegree
        if one is not CoverDegree.NONE
    )
    kinds = (Choice(HARD, _("Hard: stops bullets")), Choice(SOFT, _("Soft: only hides")))
    hint = _("above its foot; empty is as high as anybody")
    return (
        _choice("degree", _("Hides"), degrees, [cover.degree.value], half=True),
        _choice("hard", _("Made of"), kinds, [HARD if cover.hard else SOFT]),
        _height(cover.height_m, scale, hint),
    )


def _worth_entry(key: str, given: Given, scale: Scale) -> dict[str, object]:
    match key:
        case "degree":
            return {"degree": CoverDegree(str(given))}
        case "hard":
            return {"hard": given == HARD}
        case _:
            return {"height_m": read_height(given, scale)}


def cover_kind_fields(kind: CoverKind, scale: Scale) -> tuple[FieldView, ...]:
    """Return the fields of a kind of painted cover."""
    forms = (
        Choice(CoverForm.AREA.value, _("Those inside it (woods, a trench)")),
        Choice(CoverForm.OBJECT.value, _("Those behind it (crates)")),
    )
    return (
        FieldView("name", _("Name"), value=kind.name),
        *_worth(kind, scale),
        _choice("form", _("Serves"), forms, [kind.form.value]),
    )


def read_cover_kind(
    given: Mapping[str, Given], scale: Scale
) -> tuple[CoverKind | None, dict[str, str]]:
    """Return the kind of cover that a form means; None, and what is wrong, where it does not."""
    errors, fields = _read_name(given)
    try:
        fields["height_m"] = read_height(given["height_m"], scale)
    except Misfit as misfit:
        errors["height_m"] = str(misfit)
    for key in ("degree", "hard"):
        fields |= _worth_entry(key, given[key], scale)
    fields["form"] = CoverForm(str(given["form"]))
    return (None if errors else CoverKind.model_validate(fields)), errors


# --- terrain -------------------------------------------------------------------------------------


def terrain_fields(kind: TerrainKind) -> tuple[FieldView, ...]:
    """Return the fields of a kind of terrain."""
    looks = tuple(
        Choice(look.value, words)
        for look, words in (
            (TerrainLook.AUTO, _("By what it does")),
            (TerrainLook.PLAIN, _("Plain")),
            (TerrainLook.RUBBLE, _("Rubble")),
            (TerrainLook.WATER, _("Water")),
            (TerrainLook.GROWTH, _("Undergrowth")),
            (TerrainLook.MUD, _("Mud")),
            (TerrainLook.ICE, _("Ice")),
            (TerrainLook.ROCK, _("Rock")),
        )
    )
    effect = _("What it does")
    return (
        FieldView("name", _("Name"), value=kind.name, half=True),
        _choice("look", _("Drawn as"), looks, [kind.look.value]),
        FieldView(
            "multiplier",
            _("Cost times"),
            FieldKind.INT,
            str(kind.multiplier),
            group=effect,
            hint=_("for rules that multiply"),
            half=True,
        ),
        FieldView(
            "difficulty",
            _("Difficulty"),
            FieldKind.INT,
            str(kind.difficulty),
            group=effect,
            hint=_("for rules that add"),
        ),
        FieldView("impassable", _("Impassable"), FieldKind.FLAG, kind.impassable, group=effect),
        FieldView(
            "blocks_sight", _("Blocks sight"), FieldKind.FLAG, kind.blocks_sight, group=effect
        ),
        FieldView(
            "blocks_effect",
            _("Blocks shots and blasts"),
            FieldKind.FLAG,
            kind.blocks_effect,
            group=effect,
        ),
        FieldView(
            "affects",
            _("Whom it hinders"),
            value=", ".join(sorted(kind.affects)),
            group=effect,
            hint=_("ways of moving, such as walking; empty is everybody"),
        ),
    )


def read_terrain(given: Mapping[str, Given]) -> tuple[TerrainKind | None, dict[str, str]]:
    """Return the kind of terrain that a form means; None, and what is wrong, where it does not."""
    errors, fields = _read_name(given)
    for key, least in (("multiplier", 1), ("difficulty", 0)):
        try:
            fields[key] = read_number(given[key], least)
        except Misfit as misfit:
            errors[key] = str(misfit)
    words = (word.strip() for word in str(given["affects"]).split(","))
    fields["affects"] = frozenset(word for word in words if word)
    fields["look"] = TerrainLook(str(given["look"]))
    for key in ("impassable", "blocks_sight", "blocks_effect"):
        fields[key] = bool(given[key])
    return (None if errors else TerrainKind.model_validate(fields)), errors


def taken_name(given: Mapping[str, Given], names: Iterable[str], own: int) -> dict[str, str]:
    """Return what is wrong where another kind of the table has the name already.

    Args:
        given: The form.
        names: Those of the table, in order.
        own: The place of the kind itself.
    """
    wanted = str(given["name"]).strip()
    if any(name == wanted for at, name in enumerate(names) if at != own):
        return {"name": _("another name: there is a kind of this one")}
    return {}


def _read_name(given: Mapping[str, Given]) -> tuple[dict[str, str], dict[str, object]]:
    name = str(given["name"]).strip()
    errors = {} if name else {"name": _("a name, such as mud")}
    return errors, {"name": name}


# --- zones ---------------------------------------------------------------------------------------


def zone_fields(zone: Zone, further: tuple[Zone, ...] = ()) -> tuple[FieldView, ...]:
    """Return the fields of a zone.

    Args:
        zone: The zone.
        further: Samples of the kinds that the rules know of beside the usual ones.
    """
    kinds = {
        SMOKE: _("Smoke"),
        LIGHT: _("Light or darkness"),
        "silence": _("Silence"),
        "fire": _("Fire"),
        "gas": _("Gas"),
        **{one.kind: one.name for one in further},
    }
    kinds.setdefault(zone.kind, zone.kind.replace("_", " ").capitalize())
    choices = tuple(Choice(kind, words) for kind, words in kinds.items())
    if zone.kind == LIGHT:
        lights = tuple(Choice(str(int(one)), light_words(one).capitalize()) for one in Light)
        strength = _choice("strength", _("How much is seen"), lights, [str(zone.strength)])
    else:
        strength = FieldView(
            "strength",
            _("Strength"),
            FieldKind.INT,
            str(zone.strength),
            hint=_("1 plain, 2 thick") if zone.kind == SMOKE else "",
        )
    rounds = "" if zone.rounds is None else str(zone.rounds)
    return (
        FieldView("name", _("Name"), value=zone.name, half=True),
        FieldView("rounds", _("Rounds left"), FieldKind.INT, rounds, hint=_("empty: without end")),
        _choice("kind", _("Kind"), choices, [zone.kind], half=True),
        strength,
        FieldView(
            "everywhere",
            _("Over the whole map and beyond its edge"),
            FieldKind.FLAG,
            zone.everywhere,
        ),
    )


def zone_change(zone: Zone, key: str, given: Given) -> Zone:
    """Return a zone with one entry changed.

    Raises:
        Misfit: It does not fit.
    """
    match key:
        case "name":
            return zone.replace(name=str(given).strip())
        case "kind":
            strength = min(zone.strength, int(Light.DARK)) if given == LIGHT else zone.strength
            strength = max(strength, 0 if given == LIGHT else 1)
            return zone.replace(kind=str(given), strength=strength)
        case "strength":
            least = 0 if zone.kind == LIGHT else 1
            return zone.replace(strength=read_number(given, least))
        case "everywhere":
            return zone.replace(everywhere=bool(given))
        case _:
            blank = not str(given).strip()
            return zone.replace(rounds=None if blank else read_number(given, 1))


# --- values --------------------------------------------------------------------------------------


def _choice(
    key: str, words: str, choices: tuple[Choice, ...], values: Sequence[str], *, half: bool = False
) -> FieldView:
    value = values[0]
    if any(one != value for one in values):
        value, choices = SEVERAL, (Choice(SEVERAL, _("several")), *choices)
    return FieldView(key, words, FieldKind.CHOICE, value, choices, half=half)


def _height(height_m: float | None, scale: Scale, hint: str) -> FieldView:
    """Return the field of a height, in the map's unit."""
    words = _("Height in feet") if scale.unit == "ft" else _("Height in metres")
    text = "" if height_m is None else f"{round(height_m / scale.unit_m, 2):g}"
    return FieldView("height_m", words, value=text, hint=hint)


def read_height(given: Given, scale: Scale) -> float | None:
    """Return a height in metres; None for an empty text.

    Args:
        given: As typed, in the map's unit.
        scale: The map's.

    Raises:
        Misfit: It is none.
    """
    text = str(given).strip().replace(",", ".")
    if not text:
        return None
    try:
        height_m = float(text) * scale.unit_m
    except ValueError:
        height_m = 0.0
    if not 0 < height_m <= MOST_HEIGHT_M:
        in_feet, in_metres = _("a height in feet, such as 4"), _("a height in metres, such as 1.2")
        raise Misfit(in_feet if scale.unit == "ft" else in_metres)
    return height_m


def read_number(given: Given, least: int) -> int:
    """Return a whole number.

    Raises:
        Misfit: It is none, or too small or large.
    """
    text = str(given).strip()
    if not text.isdecimal() or not least <= int(text) <= MOST_NUMBER:
        raise Misfit(_("a whole number from {low} to {high}").format(low=least, high=MOST_NUMBER))
    return int(text)
