"""Two changes of the same data brought together."""

from __future__ import annotations

from gridwar.control.forms.combatant_form import CombatantForm
from gridwar.control.forms.merging_edits import edit_command, merged
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.systems import find_system
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.sheet import CepheusSheet

OLD = {"hp": 9, "weapons": [{"id": "a", "ammo": 6, "name": "A"}, {"id": "b", "ammo": 1}]}


def test_both_changes_stay() -> None:
    """A name changed in the form and a round fired meanwhile are both there."""
    mine = {"hp": 9, "weapons": [{"id": "a", "ammo": 6, "name": "Best"}, {"id": "b", "ammo": 1}]}
    theirs = {"hp": 4, "weapons": [{"id": "a", "ammo": 5, "name": "A"}, {"id": "b", "ammo": 1}]}
    both = {"hp": 4, "weapons": [{"id": "a", "ammo": 5, "name": "Best"}, {"id": "b", "ammo": 1}]}
    assert merged(OLD, mine, theirs) == both


def test_where_both_changed_one_value_the_form_wins() -> None:
    """What was typed last is what the game master wants."""
    assert merged({"hp": 9}, {"hp": 7}, {"hp": 4}) == {"hp": 7}
    assert merged([1, 2], [1], [2]) == [1]


def test_what_came_meanwhile_stays_and_what_was_taken_is_gone() -> None:
    """Lists of things with ids are merged thing by thing, in the order of the form."""
    a, b, c, d = ({"id": name} for name in "abcd")
    assert merged([a, b], [b, a, c], [a, b, d]) == [b, a, c, d]
    assert merged([a, b], [b], [a, b, d]) == [b, d]
    assert merged([a, b], [a, b, c], [b]) == [b, c]


def test_rounds_fired_while_a_form_is_open_stay_fired() -> None:
    """Another name for a weapon does not fill its magazine."""
    system = find_system("cepheus")
    one = next(sample for sample in system.data.samples() if sample.id == "marine")
    one = one.replace(pos=Cell(1, 1))
    form = CombatantForm(system, one, system.new_encounter(), "Apply")
    form.type("sheet.weapons.0.name", "Old faithful")
    rifle = sheet_of(one).weapons[0]
    fired = rifle.replace(loaded=(rifle.loaded or 0) - 7)
    sheet = sheet_of(one).replace(weapons=(fired, *sheet_of(one).weapons[1:]))
    now = one.replace(sheet=sheet)
    session = Session(system, system.new_encounter().with_combatant(now))
    command = edit_command(one, form.edited(), now)
    assert command is not None
    session.submit(command)
    weapon = sheet_of(session.encounter["marine"]).weapons[0]
    assert (weapon.name, weapon.loaded) == ("Old faithful", fired.loaded)


def test_a_weapon_given_in_the_editor_is_in_hand() -> None:
    """It is given to be used at once; a sample carries what it does not hold."""
    system = find_system("cepheus")
    given = next(one for one in system.templates()["weapons"] if one.id == "shotgun")  # type: ignore[attr-defined]
    sheet = CepheusSheet(weapons=(given,))  # type: ignore[arg-type]
    assert sheet.weapons[0].ready
