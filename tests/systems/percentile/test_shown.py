"""What cards, questions, drafts and the log say of the percentile rules."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import Move, NextTurn, Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.grid.cells.distance import HeightRule
from gridwar.model.geometry import Cell
from gridwar.model.scale import Scale
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.actions.free_and_extended_actions import ExtendedAction, FreeAction
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import evasions
from gridwar.systems.percentile.attacks.multiple_attack import MultipleAttack
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import SuppressiveFire
from gridwar.systems.percentile.charges.charge import Charge
from gridwar.systems.percentile.core.fight_state import sheet_of, state_of
from gridwar.systems.percentile.core.sheet import Deflector, Extended, Ship
from gridwar.systems.percentile.core.weapons import BARE_HANDS, UNARMED
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of, weapons_in_hand
from gridwar.systems.percentile.harm.characteristic_decay import DecayCharacteristic
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import Feint
from gridwar.systems.percentile.movement.distance_and_ground import squares_of
from gridwar.systems.percentile.out_of_turn.overwatch_declared import KeepOverwatch
from gridwar.systems.percentile.turns.steps_and_surprise import DetermineSurprise
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, play, refusal, session, tor
from tests.systems.percentile.test_actions import why_not

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword", replace_die=False)


def figures(**sheet: Any) -> dict[str, str]:
    """Return the figures on Tor's card."""
    return {
        one.label: one.value for one in SYSTEM.cards.card(fight(ada(), tor(**sheet)), "tor").figures
    }


@pytest.mark.rule("PC-AIL-02")
@pytest.mark.rule("PC-ATK-20")
@pytest.mark.rule("PC-DEF-05")
@pytest.mark.rule("PC-SEQ-04")
@pytest.mark.rule("PC-TST-02")
@pytest.mark.rule("PC-UNA-03")
def test_a_card_shows_what_there_is_to_show() -> None:
    """Initiative once it is rolled, a Deflector, Fatigue and Lethal Damage where there are any."""
    plain = figures(ag=34)
    assert (plain["Initiative"], plain["SB/TB/AB"], plain["Ag"]) == ("5", "3/3/3", "34")
    assert not {"Deflector", "Fatigue", "Lethal Damage"} & plain.keys()
    two = (Deflector(name="Amulet", rating=35), Deflector(name="Field", rating=60))
    full = figures(deflectors=two, deflectors_weakened=10, fatigue=2, lethal=3)
    assert (full["Deflector"], full["Fatigue"], full["Lethal Damage"]) == ("50", "2", "3")
    now = fight(ada(), tor(deflectors=two, traits="Guardian"))
    shown = {one.label: one for one in SYSTEM.cards.card(now, "tor").figures}
    assert shown["Deflector"].hint == "Field 60, Amulet 35"
    assert shown["Traits and notes"].value == "Guardian"
    before = fight(ada(), tor())
    none = before.with_combatant(
        before["tor"].replace(sheet=before["tor"].sheet.replace(initiative=None))
    )
    assert "Initiative" not in {one.label for one in SYSTEM.cards.card(none, "tor").figures}


@pytest.mark.rule("PC-ATK-19")
@pytest.mark.rule("PC-TIM-04")
@pytest.mark.rule("PC-ECO-08")
@pytest.mark.rule("PC-SHP-02")
def test_a_card_has_wounds_or_a_hull_pips_and_progress() -> None:
    """A spent Reaction is an empty pip; an Extended Action a ring, unless its length is hidden."""
    card = SYSTEM.cards.card(fight(ada(), tor(reactions=0)), "tor")
    assert (card.pools[0].label, card.subtitle, card.box, card.progress) == (
        "Wounds",
        "",
        False,
        None,
    )
    assert [(pip.left, pip.full) for pip in card.pips] == [(2, 2), (0, 1), (1, 1), (1, 1)]
    ship = SYSTEM.cards.card(fight(ada(), tor(ship=Ship(size=3))), "tor")
    assert (ship.pools[0].label, ship.subtitle, ship.box) == ("Hull", "Starship, Size 3", True)
    work = Extended(name="Door", done=1, needed=4)
    assert SYSTEM.cards.card(fight(ada(), tor(extended=work)), "tor").progress == 0.25
    hidden = work.replace(hidden=True)
    assert SYSTEM.cards.card(fight(ada(), tor(extended=hidden)), "tor").progress is None


@pytest.mark.rule("PC-ATK-07")
@pytest.mark.rule("PC-ATK-10")
@pytest.mark.rule("PC-DEF-01")
@pytest.mark.rule("PC-DEF-04")
def test_an_evasion_says_what_it_costs_and_needs() -> None:
    """A Deflector is free, a Dodge takes the Reaction; whoever has neither is not asked."""
    armed = fight(ada(ws=60), tor(ag=34, ws=41, deflectors=(Deflector(name="Field", rating=60),)))
    told = {one.id: (one.price, one.effect, one.enabled) for one in evasions(armed, "tor", "melee")}
    assert told["deflect"] == ("", "60 or less", True)
    assert told["dodge"] == ("Reaction", "34 or less", True)
    assert told["parry"] == ("Reaction", "41 or less", True)
    struck = play(armed, BLOW, 30, 60, evade="deflect")
    assert [line.label for line in struck.trace("evades").lines] == ["Field"]
    table = session(fight(ada(ws=60), tor(reactions=0)), 30, 4)
    table.submit(BLOW)
    assert not table.wanted
    assert sheet_of(table.encounter["tor"]).wounds == 10 - (4 + 2 + 3 - 3)


@pytest.mark.rule("PC-DEF-01")
@pytest.mark.rule("PC-DEF-06")
def test_a_deflector_without_a_name_is_called_what_it_is() -> None:
    """The line of the sum says Deflector."""
    armed = fight(ada(ws=60), tor(deflectors=(Deflector(rating=60),), deflectors_weakened=5))
    struck = play(armed, BLOW, 30, 55, evade="deflect")
    assert [line.label for line in struck.trace("evades").lines] == ["Deflector", "Weakened"]
    assert struck.trace("evades").result == "passed"
    assert play(armed, BLOW, 30, 56, 1, evade="deflect").trace("evades").result == "failed"


@pytest.mark.rule("PC-ATK-14")
@pytest.mark.rule("PC-TST-01")
@pytest.mark.rule("PC-TST-03")
def test_the_log_says_whether_a_test_passed() -> None:
    """41 confirms a critical hit of WS 41, 42 does not; each test shows its roll."""
    start = fight(ada(ws=41), tor(wounds=40, reactions=0))
    done = play(start, BLOW, 30, 10, 41, 3)
    assert done.trace("confirms").result == "confirmed"
    assert done.trace("confirms").steps[1].faces == (41,)
    assert play(start, BLOW, 30, 10, 42).trace("confirms").result == "not confirmed"


@pytest.mark.rule("PC-ACT-02")
@pytest.mark.rule("PC-ACT-03")
@pytest.mark.rule("PC-ACT-10")
def test_hits_are_chosen_where_several_are_possible() -> None:
    """A Burst has a number from 2 to the Hit rating; a single shot and a Standard Attack none."""
    now = fight(ada(GUN, SWORD), tor(at=(12, 5)))
    burst = SYSTEM.draft(now, Burst(actor="ada", target="tor", weapon="gun"))
    assert [(one.least, one.most) for one in burst.numbers] == [(2, 10)]
    shot = StandardAttack(actor="ada", target="tor", weapon="gun")
    assert SYSTEM.draft(now, shot).numbers == ()
    watch = KeepOverwatch(actor="ada", weapon="gun")
    ways = {one.key: one for one in SYSTEM.draft(now, watch).choices}
    assert [one.id for one in ways["action"].options] == ["standard_attack", "burst"]
    assert SYSTEM.draft(now, watch).numbers == ()
    fires = SYSTEM.draft(now, watch.replace(action="burst"))
    assert [(one.least, one.most, one.value) for one in fires.numbers] == [(2, 10, 2)]
    assert {one.note for one in (*burst.numbers, *fires.numbers)} == {"+10 and -5 for each"}
    single = fight(ada(GUN.replace(hit_rating=1)), tor(at=(12, 5)))
    ways = {one.key: one for one in SYSTEM.draft(single, watch).choices}
    assert [one.id for one in ways["action"].options] == ["standard_attack"]


@pytest.mark.rule("PC-ACT-07")
@pytest.mark.rule("PC-UNA-01")
def test_a_multiple_attack_is_made_with_all_in_hand_but_fists() -> None:
    """Sword and gun are proposed; bare hands are in every list, last."""
    now = fight(ada(SWORD, GUN), tor())
    offered = {one.id: one for one in actions_of(SYSTEM, now, "ada")}
    command = offered["multiple_attack"].make(Target(combatant="tor"))
    assert isinstance(command, MultipleAttack)
    assert [use.weapon for use in command.uses] == ["sword", "gun"]
    assert [one.id for one in weapons_in_hand(now["ada"])] == ["sword", "gun", UNARMED]


@pytest.mark.rule("PC-UNA-01")
@pytest.mark.rule("PC-UNA-04")
def test_bare_hands_are_there_unless_an_entry_takes_their_place() -> None:
    """A trait changes the entry; what is not there is no weapon."""
    now = fight(ada(SWORD), tor(weapons=(BARE_HANDS.replace(pen=3),)))
    assert weapon_of(now["ada"], UNARMED) == BARE_HANDS
    fist = weapon_of(now["tor"], UNARMED)
    assert fist is not None
    assert fist.pen == 3
    assert weapon_of(now["ada"], "axe") is None
    assert [one.id for one in weapons_in_hand(now["tor"])] == [UNARMED]


@pytest.mark.rule("PC-ACT-11")
def test_a_wedge_is_over_with_the_owners_next_turn() -> None:
    """It stays through the turns of others."""
    auto = GUN.replace(id="auto", semi=3)
    fire = SuppressiveFire(actor="ada", weapon="auto", mode="semi", bearing_deg=90.0)
    fired = play(fight(ada(auto), tor(at=(5, 9))), fire, 99)
    theirs = fired.next(NextTurn())
    assert len(state_of(theirs.encounter).wedges) == 1
    own = theirs.next(NextTurn())
    assert own.encounter.turn == "ada"
    assert state_of(own.encounter).wedges == ()


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.rule("PC-ACT-11")
@pytest.mark.parametrize("aside", [True, False])
def test_kill_zones_of_one_without_a_turn_end_with_the_round(aside: bool) -> None:
    """What one who is dead or set aside has laid is over with the round, and the log says so."""
    auto = GUN.replace(id="auto", semi=3)
    fire = SuppressiveFire(actor="ada", weapon="auto", mode="semi", bearing_deg=90.0)
    fired = play(fight(ada(auto), tor(at=(5, 9))), fire, 99).encounter
    here = fired.combatants["ada"]
    sheet = sheet_of(here).replace(dead=not aside)
    theirs = play(fired.with_combatant(here.replace(aside=aside, sheet=sheet)), NextTurn())
    assert len(state_of(theirs.encounter).wedges) == 1
    ended = theirs.next(NextTurn())
    assert state_of(ended.encounter).wedges == ()
    assert "The kill zone of Ada's Suppressive Fire is over" in ended.log


@pytest.mark.rule("PC-ACT-10")
@pytest.mark.parametrize("aside", [True, False])
def test_nobody_fires_from_overwatch_who_is_set_aside_or_dead(aside: bool) -> None:
    """Death ends an Overwatch at once; whoever is set aside fires no more, and it ends too."""
    zone = frozenset({Cell(10, 5), Cell(11, 5)})
    watch = KeepOverwatch(actor="ada", weapon="gun", cells=zone)
    waits = play(fight(ada(GUN), tor(at=(12, 5), ab=3)), watch).encounter
    here = waits.combatants["ada"]
    sheet = sheet_of(here).replace(dead=not aside)
    theirs = play(waits.with_combatant(here.replace(aside=aside, sheet=sheet)), NextTurn())
    moved = theirs.next(Move(actor="tor", path=(Cell(11, 5),)))
    ended = moved.next(NextTurn())
    assert state_of(ended.encounter).overwatches == ()
    assert "Ada is no longer on Overwatch" in (ended.log if aside else theirs.log)


@pytest.mark.rule("PC-ACT-18")
@pytest.mark.rule("PC-ECO-05")
@pytest.mark.rule("PC-TIM-03")
def test_who_may_not_act_is_refused_everything() -> None:
    """No Feint in another's turn; the dead do not speak."""
    now = fight(ada(), tor())
    assert refusal(now, Feint(actor="tor", target="ada")) == "not_your_turn"
    gone = fight(ada(), tor(dead=True))
    assert refusal(gone, FreeAction(actor="tor")) == "dead"


@pytest.mark.rule("PC-ATK-12")
@pytest.mark.rule("PC-ATK-05")
@pytest.mark.rule("PC-ACT-05")
def test_score_and_die_are_chosen_before_an_attack() -> None:
    """The degrees for a die, or the die as it is rolled; a charge has both choices too."""
    now = fight(ada(ws=47, bs=31), tor(at=(14, 5)))
    shot = StandardAttack(actor="ada", target="tor", weapon="gun")
    chosen = {one.key: one for one in SYSTEM.draft(now, shot).choices}
    kept, rolled = (one.command for one in chosen["replace_die"].options)
    assert (kept, rolled) == (shot, shot.replace(replace_die=False))
    assert [(one.id, one.note) for one in chosen["score"].options][:2] == [("ws", "47"), ("", "31")]
    way = tuple(Cell(x, 5) for x in range(6, 14))
    run = Charge(actor="ada", path=way, weapon="sword")
    keys = [one.key for one in SYSTEM.draft(now, run).choices]
    assert keys == ["instead", "score", "replace_die"]
    hold = SYSTEM.draft(now, run.replace(instead="grapple"))
    assert [one.key for one in hold.choices] == ["instead"]
    both = fight(ada(ws=47), tor(at=(14, 5)), one("una", (14, 6)))
    (at, *_rest) = SYSTEM.draft(both, run).choices
    assert (at.key, [one.id for one in at.options], at.chosen) == ("target", ["tor", "una"], "tor")


@pytest.mark.rule("PC-ECO-06")
def test_an_extended_action_takes_a_round_at_least() -> None:
    """From 1 to 100 rounds, told to the players or not."""
    draft = SYSTEM.draft(fight(ada()), ExtendedAction(actor="ada"))
    assert [(one.least, one.most) for one in draft.numbers] == [(1, 100)]


@pytest.mark.rule("PC-AIL-01")
def test_decay_is_told_as_what_it_takes() -> None:
    """15 off Agility."""
    told = play(fight(ada(), tor()), DecayCharacteristic(who="tor", characteristic="ag", by=15))
    assert told.trace("Decay").steps[0].after == -15
    assert told.trace("Decay").result == "Agility \u221215"


@pytest.mark.rule("PC-ALT-03")
@pytest.mark.rule("PC-ALT-04")
@pytest.mark.rule("PC-ALT-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "rule"),
    [(0, 1, "PC-ALT-03"), (1, 0, "PC-ALT-03"), (0, 2, "PC-ALT-05"), (2, 1, "PC-ALT-05")],
)
def test_a_refusal_names_the_rule_of_the_band(mine: int, theirs: int, rule: str) -> None:
    """Melee with Low is refused by one rule, with High by another."""
    now = fight(ada(), tor())
    for who, band in (("ada", mine), ("tor", theirs)):
        now = now.with_combatant(now[who].replace(altitude=band))
    found = session(now).submit(BLOW)
    assert isinstance(found, Refused)
    assert (found.code, found.refusal.rule_ids) == ("other_band", (rule,))


@pytest.mark.rule("PC-TST-06")
@pytest.mark.rule("PC-ALT-05")
def test_the_ruler_counts_height_by_house_rule() -> None:
    """Bands take the place of heights, but where slant range is on."""
    assert SYSTEM.board.yardstick(fight(ada())).height is HeightRule.IGNORE
    assert SYSTEM.board.yardstick(fight(ada(), slant_range=True)).height is HeightRule.AXIS


@pytest.mark.rule("PC-MOV-01")
def test_a_unit_of_move_may_be_one_of_the_map() -> None:
    """AB 6 at 1.5 m a square is 4 squares, and 16 for a Run."""
    now = fight(ada(ab=6), move_unit="map_unit")
    now = now.replace(map=now.map.replace(scale=Scale(cell_size=1.5, unit="m")))
    assert [squares_of(now, "ada", key) for key in ("half_move", "run")] == [4, 16]


@pytest.mark.rule("PC-SEQ-02")
def test_there_is_no_going_back_to_the_layout() -> None:
    """Not even at the GM's word: the fight has begun."""
    found = session(fight(ada(), tor())).submit(DetermineSurprise())
    assert isinstance(found, Refused)
    assert (found.code, found.refusal.waivable) == ("begun_already", False)


@pytest.mark.rule("PC-ECO-01")
@pytest.mark.rule("PC-TIM-01")
def test_whatever_stands_against_an_action_stands_against_every_kind() -> None:
    """Dead, Immobilised, in a grapple; outside structured time nothing is spent."""
    assert why_not(fight(ada(dead=True), tor()), "ada", "aim_half") == "dead"
    stuck = fight(one("ada", (5, 5), "immobilised", side="1"), tor())
    assert why_not(stuck, "ada", "half_move") == "immobilised"
    assert why_not(fight(ada(), tor()), "ada", "grapple_damage") == "no_grapple"
    assert why_not(fight(ada(half_actions=0), tor()), "ada", "aim_half") == "no_action_left"
    free = fight(ada(half_actions=0), tor()).replace(round=0, turn=None)
    assert why_not(free, "ada", "aim_full") == ""
    assert why_not(free, "tor", "aim_full") == ""
