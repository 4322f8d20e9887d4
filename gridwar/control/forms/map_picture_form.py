"""The form of a picture of the map: its fields as they are chosen now, and what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, get_args

from msgspec.structs import replace

from gridwar.control.maps.map_picture_choices import (
    PIXELS_A_CELL,
    Kind,
    Part,
    PictureChoices,
    Whom,
    drawn_box,
    problem,
    size_words,
)
from gridwar.control.maps.printed_pages import PAPERS
from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.control.records.panel_records import Choice
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.forms.value_texts import FormValue
    from gridwar.control.records.ground_records import Box
    from gridwar.model.battlemap import BattleMap

Of = TypeVar("Of", bound=str)

_KINDS: Final[Mapping[Kind, str]] = {
    "png": _("One picture (PNG)"),
    "pdf": _("Pages to print, an inch a square (PDF)"),
}
_PARTS: Final[Mapping[Part, str]] = {"whole": _("The whole map"), "view": _("What is in view")}
_WHOM: Final[Mapping[Whom, str]] = {
    "players": _("Players"),
    "gm": _("You, the game master"),
}

_TOLD: Final[Mapping[Whom, str]] = {
    "players": _("Nobody hidden, no foe's bar"),
    "gm": _("All that is on your map now"),
}


def chosen(choices: PictureChoices, key: str, value: FormValue) -> PictureChoices:
    """Return choices with one field as it was filled in."""
    text = str(value)
    match key:
        case "kind" if text in get_args(Kind):
            return replace(choices, kind="pdf" if text == "pdf" else "png")
        case "part":
            return replace(choices, part="view" if text == "view" else "whole")
        case "whom":
            return replace(choices, whom="gm" if text == "gm" else "players")
        case "cell_px" if text.isdecimal():
            return replace(choices, cell_px=int(text))
        case "paper" if text in PAPERS:
            return replace(choices, paper=text)
        case "tokens":
            return replace(choices, tokens=bool(value))
        case "grid":
            return replace(choices, grid=bool(value))
        case _:
            return choices


def picture_form(choices: PictureChoices, page: BattleMap, seen: Box) -> FormView:
    """Return the form as it is filled in now.

    Args:
        choices: What is chosen.
        page: The map.
        seen: What of it is in view, in cells.
    """
    box = drawn_box(choices, page, seen)
    wrong = problem(choices, box)
    sizes = tuple(Choice(str(one), _("{n} pixels a square").format(n=one)) for one in PIXELS_A_CELL)
    papers = tuple(Choice(key, paper.title) for key, paper in PAPERS.items())
    is_png = choices.kind == "png"
    size = (
        _choice("cell_px", _("Size"), str(choices.cell_px), sizes)
        if is_png
        else _choice("paper", _("Paper"), choices.paper, papers)
    )
    fields = (
        _choice("kind", _("As"), choices.kind, _offered(_KINDS)),
        replace(size, error=wrong),
        replace(_choice("part", _("Of"), choices.part, _offered(_PARTS)), half=True),
        replace(_choice("whom", _("For"), choices.whom, _offered(_WHOM)), hint=_TOLD[choices.whom]),
        FieldView("tokens", _("With tokens"), FieldKind.FLAG, choices.tokens, half=True),
        FieldView("grid", _("With the grid"), FieldKind.FLAG, choices.grid),
    )
    said = "" if wrong else size_words(choices, box)
    primary = _("Save the picture \u2026") if is_png else _("Save the pages \u2026")
    return FormView(_("Picture of the map"), said, fields, primary)


def _choice(key: str, words: str, value: str, choices: tuple[Choice, ...]) -> FieldView:
    return FieldView(key, words, FieldKind.CHOICE, value, choices)


def _offered(words: Mapping[Of, str]) -> tuple[Choice, ...]:
    return tuple(Choice(str(key), text) for key, text in words.items())
