"""Aiming an action: the order of its targets, their chances, the aim by keys, and why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.targets import one_in, present_targets
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit import Role
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM as CEPHEUS
from gridwar.systems.drive.core.sheet import sheet_of
from tests.contract.scenario import scenario
from tests.support.longer_step import at_once
from tests.support.pointing import SHIFT
from tests.support.table import Table
from tests.systems.cepheus.firefight import fight, person

if TYPE_CHECKING:
    from gridwar.control.records.target_records import AimView, TargetsView
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.combatant import Combatant

AIMED = ("arrgs", "cepheus", "drive", "percentile")
"""The systems in which attacks have a target."""


def table(*faces: int, **places: tuple[int, int]) -> Table:
    """Return a fight with a marine's rifle being aimed."""
    made = Table("cepheus", *(faces or [3] * 8), marine=(3, 3), **places)
    made.controller.actions.choose("attack:gauss_rifle")
    return made


def foe(who: str, x: int = 0, y: int = 0) -> Combatant:
    """Return somebody of the other side."""
    return person(who, x, y).replace(side="2")


def step(controller: Controller) -> TargetsView:
    """Return the step "at whom?" as it is shown."""
    view = present_targets(controller)
    assert view is not None
    return view


def aim_on_map(controller: Controller, tools: Toolbox) -> AimView:
    """Return what the map shows of the aim."""
    aim = ScenePresenter(controller, tools).present().aim
    assert aim is not None
    return aim


def in_system(system: str, *, has_chances: bool = True) -> tuple[Controller, Toolbox]:
    """Return the small fight of a system, whoever acts selected, with or without chances."""
    found = scenario(system)
    controller = Controller(found.session(), odds_patience_s=60 if has_chances else 0)
    controller.selection.select(found.actor)
    return controller, Toolbox(controller)


def digit_of_attack(controller: Controller) -> str:
    """Return the digit of the first attack that is aimed at somebody."""
    actions = controller.actions.listed()[:9]
    return str(next(place for place, one in enumerate(actions, 1) if _is_attack(one)))


def _is_attack(one: Action) -> bool:
    return one.role is Role.STRIKE and one.need == "combatant" and one.refusal is None


# --- in every system -----------------------------------------------------------------------------


@pytest.mark.parametrize("system", AIMED)
def test_a_target_is_chosen_by_key_in_every_system(system: str) -> None:
    """A digit, Tab, Enter: the sheet of the attack at the first in the list is open."""
    controller, tools = in_system(system, has_chances=False)
    digit = digit_of_attack(controller)
    tools.key(KeyEvent(digit, text=digit))
    first = step(controller).targets[0].who
    tools.key(KeyEvent("tab"))
    tools.key(KeyEvent("enter"))
    draft = controller.view.draft
    assert draft is not None
    assert draft.target == first


@pytest.mark.parametrize("system", AIMED)
def test_a_shot_is_rolled_with_three_keys_in_every_system(system: str) -> None:
    """A digit, Tab, Shift+Enter: it is played, or waits for the answer of somebody else."""
    controller, tools = in_system(system, has_chances=False)
    digit, before = digit_of_attack(controller), controller.session.position
    tools.key(KeyEvent(digit, text=digit))
    tools.key(KeyEvent("tab"))
    tools.key(KeyEvent("enter", modifiers=SHIFT))
    assert controller.view.draft is None
    assert controller.view.notice is None
    assert controller.session.position != before or controller.session.open


@pytest.mark.parametrize("system", at_once(AIMED, ("cepheus", "drive", "percentile")))
def test_chances_are_words_of_the_system(system: str) -> None:
    """Every target has its chance in per cent, the same in the list and on the map."""
    controller, tools = drive() if system == "drive" else in_system(system)
    controller.actions.choose(controller.actions.listed()[int(digit_of_attack(controller)) - 1].id)
    rows = step(controller).targets
    assert rows
    assert all(row.chance.figure.endswith("%") for row in rows)
    tags = {tag.number: tag.figure for tag in aim_on_map(controller, tools).tags}
    assert {row.number: row.chance.figure for row in rows}.items() <= tags.items()


def test_an_outcome_with_a_name_stands_beside_the_chance() -> None:
    """In Drive a defence roll that is failed by much is a critical hit: its chance is told too."""
    controller, _tools = drive()
    row = next(row for row in step(controller).targets if row.who == "t")
    assert row.chance.figure == "65\u00a0%"
    assert row.chance.least == "critical hit 46\u00a0%"
    assert row.chance.share == pytest.approx(0.65)
    assert row.chance.mark == pytest.approx(0.46)


def drive() -> tuple[Controller, Toolbox]:
    """Return Drive with a target that defends with 35, the first attack being aimed."""
    found = scenario("drive")
    target = found.start["t"]
    defends = target.replace(sheet=sheet_of(target).replace(defence_tn=35))
    session = found.session(found.start.with_combatant(defends))
    controller = Controller(session, odds_patience_s=60)
    controller.selection.select(found.actor)
    place = int(digit_of_attack(controller)) - 1
    controller.actions.choose(controller.actions.listed()[place].id)
    return controller, Toolbox(controller)


# --- the order -----------------------------------------------------------------------------------


def test_the_best_chance_comes_first_and_whoever_is_hidden_last() -> None:
    """Who is near is not first for that; the own side comes after all foes."""
    encounter = fight(
        person("mara"),
        foe("close", 1, 1),
        foe("good", 8),
        person("mate", 8, 2),
        foe("hid", 8, 4).replace(hidden=True),
    )
    controller = Controller(Session(CEPHEUS, encounter), odds_patience_s=60)
    controller.selection.select("mara")
    controller.actions.choose("attack:rifle")
    view = step(controller)
    assert [row.who for row in view.targets] == ["good", "close", "hid"]
    assert [row.who for row in view.others] == ["mate"]
    assert view.targets[-1].is_hidden
    assert view.targets[-1].where.startswith("hidden")
    assert view.ask == "At whom? best chance first, hidden last"


def test_the_order_does_not_change_under_the_hand() -> None:
    """Until all chances are known it is by distance; whoever has gone by it keeps it."""
    made = Table("cepheus", *[3] * 8, marine=(3, 3), gunman=(4, 3), brawler=(8, 3))
    controller, later = made.controller, list[Callable[[], None]]()
    controller.aiming.work_beside(later.append)
    controller.actions.choose("attack:gauss_rifle")
    rows = step(controller).targets
    assert [row.who for row in rows] == ["gunman", "brawler"]
    assert all(row.chance.is_working and not row.chance.figure for row in rows)
    made.key("tab")
    assert controller.view.hovered == ("gunman",)
    for act in later:
        act()
    rows = step(controller).targets
    assert [row.who for row in rows] == ["gunman", "brawler"]
    assert [row.chance.figure for row in rows] == ["58\u00a0%", "83\u00a0%"]
    controller.cancel()
    controller.aiming.work_beside(lambda act: act())
    controller.actions.choose("attack:gauss_rifle")
    assert [row.who for row in step(controller).targets] == ["brawler", "gunman"]


def test_a_target_that_is_not_ready_says_where_it_is() -> None:
    """On the map its band stands where the chance will be, with "working"."""
    made = Table("cepheus", *[3] * 8, marine=(3, 3), brawler=(8, 3))
    made.controller.aiming.work_beside(lambda act: None)
    made.controller.actions.choose("attack:gauss_rifle")
    (tag,) = aim_on_map(made.controller, made.tools).tags
    assert (tag.figure, tag.where, tag.is_working) == ("Short", "working", True)


# --- who cannot be chosen ------------------------------------------------------------------------


def test_who_cannot_be_chosen_says_why_and_selects_nobody() -> None:
    """Once by a click, once by Enter; the aim stays, and the GM may do it anyway in the sheet."""
    made = Table("cepheus", *[3] * 8, marine=(3, 3), brawler=(8, 3))
    controller = made.controller
    controller.actions.choose("attack:unarmed")
    (group,) = step(controller).refused
    assert group.reason.startswith("Not now: ")
    assert [who for who, _name, _token in group.targets] == ["brawler"]
    for by_key in (False, True):
        controller.tell(None)
        if by_key:
            made.key("enter")
        else:
            made.click(8.5, 3.5)
        assert controller.view.notice is not None
        assert controller.view.notice.rule_ids
        assert controller.view.selected == ("marine",)
        assert controller.view.picking is not None
        assert not controller.view.draft
    controller.do_anyway()
    draft = controller.view.draft
    assert draft is not None
    assert draft.target == "brawler"
    assert draft.refusal is None


def test_the_map_says_why_not_in_a_few_words() -> None:
    """The tag of who cannot be chosen is small and has no number."""
    made = Table("cepheus", *[3] * 8, marine=(3, 3), brawler=(8, 3))
    made.controller.actions.choose("attack:unarmed")
    (tag,) = aim_on_map(made.controller, made.tools).tags
    assert (tag.number, tag.figure, tag.is_small) == (0, "out of range", True)


# --- how it is done ------------------------------------------------------------------------------


def test_x_chooses_the_next_option_and_the_sheet_has_it() -> None:
    """What was chosen last holds for the next target too, until something else is chosen."""
    made = table(brawler=(8, 3))
    controller = made.controller
    before = step(controller).choices[0]
    made.key("x", "x")
    after = step(controller).choices[0]
    assert (before.chosen, after.chosen) == ("single", "4:attack")
    made.key("tab")
    made.key("enter")
    draft = controller.view.draft
    assert draft is not None
    assert draft.settable.choices[0].chosen == "4:attack"


def test_a_choice_of_the_sheet_is_the_last_choice_once_it_was_played() -> None:
    """Shift+Enter then plays the next attack so; what was given up is not remembered."""
    made = table(brawler=(8, 3))
    controller = made.controller
    for goes in (False, True):
        controller.action_drafts.aim_at("brawler")
        controller.action_drafts.settings.choose("mode", "4:attack")
        if goes:
            controller.action_drafts.go()
            break
        controller.cancel()
        assert step(controller).choices[0].chosen == "single"
    controller.timeline.undo()
    controller.actions.choose("attack:gauss_rifle")
    assert step(controller).choices[0].chosen == "4:attack"


def test_escape_leaves_one_thing_at_a_press() -> None:
    """The sheet, then the aim; whoever acts stays selected all the while."""
    made = table(brawler=(8, 3))
    controller = made.controller
    made.key("tab")
    made.key("enter")
    left = []
    for _press in range(2):
        made.key("escape")
        left.append((bool(controller.view.draft), bool(controller.view.picking)))
    assert left == [(False, True), (False, False)]
    assert controller.view.selected == ("marine",)


# --- the cell cursor and the ground --------------------------------------------------------------


def test_arrows_move_the_cursor_and_point_at_who_stands_there() -> None:
    """By one cell, with Shift by five; off everybody nobody is pointed at."""
    made = table(brawler=(9, 3))
    controller = made.controller
    made.key("right")
    assert (controller.view.hover, controller.aiming.targets.pointed) == (Cell(4, 3), "")
    made.key("right", "", *SHIFT)
    assert controller.aiming.targets.pointed == "brawler"
    aim = aim_on_map(controller, made.tools)
    assert aim.cursor == (9, 3)
    assert aim.ghost is not None
    assert aim.ghost.figures[0] == ("83\u00a0%", "no reaction")
    assert aim.ghost.needs == "Hits on 5 or more with 2D6"


def test_the_aim_stays_while_the_pointer_is_on_the_ground() -> None:
    """Who was pointed at stays so until the pointer is on somebody else."""
    made = table(brawler=(8, 3), scout=(8, 8))
    made.move(8.5, 3.5)
    made.move(6.5, 5.5)
    assert made.controller.aiming.targets.pointed == "brawler"
    made.move(8.5, 8.5)
    assert made.controller.aiming.targets.pointed == "scout"


def grenadier() -> tuple[Controller, Toolbox]:
    """Return Mara, who aims a grenade at somebody."""
    encounter = fight(person("mara", 2, 2), person("kell", 9, 9))
    controller = Controller(Session(CEPHEUS, encounter), odds_patience_s=60)
    controller.selection.select("mara")
    controller.actions.choose("attack:grenade")
    return controller, Toolbox(controller)


def test_a_grenade_is_aimed_at_the_ground_too() -> None:
    """The cursor and Enter, or a click: the sheet is that of the throw at a square."""
    controller, tools = grenadier()
    assert step(controller).ground
    for key in ("right", "right", "down", "enter"):
        tools.key(KeyEvent(key))
    draft = controller.view.draft
    assert draft is not None
    assert (draft.action.id, draft.cell) == ("throw:grenade", Cell(4, 3))


def test_what_cannot_be_aimed_at_the_ground_says_so() -> None:
    """A rifle at an empty cell: a notice there, the aim stays, nobody is selected."""
    made = table(brawler=(8, 3))
    made.click(5.5, 6.5)
    notice = made.controller.view.notice
    assert notice is not None
    assert notice.text == "Shoot: Gauss rifle is aimed at somebody, not at the ground."
    assert notice.cell == (5, 6)
    assert made.controller.view.picking is not None
    assert made.controller.view.selected == ("marine",)


def test_an_area_of_drive_has_a_direct_target() -> None:
    """Its grenades too go off round somebody (DR-AOE-12): an empty cell is refused in words."""
    controller, tools = drive()
    for key in ("up", "up", "up", "enter"):
        tools.key(KeyEvent(key))
    notice = controller.view.notice
    assert notice is not None
    assert "is aimed at somebody" in notice.text
    assert controller.aiming.action is not None


# --- on the map ----------------------------------------------------------------------------------


def crowd(count: int) -> tuple[Controller, Toolbox]:
    """Return Mara aiming at many, one of her own side among them."""
    foes = (foe(f"foe{n}", 4 + n, 6) for n in range(count))
    encounter = fight(person("mara"), person("mate", 1, 5), *foes)
    controller = Controller(Session(CEPHEUS, encounter), odds_patience_s=60)
    controller.selection.select("mara")
    controller.actions.choose("attack:rifle")
    return controller, Toolbox(controller)


def test_six_have_a_whole_tag_and_the_others_their_chance_alone() -> None:
    """The first six in the order of Tab."""
    controller, tools = crowd(8)
    tags = aim_on_map(controller, tools).tags
    assert [tag.number for tag in tags if not tag.is_small] == [1, 2, 3, 4, 5, 6]
    small = [tag for tag in tags if tag.is_small]
    assert [tag.number for tag in small] == [7, 8]
    assert all(tag.figure.endswith("%") for tag in small)


def test_the_own_side_has_tags_while_shift_is_held() -> None:
    """Nobody aims at friends by mistake; no frame marks them either."""
    controller, tools = crowd(1)
    assert [tag.number for tag in aim_on_map(controller, tools).tags] == [1]
    tools.key(KeyEvent("shift"))
    assert [tag.number for tag in aim_on_map(controller, tools).tags] == [1, 2]
    tools.key(KeyEvent("shift", pressed=False))
    assert [tag.number for tag in aim_on_map(controller, tools).tags] == [1]


def test_the_keys_of_the_aim_are_said() -> None:
    """Those that work now: Enter once somebody is pointed at."""
    made = table(brawler=(8, 3))
    active = made.tools.active
    keys = [one.key for one in present_status(made.controller, active, "").keys]
    assert keys == ["Tab", "X", "Esc", "Click", "Arrows"]
    made.key("tab")
    keys = [one.key for one in present_status(made.controller, active, "").keys]
    assert keys == ["Tab", "Enter", "\u21e7Enter", "X", "Esc", "Click", "Arrows"]


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.5, "1 in 2"), (0.0004, "under 1 in 1000"), (0.03, "1 in 33"), (0.74, "3 in 4")],
)
def test_rare_chances_are_told_as_people_say_them(chance: float, words: str) -> None:
    """One in so many, or the nearest simple fraction."""
    assert one_in(chance) == words
