"""One form builder for every rule system: all values go in and come back, errors stand beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.control.forms.combatant_form import combatant_form, edit_command, edited
from gridwar.control.forms.shapes import Holds, shape_of
from gridwar.control.records.popover_records import FieldKind
from gridwar.engine.session.session import Session
from gridwar.model.encounter import Side
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.records.popover_records import FormView
    from gridwar.model.combatant import Combatant
    from gridwar.model.record import Record

SIDES = frozendict({"1": Side(name="Party"), "2": Side(name="Foes", index=1)})


def form_of(one: Combatant, system_id: str) -> RecordForm:
    """Return the form of somebody."""
    return combatant_form(find(system_id), one, SIDES, "Apply")


def unfolded(form: RecordForm) -> FormView:
    """Open every section of a form, also those within others, and return all of its fields."""
    while True:
        folded = [one.key for one in form.view().fields if one.folded]
        if not folded:
            return form.view()
        for key in folded:
            form.act(key, "fold")


def people() -> list[tuple[str, Combatant]]:
    """Return every sample of every system, and a blank one of each."""
    found = []
    for system_id in every_id():
        system = find(system_id)
        blank = system.new_combatant("new", "New", "1")
        found += [(system_id, one) for one in (*system.data.samples(), blank)]
    return found


@pytest.mark.parametrize(
    ("system_id", "one"), people(), ids=lambda value: value if isinstance(value, str) else value.id
)
def test_every_value_of_a_sheet_goes_through_the_form(system_id: str, one: Combatant) -> None:
    """Typing every field as it is shown gives back the very same combatant, and no command."""
    form = form_of(one, system_id)
    for field in unfolded(form).fields:
        if field.kind is not FieldKind.SECTION:
            form.type(field.key, field.value)
    assert not form.problems()
    assert edited(form, one) == one
    assert edit_command(one, edited(form, one), one) is None


@pytest.mark.parametrize("system_id", every_id())
def test_the_form_knows_every_field_of_a_sheet(system_id: str) -> None:
    """No field of any sheet or of what stands in it is of a kind that the form cannot show."""
    left: list[type[Record]] = [find(system_id).data.sheet]
    while left:
        model = left.pop()
        for name, info in model.model_fields.items():
            shape = shape_of(info)
            assert shape is not None, f"{model.__name__}.{name}"
            if shape.record is not None:
                left.append(shape.record)


@pytest.mark.parametrize("system_id", every_id())
def test_lists_of_every_sheet_take_new_entries(system_id: str) -> None:
    """A blank entry added to any list is found in the sheet, and a copy has an id of its own."""
    system = find(system_id)
    one = system.new_combatant("new", "New", "1")
    for name, info in system.data.sheet.model_fields.items():
        shape = shape_of(info)
        if shape is None or shape.holds is not Holds.RECORDS:
            continue
        key = f"sheet.{name}"
        form = form_of(one, system_id)
        form.act(key, "add")
        form.act(f"{key}.0", "copy")
        wrong = {k: v for k, v in form.problems().items() if not k.endswith((".match", ".id"))}
        assert not wrong, key
        entries = getattr(form.record("sheet"), name)
        assert len(entries) == 2
        ids = [getattr(entry, "id", at) for at, entry in enumerate(entries)]
        assert len(set(ids)) == 2
        form.act(f"{key}.0", "drop")
        form.act(f"{key}.0", "drop")
        assert getattr(form.record("sheet"), name) == ()


@pytest.mark.parametrize("system_id", every_id())
def test_an_apply_is_one_command_and_one_undo(system_id: str) -> None:
    """Several values changed in a form are set together and taken back together."""
    system = find(system_id)
    one = system.new_combatant("new", "New", "1")
    start = system.new_encounter().with_combatant(one)
    session = Session(system, start)
    form = form_of(one, system_id)
    form.type("token.name", "Renamed")
    form.type("token.width", "2")
    number = next(
        name
        for name, info in system.data.sheet.model_fields.items()
        if (shape := shape_of(info)) is not None and shape.holds is Holds.NUMBER
    )
    form.type(f"sheet.{number}", "3")
    command = edit_command(one, edited(form, one), one)
    assert command is not None
    session.submit(command)
    after = session.encounter["new"]
    assert (after.name, after.size.w, getattr(after.sheet, number)) == ("Renamed", 2, 3)
    session.undo()
    assert session.encounter["new"] == one


def test_errors_stand_beside_the_field_with_the_nearest_right_value() -> None:
    """What does not fit is kept as typed, told in plain words, and mended by one click."""
    one = find("cepheus").data.samples()[0]
    form = form_of(one, "cepheus")
    form.type("sheet.chars.strength", "99")
    form.type("sheet.armor", "about 7 or 8")
    form.type("sheet.speed_m", "-3")
    shown = {field.key: field for field in form.view().fields}
    strength, armor, speed = (
        shown[f"sheet.{name}"] for name in ("chars.strength", "armor", "speed_m")
    )
    assert (strength.value, strength.error, strength.suggestion) == ("99", "At most 40.", "40")
    assert (armor.value, armor.error) == ("about 7 or 8", "A whole number is needed.")
    assert armor.suggestion == "7"
    assert (speed.error, speed.suggestion) == ("At least 0.", "0")
    for field in (strength, armor, speed):
        form.type(field.key, field.suggestion)
    assert not form.problems()


def test_an_error_in_a_folded_weapon_shows_at_its_heading() -> None:
    """Nothing wrong hides: the heading says it, and handing in opens the section."""
    marine = next(one for one in find("cepheus").data.samples() if one.sheet.weapons)  # type: ignore[attr-defined]
    form = form_of(marine, "cepheus")
    form.act("sheet.weapons.0", "fold")
    form.type("sheet.weapons.0.damage_dice", "many")
    form.act("sheet.weapons.0", "fold")
    heading = next(one for one in form.view().fields if one.key == "sheet.weapons.0")
    assert heading.error
    form.unfold_problems()
    assert any(one.key == "sheet.weapons.0.damage_dice" for one in form.view().fields)


def test_a_rule_over_several_fields_is_told_at_their_heading() -> None:
    """An armour whose lower end is above the upper one is wrong as a whole."""
    form = form_of(find("drive").new_combatant("new", "New", "1"), "drive")
    form.act("sheet.armour", "add")
    form.type("sheet.armour.lo", "9")
    form.type("sheet.armour.hi", "4")
    heading = next(one for one in form.view().fields if one.key == "sheet.armour")
    assert "lower end" in heading.error


def test_weapons_come_from_the_table_of_the_rules() -> None:
    """The list of weapons offers those of the system's table, and a second one gets its own id."""
    form = form_of(find("cepheus").new_combatant("new", "New", "1"), "cepheus")
    section = next(one for one in form.view().fields if one.key == "sheet.weapons")
    titles = [choice.title for choice in section.acts[0].choices]
    assert titles[0] == "Blank"
    assert len(titles) > 5
    form.act("sheet.weapons", "add", "0")
    form.act("sheet.weapons", "add", "0")
    first, second = form.record("sheet").weapons  # type: ignore[attr-defined]
    assert first.name == second.name == titles[1]
    assert first.id != second.id
    form.act("sheet.weapons.1", "up")
    assert [one.id for one in form.record("sheet").weapons] == [second.id, first.id]  # type: ignore[attr-defined]


def test_a_blank_weapon_has_a_name() -> None:
    """What has to be called something is called what it is until somebody types a name."""
    form = form_of(find("cepheus").new_combatant("new", "New", "1"), "cepheus")
    form.act("sheet.weapons", "add")
    sheet = form.record("sheet")
    assert isinstance(sheet, CepheusSheet)
    assert sheet.weapons[-1].name == "Weapon"
