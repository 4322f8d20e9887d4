"""Templates laid by hand: whom they take in, ghosts and pins, and what takes them off again."""

from __future__ import annotations

import pytest

from gridwar.control.actions.several_selected import CHECK
from gridwar.control.controller.quick_values import enter_quick
from gridwar.control.measuring.template_areas import taken_by_blast
from gridwar.control.records.scene_records import RegionOverlay, RegionRole
from gridwar.control.state.kept_measurements import ALL_KEPT
from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
from gridwar.control.tools.measuring.template_tool import TemplateTool
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.model.geometry import Cell
from tests.support.table import Table


@pytest.fixture
def party() -> Table:
    """A hero at (3, 3), a foe at (6, 3)."""
    return Table("freeform", hero=(3, 3), foe=(6, 3))


def test_preview_drop_and_list_are_the_same_set(party: Table) -> None:
    """What a template under the pointer takes in is what it takes in once it lies, and the list."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    party.move(5.5, 3.5)
    before = tool.taken()
    party.click(5.5, 3.5)
    party.key("enter")
    party.take("select")
    region = next(
        one
        for one in party.scene().overlays
        if isinstance(one, RegionOverlay) and one.role is RegionRole.TEMPLATE
    )
    assert region.cells == before.cells
    assert set(before.hit) == {"hero", "foe"}
    assert all(party.controller.encounter[who].pos in before.cells for who in before.hit)


def test_those_caught_are_numbered_and_selected_for_one_quick_number(party: Table) -> None:
    """The nearest is number 1; S selects all, and -7 is one command for everybody."""
    tool = party.take("template")
    party.click(5.5, 3.5)
    tokens = {token.id: token.caught for token in party.scene().tokens}
    assert tokens == {"foe": 1, "hero": 2}
    party.key("return", "", KeyboardModifier.SHIFT)
    enter_quick(party.controller, "-7")
    row = party.controller.session.history.rows[party.controller.session.position.cursor]
    assert isinstance(row.command, ChangePool)
    assert set(row.command.who) == {"hero", "foe"}
    assert isinstance(tool, TemplateTool)


def test_with_those_caught_selected_the_tool_is_down_and_one_check_is_for_all(
    party: Table,
) -> None:
    """The template stays on the map; a check asked then is one command of those caught."""
    party.take("template")
    party.click(5.5, 3.5)
    party.key("return", "", KeyboardModifier.SHIFT)
    controller = party.controller
    assert controller.view.tool == "select"
    assert len(controller.view.measuring.templates) == 1
    controller.actions.choose(CHECK)
    controller.checks.apply()
    row = controller.session.history.rows[controller.session.position.cursor]
    assert isinstance(row.command, Together)
    assert {one.actor for one in row.command.commands} == {"hero", "foe"}


def test_who_is_left_out_is_not_selected(party: Table) -> None:
    """A click on a name spares it, another takes it in again."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    party.click(5.5, 3.5)
    tool.pressed("spare:hero")
    assert tool.taken().hit == ("foe",)
    tool.pressed("spare:hero")
    assert set(tool.taken().hit) == {"hero", "foe"}


def test_digits_type_the_size_and_the_wheel_changes_it(party: Table) -> None:
    """6 m on a map of 1.5 m a cell are four cells; Ctrl and a notch make it five."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    party.key("6", "6")
    assert tool.placed.shape.size_cells == 4
    party.pointer(PointerKind.WHEEL, 5.5, 3.5, KeyboardModifier.CTRL, steps=1)
    assert tool.placed.shape.size_cells == 5


def test_a_tied_template_goes_with_its_token(party: Table) -> None:
    """T ties it to the token under the pointer; it moves along and does not catch its bearer."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    party.move(3.5, 3.5)
    party.key("return", "", KeyboardModifier.CTRL)
    party.controller.submit(Place(to=(("hero", Cell(15, 15)),)))
    assert tool.taken().tip == (15.5, 15.5)
    assert tool.taken().hit == ()


def test_a_template_is_tied_to_whoever_stands_at_its_tip(party: Table) -> None:
    """A cone dragged from a token stays there, whoever is selected, wherever the pointer is."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    at = party.controller.encounter["foe"].pos
    assert at is not None
    party.controller.selection.select("hero")
    party.drag((at.x + 0.5, at.y + 0.5), (at.x + 4.5, at.y + 0.5))
    party.key("return", "", KeyboardModifier.CTRL)
    assert tool.placed.tied == "foe"


def test_delete_takes_the_template_in_hand_off(party: Table) -> None:
    """Two lie on the map; Delete takes the one in hand."""
    party.take("template")
    party.click(5.5, 3.5)
    party.key("enter")
    party.click(15.5, 3.5)
    party.key("enter")
    assert len(party.controller.view.measuring.templates) == 2
    party.click(15.5, 3.5)
    party.key("delete")
    assert [one.at for one in party.controller.view.measuring.templates] == [(5.5, 3.5)]


def test_a_template_is_a_ghost_until_enter_pins_it(party: Table) -> None:
    """Set down it stands still; Escape ends it, another tool leaves nothing, Enter pins it."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    party.click(5.5, 3.5)
    party.move(9.5, 9.5)
    assert tool.placed.at == (5.5, 3.5)
    party.key("escape")
    party.move(9.5, 9.5)
    assert (tool.placed.at, party.controller.view.tool) == ((9.5, 9.5), "template")
    party.click(5.5, 3.5)
    party.take("select")
    assert not party.controller.view.measuring.templates
    party.take("template")
    party.click(5.5, 3.5)
    party.key("enter")
    party.key("escape")
    assert party.controller.view.tool == "select"
    assert [one.at for one in party.controller.view.measuring.templates] == [(5.5, 3.5)]


def test_a_click_elsewhere_sets_the_ghost_down_there(party: Table) -> None:
    """Templates do not pile up: one that is not pinned is moved by the next click."""
    tool = party.take("template")
    assert isinstance(tool, TemplateTool)
    party.click(5.5, 3.5)
    party.click(15.5, 3.5)
    party.key("enter")
    assert [one.at for one in party.controller.view.measuring.templates] == [(15.5, 3.5)]


def test_the_legend_takes_all_that_was_measured_off_at_once(party: Table) -> None:
    """From two on there is one more cross in the legend; it takes both off."""
    party.take("template")
    party.click(5.5, 3.5)
    party.key("enter")
    assert ALL_KEPT not in [one.key for one in party.scene().legend]
    party.click(15.5, 3.5)
    party.key("enter")
    party.take("select")
    assert ALL_KEPT in [one.key for one in party.scene().legend]
    party.tools.take_off(ALL_KEPT)
    assert not party.controller.view.measuring.count


def test_the_blast_of_a_weapon_is_its_systems_own() -> None:
    """The list for a grenade's aim is what the explosion's own procedure catches there."""
    table = Table("cepheus", 4, 4, marine=(3, 3), brawler=(9, 3))
    controller = table.controller
    weapons = controller.system.board.overlays(controller.encounter, "marine", "", None).weapons
    grenade = next(one for one, _title in weapons if "grenade" in one)
    blast = controller.rules_cache.blast("marine", grenade, Cell(8, 3))
    assert blast is not None
    taken = taken_by_blast(controller.encounter, blast, "marine", Cell(8, 3))
    assert "brawler" in taken.hit
    for one in taken.caught:
        pos = controller.encounter[one.who].pos
        zone = next(label for label, cells in taken.zones if pos in cells)
        assert zone == one.zone, "drawn in the zone that the rule gives"
