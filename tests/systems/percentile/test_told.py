"""What is told of dice and sums: whose, what for, what is needed, and every face in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.state.pointer_and_keys import (
    Button,
    KeyboardModifier,
    PointerEvent,
    PointerKind,
)
from gridwar.control.tools.select_tool import SelectTool
from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.kit import BeginFight, Move
from gridwar.engine.play.play_outcome import Asking, DiceWanted
from gridwar.engine.session.session import Session
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    CalledShot,
    StandardAttack,
)
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import SuppressiveFire
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import AimHalf, Feint, GuardMode
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, tor

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

AUTO = PercentileWeapon(
    id="auto", kind="ranged", damage=DamageDice(count=1, sides=10), range_cells=8, semi=3
)


def asked(start: Encounter, command: Command, *faces: int, **answers: str) -> list[tuple[str, str]]:
    """Return what is read out to whoever rolls real dice: what for, and what is needed."""
    table = Session(SYSTEM, start, dice=TypedDice())
    found, left = [], list(faces)
    outcome = table.submit(command)
    while isinstance(outcome, Asking):
        wanted = table.wanted[0]
        if isinstance(wanted, DiceWanted):
            found.append((wanted.roll.label, wanted.roll.needed))
            count = wanted.roll.dice.count
            outcome = table.answer(wanted.key, tuple(left[:count]))
            del left[:count]
            continue
        name = wanted.key.rpartition("/")[2].replace(" ", "_")
        given = answers.get(name)
        outcome = table.answer(
            wanted.key, wanted.default if given is None else Answer(option=given)
        )
    return found


def faces_in(log: list[Any]) -> list[int]:
    """Return all faces that stand in a log."""
    steps = [step for trace in log for step in trace.steps]
    return [face for step in steps for face in step.faces]


SHOT = StandardAttack(actor="ada", target="tor", weapon="gun", replace_die=False)


@pytest.mark.rule("PC-TST-01")
@pytest.mark.rule("PC-TST-04")
def test_real_dice_are_asked_for_in_words() -> None:
    """What is tried, with what, against whom, and the number needed; damage needs nothing."""
    feint = asked(fight(ada(ws=41), tor(ws=38)), Feint(actor="ada", target="tor"), 50, 50)
    assert feint == [("Feint against Tor", "41 or less"), ("Against Ada's Feint", "38 or less")]
    start = fight(ada(bs=60, s=30), tor("guard_mode", dodge=20))
    shot = asked(start, SHOT, 20, 90, 10, 99, evade="dodge")
    assert shot == [
        ("Standard Attack, gun against Tor", "50 or less"),
        ("Dodge against Ada: Standard Attack, gun", "20 or less"),
        ("Damage: gun against Tor", ""),
        ("Confirming the critical hit on Tor", "40 or less"),
    ]


@pytest.mark.rule("PC-ACT-11")
def test_a_draw_says_who_stands_for_which_face() -> None:
    """Each victim by name, of those left in the draw; the log tells the draws and the count."""
    near = (one("kim", (8, 5), pinning=99), one("una", (9, 5), pinning=99))
    start = fight(ada(AUTO, bs=60), *near)
    fire = SuppressiveFire(actor="ada", weapon="auto", mode="semi", bearing_deg=90.0)
    table = Session(SYSTEM, start, dice=TypedDice())
    table.submit(fire)
    drawn = []
    while table.wanted:
        wanted = table.wanted[0]
        if isinstance(wanted, DiceWanted):
            if wanted.roll.meanings:
                drawn.append((wanted.roll.label, wanted.roll.meanings))
            table.answer(wanted.key, (1,) * wanted.roll.dice.count)
        else:
            table.answer(wanted.key, wanted.default)
    assert drawn[:2] == [
        ("Victim of hit 1 of the Suppressive Fire", ("Kim", "Una")),
        ("Victim of hit 2 of the Suppressive Fire", ("Una",)),
    ]
    played = play(start, fire, 21, 1, 1, 2, 1, 5, 5)
    counted = {step.label: step.after for step in played.trace("hits of the Suppressive").steps}
    assert list(counted.values()) == [2, 2, 3]
    assert played.trace("Hit 1 of the Suppressive Fire").steps[0].after == "Una"


@pytest.mark.rule("PC-TST-04")
def test_every_face_of_an_opposed_test_stands_in_the_log() -> None:
    """Two entries: score, die and degrees of whoever began, and of whoever answered."""
    played = play(fight(ada(ws=50), tor(ws=40)), Feint(actor="ada", target="tor"), 12, 40)
    mine, theirs = played.trace("opposed test"), played.trace("Tor opposes Ada")
    assert (mine.total, theirs.total) == (50, 40)
    assert faces_in([mine, theirs]) == [12, 40]
    assert "Feint" in mine.title


@pytest.mark.rule("PC-SEQ-04")
@pytest.mark.rule("PC-ATK-15")
def test_dice_of_initiative_and_of_the_chart_stand_in_the_log() -> None:
    """The d10 and the bonus by name; the row of the chart with its face."""
    start = fight(ada(bs=60), tor(wounds=30)).replace(round=0, turn=None)
    fresh = {
        who: one.replace(sheet=one.sheet.replace(initiative=None))
        for who, one in start.combatants.items()
    }
    begun = play(start.replace(combatants=frozendict(fresh)), BeginFight(), 7, 4)
    assert faces_in([begun.trace("Ada rolls Initiative")]) == [7]
    critical = play(fight(ada(bs=60), tor(wounds=30)), SHOT, 20, 10, 15, 3, evade="none")
    assert faces_in([critical.trace("Lethal Damage chart")]) == [3]


@pytest.mark.rule("PC-ATK-01")
@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ACT-04")
def test_the_log_names_weapon_place_hits_and_jam() -> None:
    """A miss tells the weapon too, a Called Shot its place and armour; +10 and -10 both stay."""
    start = fight(ada(bs=46), tor(ap=2, ap_at={"head": 5}, t=30, wounds=30))
    missed = play(start, SHOT, 99)
    assert missed.trace("attacks").title == "Ada attacks Tor: Standard Attack, gun"
    called = CalledShot(actor="ada", target="tor", weapon="gun", place="head", replace_die=False)
    hit = play(start, called, 10, 9, evade="none")
    assert "(head)" in hit.trace("attacks").title
    soak = next(step for step in hit.trace("is hit").steps if step.rule_id == "PC-ATK-17")
    assert soak.source.endswith("those of: head")
    burst = Burst(actor="ada", target="tor", weapon="gun", hits=2, replace_die=False)
    jammed = play(start, burst, 95).trace("attacks")
    assert [line.value for line in jammed.lines] == [46, 10, -10]
    assert [(step.rule_id, step.after) for step in jammed.steps if step.label == "Jams from"] == [
        ("PC-ACT-02", 94)
    ]
    by_gm = SHOT.replace(adjustments=Adjustments(totals=frozendict({"attack/sum/attack": 9})))
    told = play(start, by_gm, 99).trace("attacks")
    assert (told.total, told.steps[-1].label) == (9, "The GM set the sum")


@pytest.mark.rule("PC-MOV-01")
@pytest.mark.rule("PC-ACT-16")
def test_what_is_not_rolled_names_its_rule_too() -> None:
    """Moves, aims and conditions: every entry has a step with a rule id."""
    start = fight(ada(ab=3), tor())
    moved = play(fight(ada(ab=3), tor(at=(20, 5))), Move(actor="ada", path=(Cell(6, 5),)))
    for played, words in (
        (moved, "Half Move"),
        (play(start, AimHalf(actor="ada")), "aims"),
        (play(start, GuardMode(actor="ada")), "Guard Mode"),
    ):
        assert played.trace(words).steps[0].rule_id.startswith("PC-")


@pytest.mark.rule("PC-TST-04")
def test_one_sheet_holds_both_sides_of_an_opposed_test() -> None:
    """Both sums stand side by side, and the other's lines can be changed like the own ones."""
    controller = Controller(Session(SYSTEM, fight(ada(SWORD, ws=41), tor(ws=38))))
    controller.actions.choose("feint")
    controller.action_drafts.aim_at("tor")
    view = present_attack(controller)
    assert view is not None
    assert (view.needs, view.likely_note) == ("41 or less", "both roll 1D100")
    assert [(one.name, one.total) for one in view.sides] == [("Ada", "+41"), ("Tor", "+38")]
    theirs = view.sides[1].lines
    assert [line.value for line in theirs] == [38, 0]
    controller.action_drafts.sum.set_line(theirs[1].key, -20)
    view = present_attack(controller)
    assert view is not None
    assert view.sides[1].total == "+18"
    assert theirs[1].key in view.changed


@pytest.mark.rule("PC-ACT-05")
def test_a_charge_opens_its_sheet_and_keeps_its_way() -> None:
    """With the foe at its end, what is done there, and odds; the way stays until it is closed."""
    start = fight(ada(SWORD, ab=3), tor(at=(10, 5)))
    controller = Controller(Session(SYSTEM, start))
    controller.actions.choose("charge:sword")
    assert not controller.view.show_bands
    ends = dict(controller.move_planning.planner("ada").zones())
    assert Cell(9, 5) in ends["Charge"]
    assert Cell(8, 5) not in ends["Charge"]
    controller.move_planning.plan("ada", (9, 5))
    controller.move_planning.finish()
    draft = controller.view.draft
    assert draft is not None
    assert draft.target == "tor"
    assert controller.session.top is None
    assert controller.move_planning.way is not None
    controller.action_drafts.settings.choose("instead", "grapple")
    draft = controller.view.draft
    assert draft is not None
    assert isinstance(draft.command, Charge)
    assert draft.command.instead == "grapple"
    assert draft.preview is not None
    assert draft.preview.refusal is None
    controller.cancel()
    assert controller.move_planning.way is None


def test_a_kill_zone_is_painted_as_a_rectangle() -> None:
    """With Shift held a stroke fills all between where it began and the pointer, and shrinks."""
    controller = Controller(Session(SYSTEM, fight(ada(GUN), tor(at=(20, 5)))))
    controller.actions.choose("keep_overwatch:gun")
    tool = SelectTool(controller)
    shift = frozenset({KeyboardModifier.SHIFT})
    for kind, at in (
        ("PRESS", (10, 5)),
        ("MOVE", (14, 9)),
        ("MOVE", (12, 6)),
        ("RELEASE", (12, 6)),
    ):
        point = (at[0] + 0.5, at[1] + 0.5)
        tool.pointer(
            PointerEvent(PointerKind[kind], at, point, button=Button.LEFT, modifiers=shift)
        )
    assert controller.view.picked.cells == {Cell(x, y) for x in (10, 11, 12) for y in (5, 6)}
