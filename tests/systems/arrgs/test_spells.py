"""Spells: casting, slots, effects that stay, control, dismissal, counterspells, concentration."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import Answer
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall, WallSight
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.core.fight_state import SpellEffect
from gridwar.systems.arrgs.core.sheet import state_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import ControlSpell, DismissSpell
from gridwar.systems.arrgs.spells.counterspell import Counterspell
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound
from tests.systems.arrgs.skirmish import AXE, accepted, asked, board, fighter, reply, session, sheet

BOLT = Weapon(
    id="bolt",
    category="spell",
    base_sv=4,
    types=("force",),
    range_increment=8,
    spell_level=2,
    school="air",
    prepared=2,
)
CLOUD = Weapon(
    id="cloud",
    name="Cloud",
    category="spell",
    range_increment=8,
    spell_level=1,
    school="air",
    area_radius=1,
    duration="concentration",
    steered=2,
    effect="none",
)
CURSE = Weapon(
    id="curse",
    name="Curse",
    category="spell",
    base_sv=3,
    range_increment=8,
    spell_level=1,
    school="dark",
    duration="rounds",
    rounds=2,
    effect="none",
    defence="willpower",
)
WEB = SpellEffect(
    id="web",
    name="Web",
    caster="M",
    controller="M",
    spell_level=2,
    school="air",
    duration="concentration",
    square=Cell(8, 5),
    cells=frozenset({Cell(8, 5)}),
    steered=2,
)


def mage(who: str = "M", at: tuple[int, int] = (3, 5), side: str = "1", **fields: Any) -> Any:
    """Return somebody with three spells and +5 at them."""
    return fighter(
        who, at, side, **{"weapons": (AXE, BOLT, CLOUD, CURSE), "mods": {"spell": 5}, **fields}
    )


def with_web(*people: Any, web: SpellEffect = WEB, **switches: Any) -> Any:
    """Return a fight in which a spell lies on the map."""
    fight = board(*people, **switches)
    state = state_of(fight)
    return fight.replace(rules=state.replace(spells=state.spells.set(web.id, web)))


def code(encounter: Any, command: Any) -> str:
    """Return the reason of a refusal."""
    outcome = session(encounter).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.code


@pytest.mark.rule("AR-SPL-01", "AR-SPL-05", "AR-VIT-03")
def test_a_spell_takes_its_level_in_vitality_and_one_of_its_castings() -> None:
    """Level 2: 2 Vitality and one of two castings are gone, although 11 misses 12."""
    fight = session(board(mage(), fighter("B", (5, 5), "2")), 6)
    done = accepted(fight.submit(Attack(actor="M", target="B", weapon="bolt"))).result
    assert (done.fizzled, done.success) == (True, False)
    assert sheet(fight.encounter, "M").current_vitality == 48
    assert sheet(fight.encounter, "M").weapons[1].prepared == 1
    cheap = session(board(mage(), fighter("B", (5, 5), "2"), spell_vitality="1"), 6)
    accepted(cheap.submit(Attack(actor="M", target="B", weapon="bolt")))
    assert sheet(cheap.encounter, "M").current_vitality == 49


@pytest.mark.rule("AR-SPL-05", "AR-MNV-15")
def test_a_spell_repeated_is_prepared_once_for_each_casting() -> None:
    """Two castings do for two attacks, not for three; without any the spell cannot be cast."""
    fight = board(mage(), fighter("B", (5, 5), "2"))
    three = RepeatedAttack(actor="M", target="B", weapon="bolt", attacks=3)
    assert code(fight, three) == "no_slot"
    out = board(mage(weapons=(BOLT.replace(prepared=0),)), fighter("B", (5, 5), "2"))
    assert code(out, Attack(actor="M", target="B", weapon="bolt")) == "no_slot"


@pytest.mark.rule("AR-SPL-02", "AR-ATK-04")
def test_a_willing_target_has_no_defence() -> None:
    """Result 15 against 0 adds 15; by the house rule only what is over 12 counts."""
    people = (mage(), fighter("B", (5, 5)))
    for switches, value in (({}, 4 + 15), ({"willing_sv": "from_casting_difficulty"}, 4 + 3)):
        fight = session(board(*people, **switches), 10)
        command = Attack(actor="M", target="B", weapon="bolt", willing=True)
        assert accepted(fight.submit(command)).result.success_value == value


@pytest.mark.rule("AR-SPL-03")
def test_a_spell_that_lasts_stays_under_its_casters_control() -> None:
    """A cloud lies on its squares, a curse upon its victim, each with a mark that says whose."""
    fight = session(board(mage(ap_max=4), fighter("B", (6, 5), "2")), 9, 9)
    accepted(fight.submit(AreaAttack(actor="M", weapon="cloud", square=Cell(8, 5))))
    accepted(fight.submit(Attack(actor="M", target="B", weapon="curse")))
    spells = state_of(fight.encounter).spells
    assert {one.controller for one in spells.values()} == {"M"}
    assert Cell(9, 6) in spells["cloud 1"].cells
    assert [effect.name for effect in fight.encounter["B"].effects] == ["Curse"]
    marks = {mark.cell: mark for mark in SYSTEM.board.scenery(fight.encounter).marks}
    assert (marks[Cell(8, 5)].text, marks[Cell(8, 5)].note) == ("Cloud", "M: ends with the round")
    assert marks[Cell(8, 5)].cells == spells["cloud 1"].cells
    assert marks[Cell(6, 5)].note == "level 1, controlled by M"


@pytest.mark.rule("AR-SPL-04")
@pytest.mark.parametrize(
    ("rule", "ends"),
    [("success_every_round", True), ("use_every_round", False), ("casting_round_free", True)],
)
def test_concentration_needs_control_in_every_round(rule: str, *, ends: bool) -> None:
    """A failed Control Spell (6 against 12) keeps a spell only where its use is enough."""
    fight = session(with_web(mage(mods={"spell": 5}), concentration=rule), 1)
    accepted(fight.submit(ControlSpell(actor="M", spell="web")))
    accepted(fight.submit(EndRound()))
    assert ("web" not in state_of(fight.encounter).spells) is ends


@pytest.mark.rule("AR-SPL-04")
def test_the_round_of_casting_counts_unless_the_house_rule_frees_it() -> None:
    """A cloud cast and not controlled is gone at End of Round, or lives one round longer."""
    for rule, left in (("success_every_round", []), ("casting_round_free", ["cloud 1"])):
        fight = session(board(mage(), concentration=rule), 9)
        accepted(fight.submit(AreaAttack(actor="M", weapon="cloud", square=Cell(8, 5))))
        accepted(fight.submit(EndRound()))
        assert list(state_of(fight.encounter).spells) == left


@pytest.mark.rule("AR-SPL-04")
def test_a_spell_of_some_rounds_runs_out() -> None:
    """A curse of two rounds ends with the second, its badge too."""
    fight = session(board(mage(), fighter("B", (6, 5), "2")), 9)
    accepted(fight.submit(Attack(actor="M", target="B", weapon="curse")))
    accepted(fight.submit(EndRound()))
    assert "curse 1" in state_of(fight.encounter).spells
    accepted(fight.submit(EndRound()))
    assert not state_of(fight.encounter).spells
    assert fight.encounter["B"].effects == ()


@pytest.mark.rule("AR-MNV-05", "AR-SPL-03")
def test_control_spell_keeps_and_steers_a_spell_in_sight() -> None:
    """A tie at 12 is enough; the web then moves up to two squares; glass hides it not, walls do."""
    fight = session(with_web(mage()), 7)
    assert isinstance(fight.submit(ControlSpell(actor="M", spell="web")), Asking)
    question = fight.wanted[0]
    assert isinstance(question, Question)
    assert Cell(10, 7) in question.cells
    assert Cell(11, 5) not in question.cells
    accepted(fight.answer(question.key, Answer(cell=Cell(10, 6))))
    web = state_of(fight.encounter).spells["web"]
    assert (web.square, web.controlled) == (Cell(10, 6), True)
    assert web.cells == {Cell(10, 6)}
    wall = Wall(id="w", a=Point(6 * SUBCELL, 0), b=Point(6 * SUBCELL, 12 * SUBCELL))
    hidden = with_web(mage())
    hidden = hidden.replace(map=hidden.map.replace(walls=(wall,)))
    assert code(hidden, ControlSpell(actor="M", spell="web")) == "spell_unseen"
    pane = with_web(mage())
    glass = wall.replace(sight=WallSight.NONE)
    pane = pane.replace(map=pane.map.replace(walls=(glass,)))
    assert isinstance(session(pane, 7).submit(ControlSpell(actor="M", spell="web")), Asking)
    other = with_web(mage(), mage("E", (8, 8), "2"))
    assert code(other, ControlSpell(actor="E", spell="web")) == "not_controller"


@pytest.mark.rule("AR-MNV-05", "AR-OPP-01")
def test_control_spell_provokes_and_dismiss_spell_does_not() -> None:
    """A foe beside the mage is asked for the one, not for the other."""
    foe = fighter("F", (4, 5), "2", aap_max=2)
    fight = session(with_web(mage(), foe))
    assert asked(fight.submit(ControlSpell(actor="M", spell="web"))) == "F"
    accepted(session(with_web(mage(), foe), 9).submit(DismissSpell(actor="M", spell="web")))


@pytest.mark.rule("AR-MNV-09")
def test_dismissing_must_exceed_the_difficulty() -> None:
    """12 is not more than 12, a tie will do by house rule, 13 ends it; what was seized stays."""
    for rule, die, gone in (("fails", 7, False), ("succeeds", 7, True), ("fails", 8, True)):
        fight = session(with_web(mage(), dismiss_tie=rule), die)
        accepted(fight.submit(DismissSpell(actor="M", spell="web")))
        assert ("web" not in state_of(fight.encounter).spells) is gone
    seized = with_web(mage(), web=WEB.replace(caster="E"))
    assert code(seized, DismissSpell(actor="M", spell="web")) == "not_caster"


@pytest.mark.rule("AR-MNV-06", "AR-SPL-05", "AR-ACT-06")
def test_a_spell_being_cast_can_be_countered_at_once() -> None:
    """13+5 beats 10+5: the bolt is cancelled; both have paid, both have lost a casting."""
    foe = mage("E", (8, 5), "2", aap_max=2)
    fight = session(board(mage(), foe), 13)
    assert asked(fight.submit(Attack(actor="M", target="E", weapon="bolt"))) == "E"
    question = fight.wanted[0]
    assert isinstance(question, Question)
    offer = next(one for one in question.options if one.id == "counter:bolt")
    assert (offer.price, offer.effect) == (
        "2 AAP, 1 Vitality",
        "d20 +5 against 15; 2 prepared",
    )
    done = accepted(reply(fight, "counter:bolt")).result
    assert (done.countered, done.success) == (True, False)
    assert sheet(fight.encounter, "E").current_vitality == 49
    assert sheet(fight.encounter, "E").aap == 0
    assert sheet(fight.encounter, "M").current_vitality == 48
    assert [sheet(fight.encounter, who).weapons[1].prepared for who in "ME"] == [1, 1]


@pytest.mark.rule("AR-SPL-01", "AR-ARE-07")
def test_the_die_of_a_spell_names_what_casts_it() -> None:
    """A bolt of level 2 is cast with 12, a cloud of level 1 with 11."""
    fight = board(mage(), fighter("T", (5, 5), "2"))
    for command, words, needed in (
        (
            Attack(actor="M", target="T", weapon="bolt"),
            "Attack with bolt against T",
            "7 or more (d20 +5 against 10, cast with 12)",
        ),
        (
            AreaAttack(actor="M", square=Cell(6, 5), weapon="cloud"),
            "Cloud at G 6",
            "5 or more (d20 +5 against 10, cast with 11)",
        ),
    ):
        first = preview(SYSTEM, fight, command).first_roll
        assert first is not None
        assert (first.label, first.needed) == (words, needed)


@pytest.mark.rule("AR-MNV-06", "AR-CHK-02")
def test_the_sheet_shows_the_sum_of_who_counters() -> None:
    """The +7 of who counters stands first, not the Reaction it faces; the die names its DC."""
    foe = mage("E", (5, 5), "2", mods={"spell": 7})
    command = Counterspell(actor="E", target="M", using="bolt", spell="web")
    seen = preview(SYSTEM, with_web(mage(), foe), command)
    main = next(one for one in seen.tallies if not one.aside)
    assert main.total == 7
    assert seen.first_roll is not None
    assert seen.first_roll.label == "Counterspell with bolt against Web"
    assert seen.first_roll.needed == "8 or more (d20 +7 against 15)"


@pytest.mark.rule("AR-MNV-06")
def test_only_who_has_a_fitting_spell_close_by_is_asked() -> None:
    """Too low a level, another school, too far, no points: the bolt is cast unopposed."""
    low = mage("E", (8, 5), "2", aap_max=2, weapons=(CLOUD,))
    other = mage("E", (8, 5), "2", aap_max=2, weapons=(CURSE.replace(spell_level=4),))
    far = mage("E", (8, 5), "2", aap_max=2, close_range=3)
    poor = mage("E", (8, 5), "2", aap_max=1)
    target = fighter("T", (5, 5), "2")
    for foe in (low, other, far, poor):
        fight = session(board(mage(), foe, target), 9)
        accepted(fight.submit(Attack(actor="M", target="T", weapon="bolt")))
    near = session(board(mage(), mage("E", (8, 5), "2", aap_max=2, close_range=5), target))
    assert asked(near.submit(Attack(actor="M", target="T", weapon="bolt"))) == "E"


@pytest.mark.rule("AR-MNV-06", "AR-SPL-03")
@pytest.mark.parametrize(
    ("rule", "option", "controller"),
    [
        ("choose_control_first", "control", "E"),
        ("choose_control_first", "cancel", None),
        ("control", "", "E"),
        ("cancel", "", None),
    ],
)
def test_a_lasting_spell_is_taken_over_or_ended(
    rule: str, option: str, controller: str | None
) -> None:
    """Who counters a web (10+5 against 10+5) takes it or ends it, as the house rule has it."""
    fight = session(with_web(mage(), mage("E", (8, 8), "2"), counterspell_lasting=rule), 10)
    command = Counterspell(actor="E", target="M", using="bolt", spell="web")
    outcome = fight.submit(command)
    if option:
        outcome = reply(fight, option)
    accepted(outcome)
    web = state_of(fight.encounter).spells.get("web")
    assert (None if web is None else web.controller) == controller
    assert sheet(fight.encounter, "E").weapons[1].prepared == 1


@pytest.mark.rule("AR-MNV-06")
def test_a_counterspell_may_cost_the_level_given_up() -> None:
    """By the house rule giving up a spell of level 2 takes 2 Vitality instead of 1."""
    for rule, left in (("1", 49), ("spell_level", 48)):
        people = (mage(), mage("E", (8, 8), "2"))
        lasting = "control"
        there = with_web(*people, counterspell_vitality=rule, counterspell_lasting=lasting)
        fight = session(there, 2)
        accepted(fight.submit(Counterspell(actor="E", target="M", using="bolt", spell="web")))
        assert sheet(fight.encounter, "E").current_vitality == left
        assert state_of(fight.encounter).spells["web"].controller == "M"


@pytest.mark.rule("AR-MNV-06", "AR-ATK-03")
def test_a_counterspell_that_kills_whoever_casts_it_comes_to_nothing() -> None:
    """At -49 of 50 the Vitality it costs is the last: the web stays, no spell is given up."""
    last = -(mage("E").sheet.total_vitality - 1)
    dying = mage("E", (8, 8), "2", current_vitality=last, conditions={"disabled": 1})
    fight = session(with_web(mage(), dying, counterspell_lasting="cancel"), 10)
    accepted(fight.submit(Counterspell(actor="E", target="M", using="bolt", spell="web")))
    assert sheet(fight.encounter, "E").conditions == {"dead": 1}
    assert state_of(fight.encounter).spells["web"].controller == "M"
    assert sheet(fight.encounter, "E").weapons[1].prepared == 2
