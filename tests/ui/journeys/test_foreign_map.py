"""A map by others, other rules, combatants of one's own: from an empty page through two rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.uvtt import line, portal, uvtt, written
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.evening.evening import Evening


def foreign_map(folder: Path) -> Path:
    """Write a map with two walls and a door between them, and one wall outside of it."""
    walls = [line((6, 0), (6, 3)), line((6, 5), (6, 9)), line((11, 8), (16, 8))]
    doors = [portal((6, 3), (6, 5))]
    return written(folder, uvtt((14, 9), line_of_sight=walls, portals=doors), "hall.dd2vtt")


@pytest.mark.long
def test_a_map_by_others_and_own_combatants(evening: Evening, tmp_path: Path) -> None:
    """Imported, its report answered, other rules chosen, two made and edited, two rounds played."""
    evening.start()
    evening.button("Freeform")
    evening.open_file(foreign_map(tmp_path), "map.import")
    assert (evening.encounter.map.width, evening.encounter.map.height) == (14, 9)
    walls = len(evening.encounter.map.walls)
    assert walls >= 3

    # Other rules, from the report itself: another window, the same map, the report still there.
    evening.button("ARRGS", frees=True)
    assert evening.controller.system.id == "arrgs"
    assert len(evening.encounter.map.walls) == walls
    assert evening.controller.view.tool == "grid"
    evening.button("Freeform", frees=True)
    assert evening.controller.system.id == "freeform"
    evening.button("ARRGS", frees=True)
    evening.button("Use this map", frees=True)
    evening.leave_tool()

    # Somebody of one's own: the name is asked first; he stands there and can be edited.
    evening.do("fight.new")
    evening.field("Name", "Orla", evening.popover)
    evening.button("Place on the map", evening.popover, frees=True)
    assert not evening.popovers
    orla = next(iter(evening.encounter.combatants))
    assert evening.encounter[orla].name == "Orla"
    evening.right_click((9, 4), "Add to the fight", "Foes", "Raider", frees=True)
    foe = next(who for who in evening.encounter.combatants if who != orla)
    evening.click(evening.stands(orla), selects=orla)
    evening.do("edit.values")
    evening.field("Name", "Orla Keane", evening.popover)
    evening.button("Apply", evening.popover)
    assert evening.encounter[orla].name == "Orla Keane"

    # A wrong value is told in its field; nothing is done, and Esc gives it up.
    evening.do("edit.values")
    evening.field("Name", "", evening.popover)
    evening.button("Apply", evening.popover)
    evening.press("Esc")
    assert evening.encounter[orla].name == "Orla Keane"

    # The door is opened by a click; two rounds; the file holds them.
    evening.click((5.5, 3.5), frees=True)
    for _turn in range(20):
        if evening.encounter.round > 2:
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    assert evening.encounter.round == 3
    assert foe in evening.encounter
    evening.is_saved()
    evening.close()
