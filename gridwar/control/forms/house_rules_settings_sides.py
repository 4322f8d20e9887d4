"""What holds for a whole fight as forms: house rules, settings, sides; and what was changed in one.

House rules and settings are plain records of single values and tables: one form shows either.
Settings that hold lists of records, such as actions of the GM's own, have a form of records
(`SettingsForm`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, get_args

from frozendict import frozendict
from pydantic import Field

from gridwar.control.forms.field_types import Holds, Shape, shape_of
from gridwar.control.forms.layout_builder import PlacedSection, plain_layout
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.forms.value_texts import number, read, shown
from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.control.records.panel_records import Choice
from gridwar.engine.gm.side_and_setting_commands import SetSides
from gridwar.model.encounter import Side
from gridwar.model.form_layout import FormTable, rooted
from gridwar.model.house_rule_switches import switch_infos
from gridwar.model.record import Record
from gridwar.storage.json_codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.forms.value_texts import FormValue
    from gridwar.model.encounter import Settings
    from gridwar.model.house_rule_switches import Switches


def switches_form(switches: Switches) -> FormView:
    """Return the form of the house rules, as they are chosen now."""
    rules = {one.name: one.rule for one in switch_infos(type(switches))}
    return _form(_("House rules"), switches, rules)


def settings_form(settings: Settings) -> FormView:
    """Return the form of what is set for this fight, as it is set now."""
    return _form(
        _("Settings of this fight"), settings, dict.fromkeys(type(settings).model_fields, "")
    )


def _form(title: str, record: Record, rules: Mapping[str, str]) -> FormView:
    """Return a form of some fields of a record, each with the rule that it bends."""
    fields = tuple(_field(record, name, rule) for name, rule in rules.items())
    return FormView(title, "", fields, _("Done"))


_KINDS = {
    Holds.FLAG: FieldKind.FLAG,
    Holds.CHOICE: FieldKind.CHOICE,
    Holds.TABLE: FieldKind.TABLE,
}
_NUMBER_OR_WORD = Shape(Holds.TEXT)


def _shape(record: Record, name: str) -> Shape:
    return shape_of(type(record).model_fields[name]) or _NUMBER_OR_WORD


def _field(record: Record, name: str, rule: str) -> FieldView:
    shape, info = _shape(record, name), type(record).model_fields[name]
    return FieldView(
        name,
        field_words(record, name),
        _KINDS.get(shape.holds, FieldKind.TEXT),
        shown(shape, getattr(record, name)),
        tuple(Choice(str(one), choice_words(one)) for one in shape.choices),
        hint=info.description or "",
        rule_id=rule,
    )


_SHORT = {
    "ap": "AP",
    "aap": "AAP",
    "dc": "DC",
    "sv": "SV",
    "dm": "DM",
    "eor": "end-of-round effects",
    "crit": "critical",
    "followup": "follow-up",
    "headon": "head-on",
    "str": "Strength",
    "aoe": "area",
    "pg": "pseudogravity",
}
"""Words of keys that people write otherwise."""


def switch_words(name: str) -> str:
    """Return what a house rule or a setting is called."""
    words = [_SHORT.get(word, word) for word in name.split("_")]
    whole = " ".join(words)
    return whole[:1].upper() + whole[1:]


def field_words(record: Record, name: str) -> str:
    """Return what a field is called: by its title, else by its name."""
    return type(record).model_fields[name].title or switch_words(name)


def choice_words(value: object) -> str:
    """Return what is chosen in a house rule, or set."""
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    metrics = {
        "chebyshev": _("A diagonal counts 1"),
        "alternating": _("Diagonals count 1 and 2 in turn"),
        "euclid_nearest": _("As long as the straight line, rounded"),
        "euclid_floor": _("As long as the straight line, rounded down"),
        "manhattan": _("A diagonal counts 2"),
    }
    return metrics.get(str(value)) or switch_words(str(value))


def changed(record: Record, given: Mapping[str, FormValue]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record that came back with another value: name, and value as JSON."""
    for name, value in given.items():
        shape = _shape(record, name)
        if value != shown(shape, getattr(record, name)):
            is_mixed = shape is _NUMBER_OR_WORD
            yield name, json.dumps(number(str(value)) if is_mixed else read(shape, value))


# --- settings that are lists ---------------------------------------------------------------------


SETTINGS: Final = "settings"


def holds_lists(settings: Settings) -> bool:
    """Return whether any of the settings is a list of records."""
    shapes = (shape_of(info) for info in type(settings).model_fields.values())
    return any(shape is not None and shape.holds is Holds.RECORDS for shape in shapes)


class SettingsForm(RecordForm):
    """The form of the settings of a fight; a list is filled from what it begins with."""

    def __init__(self, settings: Settings) -> None:
        """Begin with the settings as they are."""
        self._settings = settings
        fresh = type(settings)()
        templates: dict[str, tuple[Record, ...]] = {
            f"{SETTINGS}.{name}": getattr(fresh, name)
            for name, info in type(settings).model_fields.items()
            if (shape := shape_of(info)) is not None and shape.holds is Holds.RECORDS
        }
        part = FormPart(SETTINGS, settings)
        super().__init__(_("Settings of this fight"), (part,), _("Apply"), templates)

    def sections(self) -> tuple[PlacedSection, ...]:
        """Return all of it on one screen."""
        model = type(self._settings)
        layout = model.forms[0] if model.forms else plain_layout(model)
        return (PlacedSection(f"{SETTINGS}.-first", "", rooted(layout.first, SETTINGS)),)

    def values(self) -> Iterator[tuple[str, str]]:
        """Yield the settings that were changed: name, and value as JSON."""
        made = data_of(self.record(SETTINGS))
        before = data_of(self._settings)
        for name, value in made.items():
            if value != before[name]:
                yield name, json.dumps(value)


# --- sides ---------------------------------------------------------------------------------------


Look = Literal[
    "azure circle",
    "vermilion hexagon",
    "gold square",
    "jade shield",
    "orchid octagon",
    "grey diamond",
]
LOOKS: Final[tuple[Look, ...]] = get_args(Look)
"""Colours and shapes in the order of ``Side.index``."""
SIDES: Final = "sides"


class SideFields(Record):
    """One side as the form shows it."""

    id: str
    name: str = Field(title=_("Name"), min_length=1, max_length=100)
    colour_and_shape: Look = Field(default="gold square", title=_("Colour and shape"))
    stands: Literal["with the party", "against all others", "neutral"] = Field(
        default="against all others",
        title=_("Stands"),
        description=_("Those with the party are allies; neutral ones are nobody's foes."),
    )


class SidesFields(Record):
    """All of them."""

    sides: tuple[SideFields, ...] = Field(
        default=(), title=_("Sides"), description=_("Who fights together.")
    )


class SidesForm(RecordForm):
    """The sides, a row each."""

    def sections(self) -> tuple[PlacedSection, ...]:
        """Return the one table."""
        columns = ("name", "colour_and_shape", "stands")
        add = _("Add a side: its name \u2026")
        table = FormTable(f"{SIDES}.sides", columns, kept=("id",), add=add)
        return (PlacedSection(f"{SIDES}.-first", "", (table,)),)


_STANDS = {"party": "with the party", "foes": "against all others", "neutral": "neutral"}


def sides_form(sides: Mapping[str, Side]) -> RecordForm:
    """Return the form of the sides of a fight, a row each."""
    rows = tuple(
        SideFields.model_validate(
            {
                "id": key,
                "name": side.name,
                "stands": _STANDS[side.stance],
                "colour_and_shape": LOOKS[min(max(side.index, 0), len(LOOKS) - 1)],
            }
        )
        for key, side in sides.items()
    )
    part = FormPart(SIDES, SidesFields(sides=rows))
    return SidesForm(_("Sides"), (part,), _("Apply"))


def sides_command(form: RecordForm) -> SetSides:
    """Return the command that a form without errors comes to."""
    found = form.record(SIDES)
    assert isinstance(found, SidesFields)
    stances = {words: stance for stance, words in _STANDS.items()}
    sides = {
        one.id: Side.model_validate(
            {
                "name": one.name,
                "index": LOOKS.index(one.colour_and_shape),
                "stance": stances[one.stands],
            }
        )
        for one in found.sides
    }
    return SetSides(sides=frozendict(sides))
