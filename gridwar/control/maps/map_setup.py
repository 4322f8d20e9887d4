"""A map being set up: its size and scale, and how a picture lies on the grid.

Owns what can be typed or dragged there, and the map that comes of it. What was typed is kept as
typed until it makes sense.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Self

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.records.form_records import FieldKind, FieldView
from gridwar.control.records.panel_records import Choice
from gridwar.engine.gm.map_commands import SetPage
from gridwar.formats.picture_placement import LEAST_CELL_PX, PicturePlacement
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.map_tags import tag_words, tags_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap, Picture
    from gridwar.model.scale import Scale


class MapSetup(Struct, frozen=True):
    """A map with what is being changed about its size, scale and picture.

    ``typed`` holds what was typed into fields, by key, with what is wrong with it.
    """

    base: BattleMap
    width: int
    height: int
    name: str
    tags: tuple[str, ...]
    scale: Scale
    step_m: float
    placement: PicturePlacement | None = None
    typed: frozendict[str, tuple[str, str]] = frozendict()
    picture: Picture | None = None
    """Another file of the picture, turned or made square; None for the map's."""

    @classmethod
    def of(cls, battle_map: BattleMap) -> Self:
        """Begin with a map as it is."""
        picture = battle_map.picture
        placement = None
        if picture is not None and picture.width_px is not None:
            placement = PicturePlacement(
                picture.pixels_per_cell, picture.offset_x_px, picture.offset_y_px
            )
        base, step_m = battle_map, battle_map.ground_step_m
        named = base.name, base.tags
        return cls(base, base.width, base.height, *named, base.scale, step_m, placement)

    @property
    def is_wrong(self) -> bool:
        """Return whether something typed makes no sense."""
        return any(wrong for _text, wrong in self.typed.values())

    @property
    def is_changed(self) -> bool:
        """Return whether anything differs from the map it began with."""
        return self.made() != self.base

    def forgetting_typed(self) -> Self:
        """Return the setup whose fields say what holds, not what was typed."""
        return replace(self, typed=frozendict())

    def with_placement(self, placement: PicturePlacement) -> Self:
        """Return the setup with the picture placed otherwise, as large as the picture needs."""
        if self.base.picture is None or self.placement is None:
            return self
        if placement.cell_px != self.placement.cell_px:
            return self.laid_anew(placement)
        return replace(self, placement=placement)

    def with_picture(self, picture: Picture) -> Self:
        """Return the setup with another file of the picture."""
        return replace(self, picture=picture)

    def laid_anew(self, placement: PicturePlacement) -> Self:
        """Return the setup with the picture placed otherwise, the map as large as it needs."""
        picture = self.picture or self.base.picture
        if picture is None:
            return self
        width, height = placement.cells_of(picture)
        return replace(self.forgetting_typed(), placement=placement, width=width, height=height)

    def made(self) -> BattleMap:
        """Return the map that comes of it."""
        made = self.base
        if (self.width, self.height) != (made.width, made.height):
            made = made.resized(self.width, self.height)
        picture = self.picture or made.picture
        if picture is not None and self.placement is not None:
            made = made.with_picture(
                picture.replace(
                    pixels_per_cell=self.placement.cell_px,
                    offset_x_px=self.placement.x_px,
                    offset_y_px=self.placement.y_px,
                )
            )
        made = made.replace(name=self.name, tags=self.tags)
        return made.with_scale(self.scale).with_ground_step(self.step_m)

    def command(self) -> SetPage:
        """Return the GM's command that makes it so, with what differs and no more."""
        old, new = self.base, self.made()
        return SetPage(
            name=new.name if new.name != old.name else None,
            tags=new.tags if new.tags != old.tags else None,
            width=new.width if new.width != old.width else None,
            height=new.height if new.height != old.height else None,
            scale=new.scale if new.scale != old.scale else None,
            ground_step_m=new.ground_step_m if new.ground_step_m != old.ground_step_m else None,
            picture=new.picture if new.picture != old.picture else None,
        )

    # --- what is typed ---------------------------------------------------------------------------

    def put(self, key: str, text: str) -> Self:
        """Return the setup with a field typed; what makes no sense is kept and marked.

        Args:
            key: ``name``, ``tags``, ``width``, ``height``, ``cell_size``, ``unit``, ``step``,
                ``cell_px``, ``x_px`` or ``y_px``.
            text: As typed.
        """
        number, wrong = _number(text, _BOUNDS[key]) if key in _BOUNDS else (None, "")
        noted = replace(self, typed=self.typed.set(key, (text, wrong)))
        if wrong:
            return noted
        if key == "name":
            return replace(noted, name=text.strip())
        if key == "tags":
            return replace(noted, tags=tags_of(text))
        if key == "unit":
            scale = self.scale.replace(unit=text)
            return replace(noted, scale=scale, step_m=self.base.with_scale(scale).ground_step_m)
        assert number is not None
        if key == "cell_size":
            return replace(noted, scale=self.scale.replace(cell_size=number))
        if key == "step":
            return replace(noted, step_m=number * self.scale.unit_m)
        if key == "width":
            return replace(noted, width=int(number))
        if key == "height":
            return replace(noted, height=int(number))
        assert self.placement is not None
        return noted.with_placement(replace(self.placement, **{key: number}))


PLACEMENT_FIELDS: Final = frozenset({"cell_px", "x_px", "y_px"})
"""The fields that say how the picture is placed."""
_BOUNDS: Final = {
    "width": (1, MAX_SIDE_CELLS, True),
    "height": (1, MAX_SIDE_CELLS, True),
    "cell_size": (0.01, 10_000.0, False),
    "step": (0.01, 1000.0, False),
    "cell_px": (LEAST_CELL_PX, 4000.0, False),
    "x_px": (-20_000.0, 20_000.0, False),
    "y_px": (-20_000.0, 20_000.0, False),
}
"""Least, most, and whether it is a whole number."""


def _number(text: str, bounds: tuple[float, float, bool]) -> tuple[float | None, str]:
    """Read a number within bounds; else say what is wrong."""
    least, most, is_whole = bounds
    try:
        number = float(text.strip().replace("\u2212", "-").replace(",", "."))
    except ValueError:
        return None, _("Not a number.")
    if is_whole and not number.is_integer():
        return None, _("A whole number is needed.")
    if not (math.isfinite(number) and least <= number <= most):
        return None, _("From {least:g} to {most:g}.").format(least=least, most=most)
    return number, ""


def setup_form(setup: MapSetup) -> tuple[FieldView, ...]:
    """Return the fields of a setup, as typed or as they hold."""
    placement, scale = setup.placement, setup.scale
    fields = [
        FieldView("name", _("Name"), value=setup.name),
        FieldView("tags", _("Tags, with commas between"), value=tag_words(setup.tags)),
        FieldView("width", _("Columns"), value=str(setup.width), half=True),
        FieldView("height", _("Rows"), value=str(setup.height)),
        FieldView("cell_size", _("Length of a cell"), value=f"{scale.cell_size:g}", half=True),
        FieldView(
            "unit",
            _("Unit"),
            FieldKind.CHOICE,
            scale.unit,
            (Choice("m", _("metres")), Choice("ft", _("feet"))),
        ),
        FieldView(
            "step",
            _("Height of one step of ground"),
            value=f"{round(setup.step_m / scale.unit_m, 4):g}",
            hint=_("Heights are painted in these steps. Those painted already change with it."),
        ),
    ]
    if placement is not None:
        group = _("Picture")
        fields += [
            FieldView("cell_px", _("Pixels a cell"), value=f"{placement.cell_px:g}", group=group),
            FieldView(
                "x_px", _("Moved right, px"), value=f"{placement.x_px:g}", half=True, group=group
            ),
            FieldView("y_px", _("Moved down, px"), value=f"{placement.y_px:g}", group=group),
        ]
    return tuple(_as_typed(setup, field) for field in fields)


def _as_typed(setup: MapSetup, field: FieldView) -> FieldView:
    text, wrong = setup.typed.get(field.key, (field.value, ""))
    return replace(field, value=text, error=wrong)
