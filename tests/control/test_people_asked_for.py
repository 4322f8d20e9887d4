"""Questions that name combatants: they are marked on the map, and a click chooses one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import Button, PointerEvent, PointerKind
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.cepheus import SYSTEM as CEPHEUS
from gridwar.systems.cepheus.vehicles.repair_offers import Repair
from gridwar.systems.percentile import SYSTEM as PERCENTILE
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from tests.systems.cepheus.firefight import fight as firefight
from tests.systems.cepheus.firefight import person
from tests.systems.cepheus.garage import car
from tests.systems.percentile.people import ada, fight, one, tor

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


def table(system: System, encounter: Encounter) -> Controller:
    """Return a controller of a fight."""
    return Controller(Session(system, encounter, dice=SeededDice(3)), odds_patience_s=60)


def marked(controller: Controller) -> set[tuple[int, int]]:
    """Return the squares that are marked as possible."""
    overlays = ScenePresenter(controller, Toolbox(controller)).present().overlays
    roles = (one for one in overlays if isinstance(one, sr.RegionOverlay))
    return {cell for one in roles if one.role is sr.RegionRole.REACH1 for cell in one.cells}


def press(controller: Controller, cell: tuple[int, int], *tokens: str) -> None:
    """Press the left button over a square and those who stand there."""
    point = (cell[0] + 0.5, cell[1] + 0.5)
    event = PointerEvent(PointerKind.PRESS, Cell(*cell), point, Button.LEFT, tokens=tokens)
    SelectTool(controller).pointer(event)


def test_a_click_says_who_repairs() -> None:
    """Mara and Otto are marked; a click on the ground or the car answers nothing, on Otto does."""
    people = (person("mara", 9), person("otto", 3), car(drive_hits=1, spare_parts=1))
    controller = table(CEPHEUS, firefight(*people))
    controller.submit(Repair(machine="car", system="drive", skill="mechanics"))
    question = controller.answers.asked_people()
    assert question is not None
    assert set(question.people) == {"mara", "otto"}
    places = {who: controller.encounter[who].pos for who in ("mara", "otto", "car")}
    assert marked(controller) == {places["mara"], places["otto"]}
    press(controller, (20, 9))
    press(controller, places["car"] or Cell(0, 0), "car")
    assert controller.answers.asked_people() is not None
    press(controller, places["otto"] or Cell(0, 0), "otto")
    assert controller.answers.asked_people() is None
    row = controller.session.history.rows[controller.session.position.cursor]
    assert [one.answer.option for one in row.replies.by_key().values() if one.answer] == ["otto"]
    assert marked(controller) == set()


def test_those_who_may_be_given_hits_are_marked() -> None:
    """Their hits are numbers to type: a click selects, and answers nothing."""
    una = one("una", (15, 5), to_hit=5, wounds=40)
    controller = table(PERCENTILE, fight(ada(bs=99), tor(at=(14, 5), wounds=40), una))
    controller.submit(Burst(actor="ada", target="tor", weapon="gun", hits=4, replace_die=False))
    while controller.session.wanted and controller.answers.asked_people() is None:
        wanted = controller.session.wanted[0]
        assert isinstance(wanted, Question)
        controller.answers.give(wanted.key, wanted.default)
    question = controller.answers.asked_people()
    assert question is not None
    assert marked(controller) == {(14, 5), (15, 5)}
    press(controller, (15, 5), "una")
    assert controller.answers.asked_people() is question
