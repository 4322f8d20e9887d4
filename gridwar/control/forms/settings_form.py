"""The settings of a fight as a form of records, for rules that set lists: actions of the GM's own.

Settings of single values have a plain form (``house_rules_form``).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from gridwar.control.forms.layout_builder import PlacedSection, plain_layout
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.control.forms.shapes import Holds, shape_of
from gridwar.model.form_layout import rooted
from gridwar.storage.codec import data_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Settings
    from gridwar.model.record import Record

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
        part = FormPart(SETTINGS, "", settings)
        super().__init__(_("Settings of this fight"), "", (part,), _("Apply"), templates)

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
