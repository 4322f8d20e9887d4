"""Long forms: made from the top, the rest between events, and whole for whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from gridwar.control.records.form_records import ColumnView, FieldKind, FieldView, FormAct, RowView
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import apply_theme, make_theme
from gridwar.ui.widgets.forms import whole_form
from gridwar.ui.widgets.forms.whole_form import FormBody

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

COUNT = 60
FIELDS = tuple(FieldView(f"f{n}", f"Field {n}", FieldKind.TEXT, str(n)) for n in range(COUNT))


@pytest.fixture
def body(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> FormBody:
    """Return the body of a form, shown; what is made at once does not hang on the machine."""
    monkeypatch.setattr(whole_form, "_AT_ONCE_S", 0.0)
    made = FormBody(make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_long_form_is_made_in_steps(body: FormBody, qtbot: QtBot) -> None:
    """What is below comes between events, at the size that was left for it."""
    with qtbot.waitSignal(body.grown):
        body.show_fields(FIELDS)
        assert len(body._parts.fields) == whole_form._AT_ONCE
        at_first = body.sizeHint().height()
    assert list(body._parts.fields) == [one.key for one in FIELDS]
    assert abs(body.sizeHint().height() - at_first) <= at_first // 20


def test_a_form_that_is_left_is_made_no_further(body: FormBody) -> None:
    """What is below and was never seen is not made to be thrown away."""
    body.show_fields(FIELDS)
    body.show_fields(())
    assert body.is_whole
    assert list(body._parts.fields) == []


def _table(*names: str) -> FieldView:
    acts = (FormAct("up", "chevron-up", "Up"),)
    rows = tuple(
        RowView(f"t.{n}", "", (FieldView(f"t.{n}.name", "Name", value=name, bare=True),), acts)
        for n, name in enumerate(names)
    )
    return FieldView("t", "Table", FieldKind.ROWS, columns=(ColumnView("Name"),), rows=rows)


def test_rows_that_stay_keep_their_editors(body: FormBody) -> None:
    """A row more makes that row alone, a row less nothing; values follow, so does the order."""
    body.show_fields((_table("a", "b"), *FIELDS[:2]))
    first = [body.fields[f"t.{n}.name"].editor for n in (0, 1)]
    last = body.fields["f1"].editor
    body.show_fields((_table("c", "a", "b"), *FIELDS[:2]))
    assert [body.fields[f"t.{n}.name"].editor for n in (0, 1)] == first
    assert [body.fields[f"t.{n}.name"].value() for n in range(3)] == ["c", "a", "b"]
    assert list(body.tables["t"].cells) == ["t.0", "t.1", "t.2"]
    body.show_fields((_table("b"), *FIELDS[:2]))
    assert [key for key in body.fields if key.startswith("t.")] == ["t.0.name"]
    assert body.fields["t.0.name"].editor is first[0]
    assert body.fields["t.0.name"].value() == "b"
    assert body.fields["f1"].editor is last


def test_the_keyboard_goes_to_an_error_in_a_row_to_come(body: FormBody) -> None:
    """The form is made as far as the row in which something is wrong."""
    table = _table(*map(str, range(COUNT)))
    last = table.rows[-1]
    wrong = replace(last, fields=(replace(last.fields[0], error="not that"),))
    body.show_fields((*FIELDS[:2], replace(table, rows=(*table.rows[:-1], wrong)), FIELDS[2]))
    assert not body.is_whole
    first = body.first()
    assert first is not None
    assert first.view.key == f"t.{COUNT - 1}.name"


def test_a_long_table_is_made_in_steps(body: FormBody, qtbot: QtBot, qapp: QApplication) -> None:
    """Its rows come one by one, in the room left for them; until then nothing is below it."""
    apply_theme(qapp, body.theme)  # which says how high a cell is
    with qtbot.waitSignal(body.grown):
        body.show_fields((*FIELDS[:2], _table(*map(str, range(COUNT))), FIELDS[2]))
        assert len(body._parts.tables["t"].cells) < COUNT
        assert "f2" not in body._parts.fields
        at_first = body.sizeHint().height()
    assert abs(body.sizeHint().height() - at_first) <= at_first // 20
    assert len(body._parts.tables["t"].cells) == COUNT
    assert body.values()["f2"] == "2"


def test_rows_still_to_come_are_those_shown_last(body: FormBody, qtbot: QtBot) -> None:
    """A value changed before its row is made stands in it; a row is dragged among those there."""
    names = [*map(str, range(COUNT))]
    with qtbot.waitSignal(body.grown):
        body.show_fields((*FIELDS[:2], _table(*names)))
        while not body._parts.tables["t"].cells:
            QApplication.processEvents()
        body.show_fields((*FIELDS[:2], _table(*names[:-1], "new")))
        table = body._parts.tables["t"]
        table.drag_to(QPoint(0, table.height() * 2))
        table.grab()
        assert table.mark == len(table.cells) < COUNT
    assert body.values()[f"t.{COUNT - 1}.name"] == "new"


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
