"""The sheet of an attack in three steps, the questions after it, and how it is amended."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.questions import present_ask
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.records.popover_records import AttackView, DiceMode
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.systems.drive.core.sheet import DriveSheet, sheet_of
from gridwar.systems.drive.core.weapons_armour_resistances import Armour
from gridwar.systems.drive.core.weapons_armour_resistances import Weapon as DriveWeapon
from tests.support.fights import begun
from tests.systems.drive.people import duel, session
from tests.systems.percentile.people import SWORD as PERCENTILE_SWORD
from tests.systems.percentile.people import ada, fight, tor
from tests.systems.percentile.people import session as percentile_session

HAMMER = DriveWeapon(id="hammer", name="Hammer", base_damage=16, base_drive=10)
SWORD = DriveWeapon(id="sword", name="Sword", base_damage=10, base_drive=12)


def smith(*faces: int) -> Controller:
    """Return the fight of a smith, whose hammer is aimed at a corporal with 40 points left."""
    attacker = DriveSheet(strength=14, weapons=(HAMMER, SWORD))
    armour = Armour(lo=16, hi=30)
    target = DriveSheet(defence_tn=35, armour=armour, out_at=70, damage_taken=30, injury_factor=18)
    controller = Controller(session(duel(attacker, target), *faces), odds_patience_s=60)
    controller.selection.select("a")
    controller.actions.choose("attack:hammer")
    controller.action_drafts.aim_at("t")
    return controller


def shown(controller: Controller) -> AttackView:
    """Return the sheet."""
    view = present_attack(controller)
    assert view is not None
    return view


def marine(*faces: int) -> Controller:
    """Return the fight of a marine who aims at a brawler ten squares away."""
    fight = begun("cepheus", *faces, marine=(3, 3), brawler=(13, 3))
    fight.submit(TakeTurn(actor="marine"))
    controller = Controller(fight, odds_patience_s=60)
    controller.selection.select("marine")
    controller.actions.choose("attack:gauss_rifle")
    controller.action_drafts.aim_at("brawler")
    return controller


# --- the three steps ------------------------------------------------------------------------------


@pytest.mark.rule("DR-ARM-01", "DR-RED-02")
def test_what_is_built_adds_strength_to_damage_and_drive() -> None:
    """Damage 16 and drive 10 with Strength 14 make 30 and 24."""
    built = shown(smith()).settable.built
    assert [(one.words, one.value) for one in built] == [
        ("Damage 16, Strength 14", "30"),
        ("Drive 10, Strength 14", "24"),
    ]


@pytest.mark.rule("DR-CRT-01")
def test_the_bar_has_the_chance_and_the_faces_of_each_outcome() -> None:
    """35 or less evades, from 55 on the defence fails by 20: 35, 19 and 46 per cent."""
    view = shown(smith())
    assert [(one.words, one.chance, one.faces, one.severity) for one in view.bar] == [
        ("evaded", "35\u00a0%", "1 to 35", 0),
        ("hit", "19\u00a0%", "36 to 54", 1),
        ("critical hit", "46\u00a0%", "55 to 100", 2),
    ]
    assert view.answers == ()
    assert (view.decides, view.decides_rule) == (
        "Tor evades with 35 or less on 1D100",
        "DR-CRT-01",
    )
    assert view.dice is not None
    assert view.dice.title == "Tor's die"


@pytest.mark.rule("DR-ARM-02", "DR-CRT-05")
def test_what_arrives_goes_from_built_to_until_out() -> None:
    """A hit is halved at drive 24; a critical with more drive passes whole at 34."""
    view = shown(smith())
    strips = {one.name: [figure.value for figure in one.figures] for one in view.outcomes}
    assert strips == {
        "evaded": [],
        "hit": ["30", "30", "\u00bd", "15", "25"],
        "critical hit": ["30", "30", "1/1", "30", "10"],
    }
    words = [one.words for one in view.outcomes[1].figures]
    assert words == ["built", "past shields", "armour, drive 24", "arrives", "until out"]
    assert view.arrives_note == "of the 40 Tor has left"
    assert view.expected == "16.7"  # 0.19 of 15 and 0.46 of 30


@pytest.mark.rule("DR-CRT-04", "DR-CRT-05")
def test_what_a_critical_buys_is_chosen_beforehand_with_what_it_costs() -> None:
    """Chosen it stands in the title, and nobody is asked after the roll; an ordinary hit keeps."""
    controller = smith(95)
    (choice,) = shown(controller).outcomes[2].choices
    assert [(one.id, one.note) for one in choice.options] == [
        ("ask", ""),
        ("drive", "\u221230"),
        ("injury:core", "\u221215"),
        ("injury:perception", "\u221215"),
    ]
    controller.action_drafts.settings.choose("critical", "injury:perception")
    view = shown(controller)
    assert view.outcomes[2].title == "Critical hit, injury: perception"
    controller.action_drafts.go()
    assert not controller.session.wanted
    target = sheet_of(controller.encounter["t"])
    assert (target.damage_taken, target.injuries[-1].type) == (45, "perception")


def test_a_chip_changes_the_weapon_and_keeps_the_target() -> None:
    """The other weapon has its own sum; typed faces were for the dice before."""
    controller = smith()
    assert [(one.id, one.title) for one in shown(controller).ways] == [
        ("attack:hammer", "Hammer"),
        ("attack:sword", "Sword"),
    ]
    controller.action_drafts.type_die(50)
    controller.action_drafts.change_way("attack:sword")
    view = shown(controller)
    assert (view.way, view.title) == ("attack:sword", "Ada at Tor")
    assert view.settable.built[0].value == "24"
    assert view.dice is not None
    assert view.dice.faces == ()


@pytest.mark.rule("CE-DMG-01", "CE-DMG-03")
def test_the_dice_of_a_shot_meet_the_armour_of_its_target() -> None:
    """What is built, what armour takes, the middle of what arrives, what is left then."""
    controller = marine()
    view = shown(controller)
    armor = controller.encounter["brawler"].sheet
    taken = getattr(armor, "armor", 0)
    built, off, middle, left = view.arrives
    assert (built.value, built.words) == ("4D6", "built")
    assert off.value == (f"\u2212{taken}" if taken else "0")
    points = controller.system.cards.vital(controller.encounter, "brawler").points
    assert int(left.value) == points - int(middle.value)
    assert view.bar == ()
    assert [one.id for one in view.answers] == ["none", "dodge", "parry"]


# --- keys -----------------------------------------------------------------------------------------


def test_the_line_of_keys_says_what_works_on_the_sheet() -> None:
    """Dice, target, lines; amending takes no dice and no other target."""
    controller = marine(3, 3)
    keys = [one.key for one in present_status(controller, Toolbox(controller).active, "").keys]
    assert keys == ["digits", "Space", "Tab", "X", "\u2191\u2193", "Enter", "Esc"]


# --- questions keep the odds ----------------------------------------------------------------------


@pytest.mark.rule("CE-REA-01")
def test_the_question_says_the_chance_that_the_sheet_gave_for_each_answer() -> None:
    """No reaction and Dodge have the very chances of the columns; what is barred has none."""
    controller = marine(3, 3)
    columns = {one.id: one.chance for one in shown(controller).answers}
    controller.action_drafts.go()
    asked = present_ask(controller)
    assert asked is not None
    (question,) = asked.questions
    assert dict(question.chances) == {
        "none": f"{columns['none']} success",
        "dodge": f"{columns['dodge']} success",
    }


def test_a_question_that_no_sheet_was_shown_for_has_no_chances() -> None:
    """The same attack asked for without its sheet asks without odds."""
    controller = marine(3, 3)
    draft = controller.view.draft
    assert draft is not None
    controller.action_drafts.close()
    controller.submit(draft.command)
    asked = present_ask(controller)
    assert asked is not None
    assert not asked.questions[0].chances


# --- amending -------------------------------------------------------------------------------------


def amended(controller: Controller) -> AttackView:
    """Open the newest command for amending, and return its sheet."""
    controller.action_drafts.amend(max(controller.session.history.rows))
    return shown(controller)


@pytest.mark.rule("DR-CRT-01")
def test_amending_shows_the_die_that_fell() -> None:
    """The old face lies in the box, and no digit replaces it."""
    controller = smith(95)
    controller.action_drafts.settings.choose("critical", "drive")
    controller.action_drafts.go()
    view = amended(controller)
    assert view.dice is not None
    assert (view.dice.mode, view.dice.faces) == (DiceMode.FELL, (95,))
    controller.action_drafts.type_die(3)
    assert shown(controller).dice == view.dice
    assert view.amend is not None
    assert [one.title for one in view.amend.ways] == [
        "as it fell",
        "evaded",
        "hit",
        "critical hit",
    ]


@pytest.mark.rule("DR-CRT-01")
def test_the_same_die_counts_as_another_outcome_by_a_line_in_its_sum() -> None:
    """95 fails 35 by 60; with 41 more it fails by 19, which is a plain hit; undo takes it back."""
    controller = smith(95)
    controller.action_drafts.settings.choose("critical", "drive")
    controller.action_drafts.go()
    assert sheet_of(controller.encounter["t"]).damage_taken == 60
    amended(controller)
    controller.action_drafts.amending.count_as("hit")
    line = shown(controller).lines[-1]
    assert (line.label, line.value) == ("Counts as hit", 41)
    controller.action_drafts.amending.count_as("hit")  # once more: as it fell
    assert [one.label for one in shown(controller).lines] == ["Defence"]
    controller.action_drafts.amending.count_as("hit")
    controller.action_drafts.go()
    assert sheet_of(controller.encounter["t"]).damage_taken == 45
    controller.timeline.undo()
    assert sheet_of(controller.encounter["t"]).damage_taken == 60


@pytest.mark.rule("DR-ARM-06")
def test_the_points_lost_can_be_typed_and_the_rules_follow_from_them() -> None:
    """12 instead of 30: 42 taken crosses 36 alone, one degree and not two."""
    controller = smith(95)
    controller.action_drafts.settings.choose("critical", "drive")
    controller.action_drafts.go()
    assert sheet_of(controller.encounter["t"]).injuries[-1].degrees == 2
    amended(controller)
    controller.action_drafts.amending.set_points(12)
    controller.action_drafts.go()
    target = sheet_of(controller.encounter["t"])
    assert (target.damage_taken, target.injuries[-1].degrees) == (42, 1)


@pytest.mark.rule("DR-CRT-01")
def test_what_is_evaded_costs_nothing_whatever_is_typed() -> None:
    """It is told, and the sheet stays open."""
    controller = smith(9)
    controller.action_drafts.go()
    amended(controller)
    controller.action_drafts.amending.set_points(12)
    controller.action_drafts.go()
    assert controller.view.draft is not None
    assert controller.view.notice is not None
    assert "say what it counts as" in controller.view.notice.text
    assert sheet_of(controller.encounter["t"]).damage_taken == 30


@pytest.mark.rule("CE-CORE-02")
def test_a_miss_counts_as_a_hit_with_points_that_are_typed() -> None:
    """The dice that missed count as a hit; what it costs is what was said, whatever is rolled."""
    controller = marine(1, 1, 6, 6, 6, 6)
    controller.action_drafts.choose_answer("none")
    controller.action_drafts.go()
    points = controller.system.cards.vital(controller.encounter, "brawler").points
    view = amended(controller)
    assert view.amend is not None
    assert [one.title for one in view.amend.ways] == ["as it fell", "miss", "hit"]
    controller.action_drafts.amending.count_as("hit")
    controller.action_drafts.amending.set_points(5)
    controller.action_drafts.go()
    after = controller.system.cards.vital(controller.encounter, "brawler").points
    assert points - after == 5


@pytest.mark.rule("PC-ATK-17")
def test_what_soaks_is_added_to_the_points_that_are_typed() -> None:
    """A miss by sword counts as a hit for 2 wounds, past TB and armour, whatever is rolled."""
    start = fight(ada(PERCENTILE_SWORD, ws=40), tor(ap=PERCENTILE_SWORD.pen + 1))
    controller = Controller(percentile_session(start, 95, 3, 3, 3), odds_patience_s=60)
    controller.actions.choose("standard_attack:sword")
    controller.action_drafts.aim_at("tor")
    built, soak, *_rest = shown(controller).arrives
    assert built.words == "built, a hit"
    assert (soak.value, soak.words) == ("\u22124", "soak: TB 3, AP 1")
    controller.action_drafts.go()
    points = controller.system.cards.vital(controller.encounter, "tor").points
    amended(controller)
    controller.action_drafts.amending.count_as("hit")
    controller.action_drafts.amending.set_points(2)
    controller.action_drafts.go()
    question = controller.answers.first_question()
    if question is not None:
        controller.answers.give(question.key, question.default)
    after = controller.system.cards.vital(controller.encounter, "tor").points
    assert points - after == 2


# --- both roll ------------------------------------------------------------------------------------


@pytest.mark.rule("CE-CORE-06")
def test_an_opposed_check_shows_both_sums_and_who_wins() -> None:
    """A grapple: both sides' lines side by side, those of the other can be changed too."""
    fight = begun("cepheus", 4, 4, 2, 2, marine=(3, 3), brawler=(4, 3))
    fight.submit(TakeTurn(actor="marine"))
    controller = Controller(fight, odds_patience_s=60)
    controller.selection.select("marine")
    controller.actions.choose("grapple")
    controller.action_drafts.aim_at("brawler")
    view = shown(controller)
    assert [one.name for one in view.sides] == [
        controller.encounter["marine"].name,
        controller.encounter["brawler"].name,
    ]
    assert (view.lines, view.idle) == ((), ())
    wins, holds = view.bar
    assert wins.share + holds.share == pytest.approx(1)
    other = next(one for one in view.sides[1].lines if one.value)
    controller.action_drafts.sum.set_line(other.key, other.value + 4)
    harder = shown(controller).bar
    assert harder[0].share < wins.share
