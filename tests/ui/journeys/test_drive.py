"""Drive at the window: blows and what hits back, a shot at a shared shield, a tie made and cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.systems.drive.core.sheet import Link, sheet_of
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def open_fight(evening: Evening, stem: str) -> None:
    """Open one of the sample fights."""
    evening.start(next(path for path in sample_fights() if path.stem == stem))


def log_titles(evening: Evening) -> list[str]:
    """Return the headlines of the log's latest entry."""
    row = evening.controller.session.history.rows[evening.last_row]
    return [one.trace.title for one in row.events if hasattr(one, "trace")]


def test_a_round_at_the_smithy(evening: Evening) -> None:
    """Morrik strikes, the others act by N to the next round; undo gives back every figure."""
    open_fight(evening, "m-smithy")
    before = evening.encounter
    evening.act("Attack: Flame sword")
    evening.click(evening.stands("vey"))
    assert evening.popover is evening.window.on_demand.attack
    evening.press("Return", frees=True)
    answer_all(evening)
    assert any("Flame sword" in one or "Morrik" in one for one in log_titles(evening))
    for _turn in range(12):
        if evening.encounter.round == 2:
            break
        evening.do("fight.next", frees=True)
        answer_all(evening)
    assert evening.encounter.round == 2
    evening.is_saved()
    for _step in range(30):
        if evening.encounter == before:
            break
        evening.do("edit.undo", frees=True)
    assert evening.encounter == before
    evening.close()


def test_points_are_made_in_the_sheet(evening: Evening) -> None:
    """The thorns are charged by ten in the sheet of the action; their figure stands in the card."""
    open_fight(evening, "m-smithy")
    stored = {one.id: one.stored for one in sheet_of(evening.encounter["morrik"]).auras}
    evening.act("Make points: Thorns")
    evening.press("Return", frees=True)
    now = {one.id: one.stored for one in sheet_of(evening.encounter["morrik"]).auras}
    assert now["Thorns"] == stored["Thorns"] + 10
    evening.do("edit.undo", frees=True)
    now = {one.id: one.stored for one in sheet_of(evening.encounter["morrik"]).auras}
    assert now == stored
    evening.is_saved()
    evening.close()


def test_a_tie_is_made_and_cut_on_the_map(evening: Evening) -> None:
    """Vey takes hold of Pim; the sign between them has one line for each, and lets go of him."""
    open_fight(evening, "n-goods-yard")
    evening.act("Grapple")
    evening.click(evening.stands("pim"), frees=True)
    link = Link(kind="grapple", other_id="pim")
    assert link in sheet_of(evening.encounter["vey"]).links
    (x, y), (px, py) = evening.stands("vey"), evening.stands("pim")
    middle = ((x + px) / 2, (y + py) / 2)
    evening.hover(middle)
    assert evening.controller.view.tie == ("vey", "pim")
    evening.right_click(middle, "No longer: grapple", frees=True)
    assert link not in sheet_of(evening.encounter["vey"]).links
    assert evening.controller.view.picking is None
    evening.is_saved()
    evening.close()
