"""The editor of every rule system: all values go in and come back, errors stand beside."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.control.forms.combatant_form import CombatantForm
from gridwar.control.forms.field_types import Holds, shape_of
from gridwar.control.forms.merging_edits import edit_command
from gridwar.control.records.form_records import FieldKind, FieldView, every_field
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.raw_parts import RawSheet
from gridwar.model.record import FrozenMap
from gridwar.systems.arrgs.core.sheet import ArrgsSheet
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.drive.core.sheet import Link
from tests.support.every_system import every_id, find


def form_of(one: Combatant, system_id: str) -> CombatantForm:
    """Return the form of somebody."""
    system = find(system_id)
    return CombatantForm(system, one, system.new_encounter(), "Apply")


def unfolded(form: CombatantForm) -> tuple[FieldView, ...]:
    """Open every section and row of a form, also those within others; return all its fields."""
    while True:
        fields = tuple(every_field(form.view().fields))
        rows = [row.key for one in fields for row in one.rows if row.folded]
        folded = [one.key for one in fields if one.folded] + rows
        if not folded:
            return fields
        for key in folded:
            form.act(key, "fold")


def field(form: CombatantForm, key: str) -> FieldView:
    """Return a field that is shown."""
    return next(one for one in every_field(form.view().fields) if one.key == key)


def people() -> list[tuple[str, Combatant]]:
    """Return every sample of every system, and a blank one of each."""
    found = []
    for system_id in every_id():
        system = find(system_id)
        blank = system.new_combatant("new", "New", "1")
        found += [(system_id, one) for one in (*system.data.samples(), blank)]
    return found


class Bare(Sheet):
    """A sheet of somebody who declared no layout."""

    hits: int = 3
    mood: str = "calm"
    gear: tuple[Link, ...] = ()
    traits: FrozenMap[str, int] = frozendict()


def test_a_sheet_without_a_layout_shows_all_it_has() -> None:
    """Who writes a system sees every field at once, under its own name, before any layout."""
    one = Combatant(id="a", name="A", sheet=Bare(traits=frozendict(brave=2)))
    system = find("freeform")
    form = CombatantForm(system, one, system.new_encounter(), "Apply")
    shown = {view.key: view for view in every_field(form.view().fields)}
    assert (shown["sheet.hits"].value, shown["sheet.hits"].label) == ("3", "hits")
    assert shown["sheet.traits.brave"].value == "2"
    form.act("sheet.gear.-add", "add")
    form.type("sheet.gear.0.kind", "aboard")
    form.type("sheet.mood", "wild")
    sheet = form.record("sheet")
    assert isinstance(sheet, Bare)
    assert (sheet.mood, sheet.gear[0].kind) == ("wild", "aboard")


def test_a_sheet_of_a_system_that_is_not_here_keeps_its_values() -> None:
    """Of rules that are not installed only the token is shown; the sheet goes along untouched."""
    raw = RawSheet(data='{"a": 1}', own=Bare())
    system = find("freeform")
    form = CombatantForm(system, Combatant(id="a", name="A", sheet=raw), system.new_encounter(), "")
    assert not any(view.key.startswith("sheet.") for view in every_field(form.view().fields))
    form.type("token.name", "B")
    assert (form.edited().name, form.edited().sheet) == ("B", raw)


# --- what goes in comes back ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system_id", "one"), people(), ids=lambda value: value if isinstance(value, str) else value.id
)
def test_every_value_of_a_sheet_goes_through_the_form(system_id: str, one: Combatant) -> None:
    """Typing every field as it is shown gives back the very same combatant, and no command."""
    form = form_of(one, system_id)
    parts = (FieldKind.SECTION, FieldKind.ROWS, FieldKind.PICK, FieldKind.PICTURE)
    for view in unfolded(form):
        if view.kind not in parts:
            form.type(view.key, view.value)
    assert not form.problems()
    assert form.edited() == one
    assert edit_command(one, form.edited(), one) is None
    assert not form.is_changed


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
    command = edit_command(one, form.edited(), one)
    assert command is not None
    session.submit(command)
    after = session.encounter["new"]
    assert (after.name, after.size.w, getattr(after.sheet, number)) == ("Renamed", 2, 3)
    session.undo()
    assert session.encounter["new"] == one


# --- errors --------------------------------------------------------------------------------------


def test_errors_stand_beside_the_field_with_the_nearest_right_value() -> None:
    """What does not fit is kept as typed, told in plain words, and mended by one click."""
    one = find("cepheus").data.samples()[0]
    form = form_of(one, "cepheus")
    form.type("sheet.chars_max.strength", "99")
    form.type("sheet.armor", "about 7 or 8")
    form.type("sheet.speed_m", "-3")
    strength, armor, speed = (
        field(form, f"sheet.{name}") for name in ("chars_max.strength", "armor", "speed_m")
    )
    assert (strength.value, strength.error, strength.suggestion) == ("99", "At most 40.", "40")
    assert (armor.value, armor.error) == ("about 7 or 8", "A whole number is needed.")
    assert armor.suggestion == "7"
    assert (speed.error, speed.suggestion) == ("At least 0.", "0")
    for view in (strength, armor, speed):
        form.type(view.key, view.suggestion)
    assert not form.problems()


def test_an_error_below_a_closed_row_shows_at_the_row() -> None:
    """Nothing wrong hides: the row says it, and handing in opens what is below it."""
    marine = next(one for one in find("cepheus").data.samples() if one.sheet.weapons)  # type: ignore[attr-defined]
    form = form_of(marine, "cepheus")
    form.act("sheet.weapons.0", "fold")
    form.type("sheet.weapons.0.magazine", "many")
    form.act("sheet.weapons.0", "fold")
    row = field(form, "sheet.weapons").rows[0]
    assert row.error
    form.unfold_problems()
    assert field(form, "sheet.weapons.0.magazine").error


def test_an_error_in_a_folded_section_shows_at_its_heading() -> None:
    """The heading of a section says that something in it is wrong; handing in opens it."""
    form = form_of(find("cepheus").data.samples()[0], "cepheus")
    heading = next(one for one in form.view().fields if one.label.startswith("Wounds"))
    form.act(heading.key, "fold")
    form.type("sheet.chars.strength", "good")
    form.act(heading.key, "fold")
    assert field(form, heading.key).error
    form.unfold_problems()
    assert field(form, "sheet.chars.strength").error == "A whole number is needed."


def test_a_rule_over_several_fields_is_told_where_they_stand() -> None:
    """An armour whose lower end is above the upper one is wrong as a whole."""
    form = form_of(find("drive").new_combatant("new", "New", "1"), "drive")
    form.type("sheet.armour", True)
    form.type("sheet.armour.lo", "9")
    form.type("sheet.armour.hi", "4")
    assert "lower end" in field(form, "sheet.armour").error


# --- tables --------------------------------------------------------------------------------------


def test_weapons_come_from_the_table_of_the_rules() -> None:
    """The list of weapons offers those of the system's table, and a second one gets its own id."""
    form = form_of(find("cepheus").new_combatant("new", "New", "1"), "cepheus")
    offered = field(form, "sheet.weapons.-add").options
    assert len(offered) > 5
    form.act("sheet.weapons.-add", "add", offered[0].id)
    form.act("sheet.weapons.-add", "add", offered[0].id)
    first, second = form.record("sheet").weapons  # type: ignore[attr-defined]
    assert first.name == second.name == offered[0].title
    assert first.id != second.id
    form.act("sheet.weapons.1", "up")
    assert [one.id for one in form.record("sheet").weapons] == [second.id, first.id]  # type: ignore[attr-defined]


def test_a_name_of_ones_own_makes_a_blank_weapon() -> None:
    """What no table has is added by its name, and one goes on in the cell beside it."""
    form = form_of(find("cepheus").new_combatant("new", "New", "1"), "cepheus")
    form.act("sheet.weapons.-add", "name", "Harpoon")
    sheet = form.record("sheet")
    assert isinstance(sheet, CepheusSheet)
    assert sheet.weapons[-1].name == "Harpoon"
    assert form.focus == "sheet.weapons.0.type"


def test_spells_stand_in_a_table_of_their_own() -> None:
    """A list parted by kind: what is added to one table stays there, also in its order."""
    mage = next(one for one in find("arrgs").data.samples() if one.id == "mage")
    form = form_of(mage, "arrgs")
    section = next(one for one in form.view().fields if one.label == "Spells")
    form.act(section.key, "fold")
    form.act("sheet.weapons.-spell.-add", "name", "Hush")
    weapons, spells = (
        field(form, "sheet.weapons.-melee-ranged"),
        field(form, "sheet.weapons.-spell"),
    )
    assert [row.fields[0].value for row in weapons.rows] == ["Fist"]
    assert [row.fields[0].value for row in spells.rows][-2:] == ["Blessing", "Hush"]
    form.act(spells.rows[-1].key, "up")
    order = [row.fields[0].value for row in field(form, "sheet.weapons.-spell").rows]
    assert order[-2:] == ["Hush", "Blessing"]
    sheet = form.record("sheet")
    assert isinstance(sheet, ArrgsSheet)
    names = [one.name for one in sheet.weapons]
    assert names.index("Hush") < names.index("Blessing")


def test_names_of_the_rules_are_told_in_words_and_kept_as_they_are() -> None:
    """A skill is shown as Slug rifle, typed in any case, and kept as the rules know it."""
    form = form_of(find("cepheus").data.samples()[0], "cepheus")
    weapon = field(form, "sheet.weapons.0.skill")
    assert weapon.value == "Slug rifle"
    form.type("sheet.weapons.0.skill", "slug PISTOL")
    heading = next(one for one in form.view().fields if one.label == "Skills")
    form.act(heading.key, "fold")
    form.act("sheet.skills.-add", "name", "Slug Pistol")
    assert form.focus == "sheet.skills.slug_pistol"
    form.type(form.focus, "1")
    form.type("sheet.skills.blades", "")
    sheet = form.record("sheet")
    assert isinstance(sheet, CepheusSheet)
    assert sheet.weapons[0].skill == "slug_pistol"
    assert sheet.skills["slug_pistol"] == 1
    assert "blades" not in sheet.skills


def test_a_name_with_a_dot_is_a_name() -> None:
    """What somebody calls a skill may look like a path, and is none."""
    form = form_of(find("cepheus").data.samples()[0], "cepheus")
    form.act("sheet.skills.-add", "name", "Mr. 50 %2E")
    form.type(form.focus, "2")
    sheet = form.record("sheet")
    assert isinstance(sheet, CepheusSheet)
    assert sheet.skills["mr._50_%2e"] == 2


# --- machines ------------------------------------------------------------------------------------


def test_a_machine_has_a_form_of_its_own() -> None:
    """A car begins with hull and speed, a person with characteristics; one may become the other."""
    samples = {one.id: one for one in find("cepheus").data.samples()}
    person, car = (form_of(samples[one], "cepheus") for one in ("marine", "gun_car"))
    hull = "sheet.machine.hull_max"
    assert any(one.key == hull for one in every_field(car.view().fields))
    assert not any(one.key == hull for one in every_field(person.view().fields))
    person.act("sheet.machine", "add")
    car.act("sheet.machine", "drop")
    assert any(one.key == hull for one in every_field(person.view().fields))
    assert not any(one.key == hull for one in every_field(car.view().fields))


def test_hull_and_armour_are_typed_once() -> None:
    """What is left of a machine follows what it has in full, as long as nothing is missing."""
    car = next(one for one in find("cepheus").data.samples() if one.id == "gun_car")
    form = form_of(car, "cepheus")
    form.type("sheet.machine.hull_max", "8")
    form.type("sheet.machine.armor_max", "9")
    form.type("sheet.machine.structure", "1")
    form.type("sheet.machine.structure_max", "7")
    sheet = form.record("sheet")
    assert isinstance(sheet, CepheusSheet)
    assert sheet.machine is not None
    assert (sheet.machine.hull, sheet.machine.structure, sheet.armor) == (8, 1, 9)
