"""Percentile at the window: a flyer crashes, a kill zone fires, one ship rams another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.combatant_commands import Place, SetValue
from gridwar.engine.kit import TakeTurn
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.systems.percentile.core.fight_state import sheet_of, state_of
from tests.ui.journeys.answering import answer_all

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def open_fight(evening: Evening, stem: str) -> None:
    """Open one of the sample fights."""
    evening.start(next(path for path in sample_fights() if path.stem == stem))


def test_a_flyer_crashes(evening: Evening) -> None:
    """N ends the round: the GM is asked for the fall, and Vex lies in the street."""
    open_fight(evening, "o-rooftops")
    before = evening.encounter
    assert before["vex"].altitude == 1
    evening.do("fight.next", frees=True)
    assert evening.question.title == "Vex falls 60 squares: what damage?"
    evening.press("4")
    evening.press("Return", frees=True)
    answer_all(evening)
    assert evening.encounter["vex"].altitude == 0
    assert sheet_of(evening.encounter["vex"]).wounds == 1
    assert evening.encounter.round == 2
    evening.is_saved()
    evening.do("edit.undo", frees=True)
    assert evening.encounter == before
    evening.close()


def test_a_kill_zone_fires_in_mid_move(evening: Evening) -> None:
    """Tessa runs for the shops: on the first square that Liss watches the shot is offered."""
    open_fight(evening, "p-plaza")
    evening.drag((9, 17), (12, 17), (16, 17))
    assert evening.is_asked
    assert evening.stands("tessa") == (13, 17)
    evening.answer("Fire")
    answer_all(evening)
    assert state_of(evening.encounter).overwatches == ()
    is_pinned = evening.encounter["tessa"].has_effect("pinned")
    assert evening.stands("tessa") == ((13, 17) if is_pinned else (16, 17))
    evening.is_saved()
    evening.close()


def test_the_link_of_a_grapple_has_its_options(evening: Evening) -> None:
    """Mott takes hold of Holt; a click on the sign between them offers to let go again."""
    open_fight(evening, "o-rooftops")
    submit = evening.controller.submit
    submit(Place(to=(("mott", Cell(9, 6)),)))
    submit(SetValue(who=("mott",), field="sheet.ws", value="150"))
    submit(SetValue(who=("holt",), field="sheet.reactions", value="0"))
    submit(TakeTurn(actor="mott"))
    evening.click_order("mott")
    evening.act("Grapple")
    evening.click((8, 6), frees=True)
    evening.press("Return", frees=True)
    answer_all(evening)
    (grapple,) = state_of(evening.encounter).grapples
    assert (grapple.controller, grapple.restrained) == ("mott", "holt")
    evening.hover((8.5, 6))
    assert evening.controller.view.tie == ("mott", "holt")
    evening.right_click((8.5, 6), "Release", frees=True)
    assert state_of(evening.encounter).grapples == ()
    evening.is_saved()
    evening.close()


def test_a_ship_rams_another(evening: Evening) -> None:
    """The way to the Maw is found and flown; a ram that strikes costs both of their hull."""
    open_fight(evening, "q-boarding")
    hulls = {who: sheet_of(evening.encounter[who]).wounds for who in ("halcyon", "maw")}
    evening.act("Ram")
    evening.hover((16, 9))
    plan = evening.controller.view.plan
    assert plan is not None
    assert (len(plan.cells), plan.end) == (9, (16, 9))
    evening.press("Escape")
    assert (evening.controller.view.plan, evening.controller.view.picking) == (None, None)
    evening.act("Ram")
    evening.click((16, 9))
    assert evening.controller.view.draft is not None
    evening.press("Return", frees=True)
    answer_all(evening)
    x, _y = evening.stands("halcyon")
    assert x == 16
    lost = {who: hulls[who] - sheet_of(evening.encounter[who]).wounds for who in hulls}
    assert bool(lost["halcyon"]) == bool(lost["maw"])
    evening.is_saved()
    evening.close()
