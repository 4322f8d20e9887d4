"""The sheet of an action whose question comes after the roll: it is rolled, and then asked."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.weapons_armour_resistances import Armour
from tests.systems.drive.people import duel, session, volley


def test_what_a_critical_hit_buys_is_no_column_but_a_choice_before_the_roll() -> None:
    """One bar tells what the die may come to; the button rolls and asks nobody."""
    target = DriveSheet(defence_tn=40, armour=Armour(lo=15, hi=30))
    controller = Controller(
        session(duel(DriveSheet(weapons=volley(1, 25)), target)), odds_patience_s=60
    )
    controller.selection.select("a")
    offered = actions_of(controller.system, controller.encounter, "a")
    action = next(one for one in offered if one.id.startswith("attack"))
    controller.actions.choose(action.id)
    controller.action_drafts.aim_at("t")
    sheet = present_attack(controller)
    assert sheet is not None
    assert sheet.answers == ()
    assert [(one.words, one.faces) for one in sheet.bar] == [
        ("evaded", "1 to 40"),
        ("hit", "41 to 59"),
        ("critical hit", "60 to 100"),
    ]
    assert sheet.primary == "Roll"
