"""Fields of the editor of combatants that no record has: size, picture, what heads the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.records.form_records import FieldKind, FieldView, FormAct, PickOption
from gridwar.control.records.panel_records import Choice
from gridwar.control.silhouettes import SILHOUETTES
from gridwar.model.form_layout import paths_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from gridwar.control.forms.layout_builder import PlacedSection
    from gridwar.control.forms.paths_and_defaults import FormData
    from gridwar.control.records.panel_records import TokenBit

_SIZES: Final = (1, 2, 3, 4, 5, 6)
_SIZE_WEIGHT, _PICTURE_WEIGHT = 6, 6


def start_field(key: str, options: tuple[PickOption, ...]) -> FieldView:
    """Return the field in which somebody of the library is chosen to begin with."""
    label = _("Begin as \u2026")
    return FieldView(key, label, FieldKind.PICK, options=options, icon="users")


def find_field(key: str, data: FormData, sections: tuple[PlacedSection, ...]) -> FieldView:
    """Return the field in which any other is looked for by its title or its section.

    Args:
        key: Its own.
        data: What the layout is filled from.
        sections: The layout.
    """
    options: list[PickOption] = []
    for section in sections:
        for path in paths_of(section.entries):
            node = data.node(path)
            if node is not None:
                title = node.info.title or node.field
                if node.name is not None:
                    title = data.vocabulary(path).entry_title(node)
                options.append(PickOption(path, title, section.title))
    label = _("Find a field")
    return FieldView(key, label, FieldKind.PICK, options=tuple(options), icon="search")


def size_field(key: str, token: Mapping[str, JsonValue]) -> FieldView:
    """Return the field of the squares a token takes, both ways at once."""
    across, down = token["width"], token["height"]
    squares = [Choice(f"{n}x{n}", _("{n} \u00d7 {n} squares").format(n=n)) for n in _SIZES]
    squares[0] = Choice(squares[0].id, _("1 square"))
    now = f"{across}x{down}"
    if all(one.id != now for one in squares):
        squares.append(Choice(now, f"{across} \u00d7 {down}"))
    return FieldView(
        key,
        _("Squares"),
        FieldKind.CHOICE,
        now,
        tuple(squares),
        half=True,
        weight=_SIZE_WEIGHT,
        is_brief=True,
        tooltip=_("The squares it takes on the map."),
    )


def picture_field(key: str, token: TokenBit) -> FieldView:
    """Return the button that gives the token a picture."""
    acts = [
        FormAct("file", "image", _("Picture from a file \u2026")),
        FormAct("paste", "copy", _("Picture that was copied")),
    ]
    if token.picture:
        acts.append(FormAct("clear", "trash-2", _("No picture")))
    return FieldView(
        key,
        _("Picture"),
        FieldKind.PICTURE,
        choices=SILHOUETTES,
        token=token,
        acts=tuple(acts),
        weight=_PICTURE_WEIGHT,
    )
