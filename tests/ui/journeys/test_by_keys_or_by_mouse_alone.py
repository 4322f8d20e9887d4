"""A fight of each system by keys alone, and by the mouse alone: nobody has to change hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.presenters.targets import present_targets
from gridwar.engine.kit.offers_and_actions import Role
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.ui.panels.action_rows import ActionRow
from gridwar.ui.popovers.question_option_card import OptionCard
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.window.tool_panels.targets_panel import TargetsPanel
from tests.support.evening.hands import Hands
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gridwar.engine.kit.offers_and_actions import Action
    from tests.support.evening.evening import Evening

FIGHTS = {
    "cepheus": "a-drowned-heron",
    "arrgs": "b-toll-vault",
    "percentile": "p-plaza",
    "drive": "m-smithy",
    "fluid": "j-station-hall",
}
MOST_TURNS = 6
MOST_QUESTIONS = 30


def _refuse(*_args: object, **_names: object) -> None:
    raise AssertionError("the other hand was used")


def _listed(evening: Evening, fits: Callable[[Action], bool]) -> tuple[str, Action] | None:
    """Return the first possible action that fits and has a digit, with that digit."""
    actions = evening.controller.actions
    found = ((digit, actions.find(key)) for digit, key in actions.in_order().digits.items())
    return next(
        ((d, one) for d, one in found if one and one.refusal is None and fits(one)),
        None,
    )


def _is_attack(action: Action) -> bool:
    return action.role is Role.STRIKE and action.needs in {("combatant",), ()}


def _is_way(action: Action) -> bool:
    return action.needs == ("path",)


class Keys:
    """Plays with the keyboard."""

    other = ("click", "double_click", "drag", "turn_wheel")

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def choose(self, digit: str, _action: Action) -> None:
        """Choose an action of the list."""
        self.evening.press(digit, frees=True)

    def take_target(self) -> None:
        """Take the first target offered."""
        self.evening.press("Tab")
        self.evening.press("Return", frees=True)

    def go(self) -> None:
        """Do what the sheet shows."""
        self.evening.press("Return", frees=True)

    def answer(self) -> None:
        """Take the first answer, or let the dice be rolled."""
        page = self.evening.window.on_demand.question.page
        if page is None:
            self.evening.press("Space", frees=True)
        elif page.view.options and not page.needs_answer_button:
            self.evening.press("1", frees=True)
        else:
            self.evening.press("Return", frees=True)

    def walk(self) -> None:
        """Walk one step to whichever side is free."""
        before = self.evening.last_row
        for arrow in ("Right", "Left", "Up", "Down"):
            self.evening.press(arrow, frees=True)
            self.evening.press("Return", frees=True)
            if self.evening.last_row != before or self.evening.is_asked:
                return
            self.evening.press("Esc", frees=True)

    def leave(self) -> None:
        """Go back one level."""
        self.evening.press("Esc", frees=True)

    def next_turn(self) -> None:
        """Go on to what comes next."""
        self.evening.press("N", frees=True)

    def undo(self) -> None:
        """Take the last thing back."""
        self.evening.press("Ctrl+Z", frees=True)


class Mouse:
    """Plays with the mouse."""

    other = ("press", "write")

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def choose(self, _digit: str, action: Action) -> None:
        """Choose an action of the list."""
        rows = self.evening.window.actions_panel.findChildren(ActionRow)
        row = next(one for one in rows if one.line.id == action.id and one.isVisible())
        with self.evening.step(f"{action.title} clicked", frees=True):
            self.evening._click_in_scroll(row)

    def take_target(self) -> None:
        """Take the first target offered."""
        evening = self.evening
        view = present_targets(evening.controller)
        assert view is not None
        evening.click(evening.stands(view.targets[0].who), frees=True)

    def go(self) -> None:
        """Do what the sheet shows."""
        self._button(self.evening.window.on_demand.attack)

    def answer(self) -> None:
        """Take the first answer, or let the dice be rolled."""
        question = self.evening.window.on_demand.question
        page = question.page
        cards = [one for one in question.findChildren(OptionCard) if one.isVisible()]
        able = [one for one in cards if one.isEnabled()]
        if page is not None and able and not page.needs_answer_button:
            with self.evening.step(f"{able[0].option.title} clicked", frees=True):
                self.evening._click_in_scroll(able[0])
        else:
            self._button(question)

    def _button(self, popover: QWidget) -> None:
        """Click the brass button of a popover."""
        buttons = [one for one in popover.findChildren(KeyButton) if one.kind == "primary"]
        (button,) = [one for one in buttons if one.isVisible() and one.isEnabled()]
        with self.evening.step("brass button clicked", frees=True):
            self.evening._click_in_scroll(button)

    def walk(self) -> None:
        """Drag the token one square to whichever side is free."""
        evening, before = self.evening, self.evening.last_row
        x, y = evening.stands(evening.controller.actor or "")
        for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            evening.drag((x, y), at, frees=True)
            if evening.last_row != before or evening.is_asked:
                return

    def leave(self) -> None:
        """Go back one level."""
        attack, panel = self.evening.window.on_demand.attack, self.evening.window.tool_step.panel
        if attack.isVisible():
            leaves = self.evening.find_button("Close", attack)
        else:
            assert isinstance(panel, TargetsPanel)
            leaves = panel.head
        with self.evening.step("left", frees=True):
            self.evening._click_in_scroll(leaves)

    def next_turn(self) -> None:
        """Go on to what comes next."""
        with self.evening.step("the button of the order clicked", frees=True):
            self.evening._click_in_scroll(self.evening.window.order.findChildren(KeyButton)[0])

    def undo(self) -> None:
        """Take the last thing back."""
        with self.evening.step("undo clicked", frees=True):
            self.evening._click_in_scroll(self.evening.find_button("Undo", self.evening.window.top))


def _answer_all(hand: Keys | Mouse) -> None:
    for _question in range(MOST_QUESTIONS):
        if not hand.evening.is_asked:
            return
        hand.answer()
    raise AssertionError("questions without an end")


def _play(hand: Keys | Mouse) -> set[str]:
    """Play some turns: an attack, a step, the next turn; return what could be done."""
    evening, done = hand.evening, set[str]()
    for _turn in range(MOST_TURNS):
        attack, way = _listed(evening, _is_attack), _listed(evening, _is_way)
        if attack is not None:
            before = evening.last_row
            hand.choose(*attack)
            targets = present_targets(evening.controller)
            if targets is not None and targets.targets:
                hand.take_target()
            if evening.controller.view.draft is not None:
                hand.go()
            _answer_all(hand)
            done |= {"attack"} if evening.last_row != before else set()
            while evening.controller.view.picking or evening.controller.view.draft:
                hand.leave()
        if way is not None and evening.encounter.turn:
            before = evening.last_row
            hand.walk()
            _answer_all(hand)
            done |= {"move"} if evening.last_row != before else set()
        turn = (evening.encounter.round, evening.encounter.turn)
        hand.next_turn()
        _answer_all(hand)
        done |= {"turn"} if (evening.encounter.round, evening.encounter.turn) != turn else set()
        if done == {"attack", "move", "turn"}:
            break
    return done


@pytest.mark.parametrize("hand", [Keys, Mouse])
@pytest.mark.parametrize("system_id", at_once(FIGHTS, ("cepheus", "drive")))
def test_a_fight_is_played_with_one_hand(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, system_id: str, hand: type[Keys | Mouse]
) -> None:
    """Somebody attacks, somebody walks, the turn goes on, and all of it is taken back."""
    evening.start(next(one.path for one in samples() if one.path.stem == FIGHTS[system_id]))
    before = evening.encounter
    for gesture in hand.other:
        monkeypatch.setattr(Hands, gesture, _refuse)
    player = hand(evening)
    assert _play(player) == {"attack", "move", "turn"}
    for _step in range(60):
        if evening.encounter == before:
            break
        player.undo()
    assert evening.encounter == before
    monkeypatch.undo()
    evening.is_saved()
    evening.close()
