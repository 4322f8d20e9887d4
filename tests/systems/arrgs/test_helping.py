"""Aid Another, Change Reach, Reload, Ready, what goes along with actions, and waking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell, Size
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs.actions.ready import Ready, readiable
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.core.fight_state import SpellEffect
from gridwar.systems.arrgs.core.sheet import Modifier, state_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.gm.checks_and_damage import RollCheck, Spend
from gridwar.systems.arrgs.harm.healing_and_total_vitality import (
    CountTotal,
    PassHour,
    Recover,
    Treat,
)
from gridwar.systems.arrgs.harm.sleep_and_waking import Wake
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import AidAnother, ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import Complementary, DoNothing
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Miscellaneous, Reload
from gridwar.systems.arrgs.movement.mounting_and_dismounting import Mount
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.spells.control_and_dismiss_spell import ControlSpell, DismissSpell
from gridwar.systems.arrgs.turns.rounds_and_pauses import EndRound, PauseTurn, StartRound
from tests.systems.arrgs.skirmish import (
    AXE,
    FIST,
    accepted,
    asked,
    board,
    fighter,
    refusal,
    reply,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Act


@pytest.mark.rule("AR-MNV-01", "AR-MOD-02")
def test_help_counts_for_the_next_check_of_its_kind() -> None:
    """12 + 3 against 10 + 2 gives 1 + 3 to the next melee check, and to no other."""
    encounter = board(
        fighter("A", (4, 4), mods={"melee": 9}, aid_mods={"melee": 3}),
        fighter("B", (5, 4), mods={"melee": 6}),
    )
    encounter = encounter.replace(rules=state_of(encounter).replace(scene_difficulty=2))
    fight = session(encounter, 12, 10, 10, 10)
    done = accepted(fight.submit(AidAnother(actor="A", target="B", check="melee"))).result
    assert done.gained == 4
    assert accepted(fight.submit(RollCheck(actor="B", check="ranged"))).result.result == 10
    assert accepted(fight.submit(RollCheck(actor="B", check="melee"))).result.result == 20
    assert accepted(fight.submit(RollCheck(actor="B", check="melee"))).result.result == 16


@pytest.mark.rule("AR-MNV-01", "AR-STR-06", "AR-OPP-01")
def test_help_needs_an_ally_beside_and_ends_with_the_round() -> None:
    """Afar only if the GM allows it, never for enemies; an unused bonus lapses; it provokes."""
    encounter = board(
        fighter("A", (4, 4)),
        fighter("B", (7, 4)),
        fighter("C", (4, 5), "2", aap_max=2),
    )
    fight = session(encounter, 12)
    assert refusal(fight.submit(AidAnother(actor="A", target="B"))) == "not_adjacent"
    assert refusal(fight.submit(AidAnother(actor="A", target="C"))) == "no_ally"
    near = encounter.with_combatant(fighter("B", (5, 4)))
    fight = session(near, 12)
    assert asked(fight.submit(AidAnother(actor="A", target="B"))) == "C"
    accepted(reply(fight, "pass"))
    assert sheet(fight.encounter, "B").modifiers
    accepted(fight.submit(EndRound()))
    assert not sheet(fight.encounter, "B").modifiers


@pytest.mark.rule("AR-MNV-03", "AR-THR-04", "AR-THR-02")
def test_reach_moves_both_ends_of_the_ring() -> None:
    """Reach 2 allows 2 squares outwards and back, never inwards; asked after the roll if open."""
    long = board(fighter("A", (4, 4), reach=2, ap_max=6))
    fight = session(long, 12, 12, 12)
    outcome = fight.submit(ChangeReach(actor="A"))
    assert isinstance(outcome, Asking)
    question = outcome.wanted[0]
    assert isinstance(question, Question)
    assert [one.id for one in question.options] == ["1", "2", "0"]
    accepted(reply(fight, "2"))
    assert sheet(fight.encounter, "A").ring == (3, 3)
    done = accepted(fight.submit(ChangeReach(actor="A", shift_by=1))).result
    assert not done.legal_shift
    accepted(fight.submit(ChangeReach(actor="A", shift_by=-2)))
    assert sheet(fight.encounter, "A").ring == (1, 1)
    free = board(fighter("A", (4, 4), reach=1), reach_cap="sv_only")
    fight = session(free, 12)
    assert accepted(fight.submit(ChangeReach(actor="A", shift_by=3))).result.legal_shift


CROSSBOW = Weapon(id="crossbow", category="ranged", capacity=4, reload_points=2, reload_dc=12)


@pytest.mark.rule("AR-MNV-14")
def test_a_good_reload_loads_more() -> None:
    """14 against 12 loads three of a weapon that takes several, else one; a failure none."""
    for several, face, loaded in ((True, 14, 3), (False, 14, 1), (True, 11, 0), (True, 19, 4)):
        weapon = CROSSBOW.replace(reload_several=several)
        fight = session(board(fighter("A", (4, 4), weapons=(weapon,))), face)
        accepted(fight.submit(Reload(actor="A", weapon="crossbow")))
        assert sheet(fight.encounter, "A").weapons[0].loaded == loaded
        assert sheet(fight.encounter, "A").ap == 1
    full = CROSSBOW.replace(loaded=4)
    fight = session(board(fighter("A", (4, 4), weapons=(full,))))
    assert refusal(fight.submit(Reload(actor="A", weapon="crossbow"))) == "full"


@pytest.mark.rule("AR-MNV-13", "AR-ACT-06", "AR-ACT-07")
def test_what_is_readied_may_be_done_in_the_turn_of_another() -> None:
    """Two swapped AP pay an attack in B's turn; it is not that readied a second time."""
    encounter = board(
        fighter("A", (4, 4), mods={"melee": 5}), fighter("B", (5, 4), "2", mods={"reflex": 4})
    ).replace(turn="A")
    fight = session(encounter, 12)
    accepted(fight.submit(Ready(actor="A", points=2, trigger="he moves", manoeuvre="attack")))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (1, 2)
    others = session(fight.encounter.replace(turn="B"), 12)
    hit = Attack(actor="A", target="B", weapon="axe", pool="aap")
    assert refusal(others.submit(hit)) == "not_your_turn"
    accepted(others.submit(hit.replace(readied=True)))
    mine = sheet(others.encounter, "A")
    assert (mine.aap, mine.points_used, mine.current_vitality) == (0, 2, 48)
    assert mine.readied is not None
    assert mine.readied.manoeuvre == ""


@pytest.mark.rule("AR-MNV-13", "AR-ACT-07", "AR-VIT-03", "AR-STR-06")
def test_swapped_points_vanish_and_count_once() -> None:
    """What was not spent is gone at End of Round; by house rule no Vitality, counted at once."""
    fight = session(board(fighter("A", (4, 4), aap_max=1)))
    accepted(fight.submit(Ready(actor="A", points=3)))
    accepted(fight.submit(Spend(actor="A", points=1, pool="aap")))
    accepted(fight.submit(EndRound()))
    assert sheet(fight.encounter, "A").aap == 1
    at_once = board(
        fighter("A", (4, 4)), ready_point_counting="when_readied", ready_costs_vitality=False
    )
    fight = session(at_once)
    accepted(fight.submit(Ready(actor="A", points=3)))
    assert sheet(fight.encounter, "A").points_used == 3
    assert sheet(fight.encounter, "A").current_vitality == 50
    accepted(fight.submit(Spend(actor="A", points=2, pool="aap")))
    assert sheet(fight.encounter, "A").points_used == 3


@pytest.mark.rule("AR-ACT-02", "AR-CND-08", "AR-OPP-01")
def test_trivial_things_go_along_with_actions() -> None:
    """One for each other action of the round, free, and nobody is asked."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2", aap_max=2))
    fight = session(encounter)
    assert refusal(fight.submit(Complementary(actor="A"))) == "no_host"
    accepted(fight.submit(DoNothing(actor="A")))
    accepted(fight.submit(Complementary(actor="A", deed="prone")))
    assert refusal(fight.submit(Complementary(actor="A"))) == "no_host"
    mine = sheet(fight.encounter, "A")
    assert (mine.ap, mine.current_vitality) == (2, 49)
    assert mine.conditions == {"prone": 1}
    early = board(fighter("A", (4, 4)), complementary_timing="any_time")
    assert not isinstance(session(early).submit(Complementary(actor="A")), Refused)


@pytest.mark.rule("AR-ACT-02", "AR-MNV-10")
def test_how_things_are_handled_is_a_house_rule() -> None:
    """Drawing is Complementary while there is room, always Miscellaneous, or always free."""
    sheathed = Item(name="axe", weapon="axe", held=False)
    for rule, code in (
        ("complementary_first", "no_host"),
        ("always_miscellaneous", "miscellaneous"),
        ("always_free", ""),
    ):
        encounter = board(fighter("A", (4, 4), items=(sheathed,)), item_handling=rule)
        fight = session(encounter)
        outcome = fight.submit(Complementary(actor="A", deed="draw", item="axe"))
        assert (refusal(outcome) if code else "") == code
        if code:
            accepted(fight.submit(Miscellaneous(actor="A", deed="draw", item="axe")))
            assert sheet(fight.encounter, "A").ap == 2
        assert sheet(fight.encounter, "A").items[0].held


@pytest.mark.rule("AR-ACT-02", "AR-MNV-10")
def test_dropped_things_lie_there_and_can_be_picked_up() -> None:
    """A dropped axe lies in its owner's square; a neighbour takes it with 1 point."""
    encounter = board(
        fighter("A", (4, 4), weapons=(AXE,)),
        fighter("B", (5, 5), weapons=(FIST,)),
        fighter("C", (9, 9), weapons=(FIST,)),
    )
    fight = session(encounter)
    accepted(fight.submit(DoNothing(actor="A")))
    accepted(fight.submit(Complementary(actor="A", deed="drop", item="axe")))
    assert sheet(fight.encounter, "A").weapons == ()
    assert state_of(fight.encounter).lying[0].cell == (4, 4)
    take = Miscellaneous(actor="B", deed="pick_up", place=0)
    assert refusal(fight.submit(take.replace(actor="C"))) == "nothing_there"
    accepted(fight.submit(take))
    assert sheet(fight.encounter, "B").weapon("axe") is not None
    assert state_of(fight.encounter).lying == ()


@pytest.mark.rule("AR-MNV-10", "AR-OPP-01")
def test_only_a_check_makes_handling_things_provoke() -> None:
    """Without a check it succeeds and asks nobody; with one it provokes and may fail."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2", aap_max=2))
    assert accepted(session(encounter).submit(Miscellaneous(actor="A"))).result.success
    fight = session(encounter, 9)
    assert asked(fight.submit(Miscellaneous(actor="A", check="ride", dc=10))) == "B"
    assert not accepted(reply(fight, "pass")).result.success


@pytest.mark.rule("AR-CND-05")
def test_the_unconscious_wake_by_the_hour_or_after_eight() -> None:
    """Each hour a check against negative Vitality; the eighth needs none; the tired sleep on."""
    out: dict[str, Any] = {"current_vitality": -15, "conditions": {"unconscious": 1, "disabled": 1}}
    encounter = board(fighter("A", (4, 4), **out))
    fight = session(encounter, 14, 15)
    accepted(fight.submit(PassHour()))
    assert "unconscious" in sheet(fight.encounter, "A").conditions
    accepted(fight.submit(PassHour()))
    assert "unconscious" not in sheet(fight.encounter, "A").conditions
    fight = session(encounter, *[1] * 7)
    for _hour in range(8):
        accepted(fight.submit(PassHour()))
    assert "unconscious" not in sheet(fight.encounter, "A").conditions
    tired = board(fighter("A", (4, 4), conditions={"unconscious": 1, "fatigued": 1}))
    fight = session(tired)
    assert refusal(fight.submit(Wake(actor="A"))) == "sleeps_on"
    accepted(fight.submit(PassHour()))
    assert refusal(session(board(fighter("A", (4, 4)))).submit(Wake(actor="A"))) == "awake"


@pytest.mark.rule("AR-CND-06")
def test_who_is_staggered_to_nothing_drops_everything() -> None:
    """Gained in the round it cuts AAP first, then AP; at 0 AP what is held lies on the ground."""
    fight = session(board(fighter("A", (4, 4), aap_max=1, weapons=(AXE, FIST))))
    accepted(fight.submit(SetValue(who=("A",), field="sheet.conditions", value='{"staggered": 2}')))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (2, 0)
    accepted(fight.submit(Spend(actor="A", points=1)))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (1, 0)
    weary = board(fighter("A", (4, 4), weapons=(AXE, FIST), conditions={"staggered": 3}))
    fight = session(weary)
    accepted(fight.submit(StartRound()))
    assert [one.item.name for one in state_of(fight.encounter).lying] == ["axe"]
    assert [one.id for one in sheet(fight.encounter, "A").weapons] == ["fist"]


@pytest.mark.rule("AR-VIT-01", "AR-VIT-02", "AR-VIT-06")
def test_vitality_comes_back_to_its_total_and_no_further() -> None:
    """Recovery ends at the Total unless the effect says otherwise; the Total may be counted."""
    hurt = board(
        fighter(
            "A",
            (4, 4),
            current_vitality=40,
            class_vitality=8,
            abilities={"body": 14, "agility": 12},
        )
    )
    fight = session(hurt)
    accepted(fight.submit(Recover(actor="A", points=30)))
    assert sheet(fight.encounter, "A").current_vitality == 50
    accepted(fight.submit(Recover(actor="A", points=5, exceed=True)))
    assert sheet(fight.encounter, "A").current_vitality == 55
    accepted(fight.submit(ChangePool(who=("A",), add=3)))
    assert sheet(fight.encounter, "A").current_vitality == 55
    assert accepted(fight.submit(CountTotal(actor="A"))).result == 34
    assert sheet(fight.encounter, "A").total_vitality == 34


@pytest.mark.rule("AR-STR-05")
def test_a_pause_may_ask_for_its_slot() -> None:
    """Without a slot the player names one below his own; the turn goes on there."""
    encounter = board(
        fighter("A", (4, 4), initiative=9), fighter("B", (8, 4), "2", initiative=5)
    ).replace(turn="A")
    fight = session(encounter)
    outcome = fight.submit(PauseTurn(actor="A"))
    assert isinstance(outcome, Asking)
    accepted(fight.answer(outcome.wanted[0].key, Answer(numbers=frozendict({"slot": 3}))))
    assert state_of(fight.encounter).paused == {"A": 3}


@pytest.mark.rule("AR-STR-07")
def test_the_end_of_the_scene_is_suggested() -> None:
    """When nobody of a side can act any more the log says so, and the fight goes on."""
    encounter = board(
        fighter("A", (4, 4)), fighter("B", (8, 4), "2", conditions={"unconscious": 1})
    )
    told = traces(session(encounter).submit(EndRound()))
    assert "Nobody of" in told[-1].title


@pytest.mark.rule("AR-MNV-13")
def test_only_what_is_of_use_can_be_readied() -> None:
    """Attacks come first; nobody readies spells, Reach or reloading that he does not have."""
    keys = readiable(board(fighter("A", (4, 4))), "A")
    assert keys[0] == "attack"
    assert not {"ready", "opportunity", "counterspell", "reload", "change_reach"} & set(keys)
    long = board(fighter("A", (4, 4), reach=1, weapons=(CROSSBOW,)))
    assert {"reload", "change_reach"} <= set(readiable(long, "A"))
    assert "trip" not in readiable(long, "A")


@pytest.mark.rule("AR-CND-04", "AR-VIT-04")
def test_treatment_ends_dying() -> None:
    """Whatever its number; who has no Vitality is Disabled then, others are well again."""
    for left, conditions in ((-3, {"disabled": 1}), (5, {})):
        dying = fighter("A", (4, 4), current_vitality=left, conditions={"dying": 3})
        fight = session(board(dying))
        accepted(fight.submit(Treat(actor="A")))
        assert sheet(fight.encounter, "A").conditions == conditions
    assert refusal(session(board(fighter("A", (4, 4)))).submit(Treat(actor="A"))) == "not_dying"


@pytest.mark.rule("AR-ACT-02")
def test_doing_nothing_may_be_free() -> None:
    """By house rule the action that only hosts another costs nothing."""
    fight = session(board(fighter("A", (4, 4)), do_nothing_cost="0"))
    accepted(fight.submit(DoNothing(actor="A")))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").current_vitality) == (3, 50)
    accepted(fight.submit(Complementary(actor="A")))


LIGHT = SpellEffect(id="light", caster="A", controller="A", steered=1, square=Cell(5, 4))
BOLT = Weapon(id="bolt", category="spell", base_sv=2, school="fire")
POT = Weapon(id="pot", category="ranged", base_sv=2, area_radius=1)
CHECKS: tuple[tuple[Act, tuple[int, ...]], ...] = (
    (AidAnother(actor="A", target="C"), (12,)),
    (ChangeReach(actor="A", shift_by=1), (12,)),
    (Reload(actor="A", weapon="crossbow"), (14,)),
    (Attack(actor="A", target="B", weapon="axe"), (12,)),
    (AreaAttack(actor="A", square=Cell(9, 9), weapon="pot"), (12,)),
    (Charge(actor="A", target="D", weapon="axe"), (12,)),
    (MovementManoeuvre(actor="A", path=(Cell(3, 4),), mode="climbing"), (12,)),
    (Miscellaneous(actor="A", check="ride"), (12,)),
    (ControlSpell(actor="A", spell="light"), (12,)),
    (DismissSpell(actor="A", spell="light"), (12,)),
    (Mount(actor="A", target="horse"), (12,)),
    (RollCheck(actor="A", check="melee"), (12,)),
    (Wake(actor="E"), (12,)),
)


@pytest.mark.rule("AR-MNV-01", "AR-MOD-02")
@pytest.mark.parametrize(("command", "faces"), CHECKS, ids=lambda one: getattr(one, "kind", ""))
def test_whoever_is_aided_may_roll_whatever_it_is(command: Act, faces: tuple[int, ...]) -> None:
    """The help of 4 counts in every check of the one who is aided, once, and the log says so."""
    aid = Modifier(type="assisted", value=4, source="aided by C", once=True)
    weapons = (AXE, CROSSBOW, BOLT, POT)
    more: dict[str, Any] = {"speeds": {"climbing": 5}, "reach": 1, "modifiers": (aid,)}
    horse = fighter("horse", (4, 5), size="Large").replace(size=Size(2, 2))
    encounter = board(
        fighter("A", (4, 4), weapons=weapons, **more),
        fighter("B", (5, 4), "2"),
        fighter("C", (3, 3)),
        fighter("D", (4, 1), "2"),
        fighter("E", (12, 12), conditions={"unconscious": 1}, modifiers=(aid,)),
        horse,
    )
    spells = frozendict({"light": LIGHT})
    fight = session(encounter.replace(rules=state_of(encounter).replace(spells=spells)), *faces)
    outcome = fight.submit(command)
    while isinstance(outcome, Asking):
        question = outcome.wanted[0]
        assert isinstance(question, Question)
        outcome = fight.answer(question.key, question.default)
    left = sheet(fight.encounter, command.actor).modifiers
    assert not [one for one in left if one.once]
    told = traces(outcome)
    assert [one.title for one in told].count(f"The help for {command.actor} is used up") == 1
    assert 4 in {line.value for one in told for line in one.lines if line.rule_id == "AR-MOD-02"}
