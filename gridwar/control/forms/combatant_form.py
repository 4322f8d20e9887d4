"""The editor of a combatant: its token and its sheet as one form, and the command it comes to.

For those in the fight, for new ones, and for entries of the library alike.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from frozendict import frozendict
from pydantic import Field

from gridwar.control.forms.fields import Offers, title_of
from gridwar.control.forms.merging import merged
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.records.panel_records import Choice
from gridwar.engine.gm.commands import EditCombatant
from gridwar.model.geometry import Size
from gridwar.model.raw import RawSheet
from gridwar.model.record import Record
from gridwar.storage.codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit.system import System
    from gridwar.model.combatant import Combatant, Sheet
    from gridwar.model.command import Command
    from gridwar.model.encounter import Side

TOKEN, SHEET = "token", "sheet"
MOST_CELLS = 50


class TokenDraft(Record):
    """What the form shows of a combatant itself; the rest is its sheet."""

    name: str = Field(min_length=1, max_length=200)
    label: str = Field(
        default="", max_length=3, description="Letters on the token; empty: made from the name."
    )
    side: str = "1"
    group: str = Field(default="", description="Those of one group roll Initiative together.")
    width: int = Field(default=1, ge=1, le=MOST_CELLS, description="Cells across.")
    height: int = Field(default=1, ge=1, le=MOST_CELLS, description="Cells down.")
    altitude: float = Field(default=0, ge=-100_000, le=100_000, description="Above the ground.")
    distance_m: float | None = Field(
        default=None,
        ge=0,
        le=1_000_000,
        title="Beyond the map",
        description="Metres from everybody, for somebody beyond its edge; empty: on the map.",
    )
    facing_deg: int | None = Field(
        default=None, ge=0, le=359, description="Degrees, 0 up, clockwise; empty: no facing."
    )
    hidden: bool = Field(default=False, description="Only the GM sees it.")
    locked: bool = Field(default=False, description="Stays where it is when others are dragged.")
    aside: bool = Field(default=False, description="Off the board and out of the order, but kept.")
    note: str = Field(default="", max_length=20_000)


def draft_of(one: Combatant) -> TokenDraft:
    """Return what the form shows of a combatant itself."""
    same = {name: getattr(one, name) for name in TokenDraft.model_fields.keys() - _SIZE}
    return TokenDraft.model_construct(**same, width=one.size.w, height=one.size.h)


_SIZE = {"width", "height"}


def combatant_form(
    system: System, one: Combatant, sides: Mapping[str, Side], primary: str
) -> RecordForm:
    """Return the form of a combatant.

    Args:
        system: Its rules.
        one: Who it is.
        sides: The sides it may belong to.
        primary: The one button.
    """
    choices = tuple(Choice(key, side.name) for key, side in sides.items())
    if one.side not in sides:
        choices = (*choices, Choice(one.side, one.side))
    token = FormPart(TOKEN, _("Token"), draft_of(one), Offers({f"{TOKEN}.side": choices}))
    parts = (token,) if isinstance(one.sheet, RawSheet) else (token, _sheet_part(system, one.sheet))
    hint = _("every value, whatever the rules say")
    templates = {f"{SHEET}.{name}": found for name, found in system.templates().items()}
    return RecordForm(one.name, hint, parts, primary, templates)


def _sheet_part(system: System, sheet: Sheet) -> FormPart:
    titles = {
        f"{SHEET}.{name}": tuple(_title(one) for one in found)
        for name, found in system.templates().items()
    }
    offers = Offers(
        templates=frozendict(titles),
        texts=known_texts(system),
        late=system.data.fight_fields,
        late_title=_("In this fight"),
    )
    return FormPart(SHEET, _("Sheet"), sheet, offers)


def _title(one: Record) -> str:
    found = getattr(one, "name", "") or getattr(one, "id", "")
    return str(found) or title_of(type(one).__name__)


def known_texts(system: System) -> Mapping[str, tuple[str, ...]]:
    """Return texts that samples and tables of a system use, by field: skills, types of damage."""
    found: dict[str, set[str]] = {}
    sheets: list[Record] = [one.sheet for one in system.data.samples()]
    for record in (*sheets, *(one for many in system.templates().values() for one in many)):
        for name, text in _texts(data_of(record), ""):
            found.setdefault(name, set()).add(text)
    skip = ("id", "name")
    return frozendict({name: tuple(sorted(t)) for name, t in found.items() if name not in skip})


def _texts(data: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(data, str) and data:
        yield name, data
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one, name)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, key)
            if not isinstance(value, str | list | dict):
                yield name, key


def edited(form: RecordForm, one: Combatant) -> Combatant:
    """Return a combatant as a form without errors says it should be.

    Raises:
        pydantic.ValidationError: Something in the form does not fit.
    """
    draft = form.record(TOKEN)
    assert isinstance(draft, TokenDraft)
    changes = {name: getattr(draft, name) for name in TokenDraft.model_fields.keys() - _SIZE}
    changes["size"] = Size(draft.width, draft.height)
    if not isinstance(one.sheet, RawSheet):
        changes["sheet"] = form.record(SHEET)
    if draft.distance_m is not None and draft.distance_m != one.distance_m:
        changes["pos"] = None
    return one.replace(**changes)


def edit_command(before: Combatant, after: Combatant, now: Combatant) -> Command | None:
    """Return the one command that sets what a form changed; None where nothing differs.

    Args:
        before: As the form found them.
        after: As the form leaves them.
        now: As they are: rounds fired while the form was open stay fired.
    """
    values = tuple(_differences(before, after, now))
    return EditCombatant(who=before.id, values=values) if values else None


def _differences(before: Combatant, after: Combatant, now: Combatant) -> Iterator[tuple[str, str]]:
    for name in type(before).model_fields:
        if name != "sheet" and getattr(before, name) != getattr(after, name):
            yield name, json.dumps(getattr(after, name))
    if before.sheet == after.sheet:
        return
    old, new, present = (data_of(one.sheet) for one in (before, after, now))
    for name in type(after.sheet).model_fields:
        value = merged(old.get(name), new[name], present.get(name))
        if value != present.get(name):
            yield f"sheet.{name}", json.dumps(value)
