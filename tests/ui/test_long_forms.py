"""Long forms: made from the top, the rest between events, and whole for whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.records.form_records import FieldKind, FieldView
from gridwar.ui.style.palette import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.forms.form_body import FormBody

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

COUNT = 60
FIELDS = tuple(FieldView(f"f{n}", f"Field {n}", FieldKind.TEXT, str(n)) for n in range(COUNT))


@pytest.fixture
def body(qtbot: QtBot) -> FormBody:
    """Return the body of a form, shown."""
    made = FormBody(make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_long_form_is_made_in_steps(body: FormBody, qtbot: QtBot) -> None:
    """What is below comes between events, at the size that was left for it."""
    with qtbot.waitSignal(body.grown):
        body.show_fields(FIELDS)
        assert len(body._parts.fields) < COUNT // 2
        at_first = body.sizeHint().height()
    assert list(body._parts.fields) == [one.key for one in FIELDS]
    assert abs(body.sizeHint().height() - at_first) <= at_first // 20


def test_whoever_asks_for_a_field_gets_it(body: FormBody) -> None:
    """Values, the keyboard and what is shown anew reach fields that are still to come."""
    body.show_fields(FIELDS)
    assert body.focus_on(f"f{COUNT - 1}") is body.fields[f"f{COUNT - 1}"].editor
    assert body.values() == {f"f{n}": str(n) for n in range(COUNT)}


def test_what_is_shown_anew_meanwhile_is_what_comes(body: FormBody, qtbot: QtBot) -> None:
    """A value changed before its field is made stands in it; fewer fields end the making."""
    changed = (*FIELDS[:-1], FieldView(f"f{COUNT - 1}", "Last", FieldKind.TEXT, "new"))
    with qtbot.waitSignal(body.grown):
        body.show_fields(FIELDS)
        body.show_fields((*FIELDS[:-1], replace(FIELDS[-1], value="new")))
    assert body.values()[f"f{COUNT - 1}"] == "new"
    body.show_fields(changed)
    body.show_fields(FIELDS[:2])
    assert list(body.values()) == ["f0", "f1"]
