"""Turns laid by hand, moving, ties, and what is shown of it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.kit import BeginFight, Move
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Refused
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.zone_attacks import FillZone
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, state_of
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource
from gridwar.systems.drive.core.turn_order import LayOrder, before
from gridwar.systems.drive.core.weapons_armour_resistances import (
    Armour,
    DamageModifier,
    EnergyPart,
    Match,
    ZoneDamage,
)
from gridwar.systems.drive.core.weapons_armour_resistances import Weapon as DriveWeapon
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from gridwar.systems.drive.samples import samples
from gridwar.systems.drive.turns.making_and_expiry_of_points import MakePoints
from gridwar.systems.drive.turns.ties_and_stances import CutTie, MakeTie, TakeStance
from tests.systems.drive.people import (
    blow,
    duel,
    group,
    gun,
    refusal,
    session,
    sheet,
    shield,
    shot,
    sword,
    trace,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Command, Encounter

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), critical="drive")


def test_the_gm_lays_the_order_down_by_dragging() -> None:
    """Whoever is dragged before another acts before them; things have no turn."""
    crate = Combatant(id="c", name="Crate", sheet=DriveSheet(form="object"))
    start = duel(DriveSheet(), DriveSheet()).with_combatant(crate).replace(round=0, turn=None)
    fight = session(start)
    wanted = SYSTEM.turns.reordered(start, "t", "a")
    assert wanted == LayOrder(order=("t", "a", "c"))
    fight.submit(wanted)
    fight.submit(BeginFight())
    turns = []
    for _turn in range(4):
        turns.append((fight.encounter.round, fight.encounter.turn))
        fight.submit(NextTurn())
    assert turns == [(1, "t"), (1, "a"), (2, "t"), (2, "a")]
    last = SYSTEM.turns.order(fight.encounter)[-1]
    assert (last.ids, last.heading) == (("c",), "Things")


@pytest.mark.rule("DR-PSG-08")
def test_the_first_walk_of_a_turn_begins_its_movement_phase() -> None:
    """The strip above the order shows it, and the next turn has none yet."""
    fight = session(duel(DriveSheet(flying_spd=1, resist_locked=True), DriveSheet()))
    phases = SYSTEM.turns.flow(fight.encounter).phases
    assert [(one.id, one.state) for one in phases] == [("turn", "now"), ("movement", "to_come")]
    fight.submit(Move(actor="a", path=(Cell(0, 1), Cell(1, 2))))
    assert fight.encounter["a"].pos == (1, 2)
    assert SYSTEM.turns.flow(fight.encounter).phases[1].state == "now"
    assert not sheet(fight, "a").resist_locked
    fight.submit(NextTurn())
    assert not state_of(fight.encounter).has_moved


def test_attacks_are_made_on_the_own_turn_by_those_who_stand() -> None:
    """One turn a round is ours: the GM may pass over it; who is out does nothing."""
    start = duel(DriveSheet(), DriveSheet(weapons=(shot("heat", 5),), out_at=10))
    back = FIRE.replace(actor="t", target="a")
    assert refusal(start, back) == "not_your_turn"
    down = start.with_combatant(
        start["t"].replace(sheet=DriveSheet(out_at=10, damage_taken=10))
    ).replace(turn="t")
    assert refusal(down, back) == "out"
    assert refusal(down, Move(actor="t", path=(Cell(4, 0),))) == "out"


@pytest.mark.rule("DR-SHD-06")
def test_ties_are_made_and_cut_and_drawn() -> None:
    """A grapple tied by the GM is a line on the map until it is cut."""
    fight = session(duel(DriveSheet(), DriveSheet()))
    fight.submit(MakeTie(actor="a", target="t", tie="grapple"))
    assert sheet(fight, "a").links == (Link(kind="grapple", other_id="t"),)
    (tie,) = SYSTEM.board.scenery(fight.encounter).ties
    assert (tie.a, tie.b, tie.label, tie.always) == ("a", "t", "grapple", True)
    again = fight.submit(MakeTie(actor="a", target="t", tie="grapple"))
    assert isinstance(again, Refused)
    assert refusal(fight.encounter, MakeTie(actor="a", target="a", tie="grapple")) == (
        "tied_to_itself"
    )
    fight.submit(CutTie(actor="a", target="t", tie="grapple"))
    assert sheet(fight, "a").links == ()
    assert refusal(fight.encounter, CutTie(actor="a", target="t", tie="grapple")) == "not_tied"


def test_stances_are_badges() -> None:
    """Cover and group defence are noted and shown."""
    fight = session(duel(DriveSheet(), DriveSheet()))
    fight.submit(TakeStance(actor="a", stance="cover", on=True))
    fight.submit(TakeStance(actor="a", stance="group_defence", on=True))
    again = TakeStance(actor="a", stance="cover", on=True)
    assert refusal(fight.encounter, again) == "stance_already"
    icons = {badge.rule_id for badge in SYSTEM.cards.card(fight.encounter, "a").badges}
    assert icons == {"DR-PSG-13", "DR-PSG-09"}


# --- what can be chosen and known -----------------------------------------------------------------


def keys(start: Encounter, command: Command) -> dict[str, set[str]]:
    """Return the keys of what a draft offers, by its kind."""
    draft = SYSTEM.draft(start, command)
    return {
        "choices": {one.key for one in draft.choices},
        "numbers": {one.key for one in draft.numbers},
        "ticks": {one.key for one in draft.ticks},
        "orders": {one.key for one in draft.orders},
    }


@pytest.mark.rule("DR-RED-01")
@pytest.mark.rule("DR-RED-02")
def test_the_sheet_of_a_blow_offers_holding_back_to_the_competent() -> None:
    """Strength and the weapon's share appear once the attack is competent, and go with it."""
    start = duel(DriveSheet(weapons=(sword(), sword().replace(id="two")), strength=6), DriveSheet())
    strike = Attack(actor="a", target="t", weapons=("sword",))
    plain = keys(start, strike)
    assert "weapon_percent" not in plain["choices"]
    assert plain["ticks"] == {"also"}
    able = strike.replace(competent=True)
    assert "weapon_percent" in keys(start, able)["choices"]
    (number,) = SYSTEM.draft(start, able).numbers
    assert (number.least, number.most, number.value) == (0, 6, 6)
    less: Any = number.make(2)
    assert less.str_used == 2
    (ticks,) = SYSTEM.draft(start, able).ticks
    both: Any = ticks.make(frozenset({"two"}))
    (order,) = SYSTEM.draft(start, both).orders
    turned: Any = order.make(("2", "1"))
    assert turned.weapons == ("two", "sword")


@pytest.mark.rule("DR-AOE-01")
@pytest.mark.rule("DR-MIX-07")
def test_the_sheet_of_a_shot_offers_area_shots_and_kinetic_shields() -> None:
    """From 40 damage on the group may be taken in, one by one; each projectile can be stopped."""
    weak, strong = gun(39, 20, volley=3), gun(40, 20, volley=3)
    for weapon, offered in ((weak, False), (strong, True)):
        start = group(DriveSheet(), attacker=DriveSheet(weapons=(weapon,)), target=DriveSheet())
        found = keys(start, FIRE)
        assert ("deliberate" in found["choices"]) is offered
        assert found["ticks"] == {"stopped"}
        assert "shots" in found["numbers"]
    spread = FIRE.replace(deliberate=True)
    draft = SYSTEM.draft(start, spread)
    assert draft.aimed is not None
    assert draft.aimed.numbered == ("b",)
    (choice,) = (one for one in draft.choices if one.key == "struck b")
    assert [one.id for one in choice.options] == ["0", "50", "100"]
    certain: Any = choice.options[2].command
    assert dict(certain.chances) == {"b": 100}
    three: Any = next(one for one in draft.numbers if one.key == "shots").make(3)
    assert three.weapons == ("gun",) * 3


@pytest.mark.rule("DR-SHD-04")
@pytest.mark.rule("DR-SHD-07")
def test_shields_that_do_not_answer_say_why() -> None:
    """A mixed arrow passes a medium shield: the sheet of the attack tells it beforehand."""
    arrow = gun(5, 5, energy=(EnergyPart(kind="frost", damage=20),))
    start = duel(DriveSheet(weapons=(arrow,)), DriveSheet(shields=(shield("Belt", "medium", 9),)))
    told = [(one.text, one.rule_id) for one in SYSTEM.draft(start, FIRE).foreseen]
    why = "Belt does not answer: its energy appears only on arrival"
    assert (why, "DR-SHD-07") in told


@pytest.mark.rule("DR-ARM-02")
def test_the_tokens_say_what_armour_makes_of_each_weapon() -> None:
    """Damage, drive and blocked, halved or full stand at whom the attack could strike."""
    from gridwar.engine.play.offered_actions_and_drafts import actions_of

    mail = Armour(lo=16, hi=28)
    start = duel(DriveSheet(weapons=(gun(20, 20),)), DriveSheet(armour=mail))
    (action,) = (one for one in actions_of(SYSTEM, start, "a") if one.id == "attack:gun")
    assert action.candidates is not None
    assert action.candidates().words["t"] == "20, drive 20, halved"


@pytest.mark.rule("DR-AOE-18")
def test_a_zone_is_set_for_everybody_in_one_panel() -> None:
    """High, low or not struck for each; one choice makes the others certain."""
    zone = ZoneDamage(type="point", kind="heat", high=30, low=10)
    weapon = DriveWeapon(id="bomb", ranged=True, zone=zone)
    start = group(DriveSheet(), attacker=DriveSheet(weapons=(weapon,)), target=DriveSheet())
    command = FillZone(actor="a", weapon="bomb", cell=Cell(8, 0))
    draft = SYSTEM.draft(start, command)
    assert {one.key for one in draft.choices} == {
        "value of t",
        "value of b",
        "value_at_shield",
        "from_inside",
    }
    (mine,) = (one for one in draft.choices if one.key == "value of t")
    low: Any = next(one for one in mine.options if one.id == "low").command
    assert low.exposure == frozendict(t="low", b="high")


def test_points_to_make_and_to_spend_are_numbers() -> None:
    """Up to the most that a source holds, with what they cost; up to what is there."""
    belt = shield("Belt", "medium", 3).replace(maximum=10, points_each=2, resource="charge")
    rig = GravitySource(id="rig", points=30)
    start = duel(DriveSheet(shields=(belt,), gravity=(rig,)), DriveSheet(body_weight=120))
    (made,) = SYSTEM.draft(start, MakePoints(actor="a", source="Belt", points=5)).numbers
    assert (made.most, made.value, made.note) == (7, 5, "3 charge")
    fight = session(start)
    fight.submit(MakePoints(actor="a", source="Belt", points=5))
    (paid,) = trace(fight, "Ada makes points for Belt").steps
    assert (paid.label, paid.after) == ("charge", 3)
    use = UsePseudogravity(actor="a", target="t", source="rig", points=10)
    spent, up = SYSTEM.draft(start, use).numbers
    assert (spent.most, spent.note) == (30, "12 are enough, if nothing hampers them")
    assert (up.least, up.value, up.make(3)) == (0, 0, use.replace(rise=3))


@pytest.mark.rule("DR-AUR-01")
@pytest.mark.rule("DR-SHD-19")
@pytest.mark.parametrize(
    ("held", "proposed", "code"), [(0, 10, ""), (7, 3, ""), (10, 1, "too_many")]
)
def test_no_more_points_are_proposed_than_there_is_room_for(
    held: int, proposed: int, code: str
) -> None:
    """Of 10 that a shield and an aura hold, 0, 7 or all are there; full, the reason is told."""
    belt, coat = (
        shield("Belt", "medium", held).replace(maximum=10),
        Aura(id="Coat", kind="heat", maximum=10),
    )
    people = DriveSheet(shields=(belt,), auras=(coat.replace(stored=held),))
    made = [
        one for one in actions_of(SYSTEM, duel(people, DriveSheet()), "a") if "points" in one.id
    ]
    commands: list[Any] = [one.make(Target()) for one in made]
    assert [one.points for one in commands] == [proposed, proposed]
    assert [one.refusal.code if one.refusal else "" for one in made] == [code, code]


def test_the_rings_say_how_far_criticals_go() -> None:
    """Four bands, the weapon's critical one marked; a source shows how far it moves."""
    rig = GravitySource(id="rig", points=30, reach_squares=4)
    weapon = gun(5, 5).replace(crit_max_band="medium")
    start = duel(DriveSheet(weapons=(weapon,), gravity=(rig,)), DriveSheet())
    rings = SYSTEM.board.overlays(start, "a", "gun", None).rings
    assert [(one.radius, bool(one.note)) for one in rings] == [
        (1.5, False),  # a diagonal neighbour is engaged
        (6, False),
        (20, True),
        (60, False),
    ]
    (ring,) = SYSTEM.board.overlays(start, "a", "rig", None).rings
    assert ring.radius == 4


def test_the_samples_cover_the_rules() -> None:
    """Three kinds of armour, a pool, two auras, silencers, things and machines are there."""
    people = {one.id: one for one in samples()}
    sheets = {who: one.sheet for who, one in people.items()}
    assert {"scout", "trooper", "guard", "construct", "vampire", "elf", "mage"} <= people.keys()
    forms = {sheet.form for sheet in sheets.values() if isinstance(sheet, DriveSheet)}
    assert forms == {"character", "object", "vehicle", "gravnet_airship"}


# --- everything at once ---------------------------------------------------------------------------


def everything() -> tuple[Encounter, Attack]:
    """Return the fight in which one attack meets all there is, and the attack."""
    bolt = gun(20, 26, energy=(EnergyPart(kind="heat", damage=18),)).replace(id="bolt")
    weapons = (shot("heat", 60, "s1"), shot("frost", 50, "s2"), bolt)
    modifiers = (
        DamageModifier(match=Match(kind="frost"), percent=75),
        DamageModifier(match=Match(kind="heat"), percent=50, origin="ability"),
    )
    target = DriveSheet(
        defence_tn=40,
        injury_factor=15,
        armour=Armour(lo=20, hi=40),
        modifiers=modifiers,
        shields=(shield("M", "medium", pool="p"), shield("H", "high", 10)),
        auras=(Aura(id="x", kind="electric", stored=30),),
    )
    state = DriveState(bubbles=(Bubble(id="L", points=20, inside=frozenset({"t"})),))
    start = duel(DriveSheet(weapons=weapons), target, pools={"p": 30}, state=state)
    return start, FIRE.replace(weapons=("s1", "s2", "bolt"))


def test_one_attack_through_everything() -> None:
    """Each stage of three shots, worked out by hand.

    60 heat: the bubble takes 20, the pool 30, 10 are left at drive 10, below 20: nothing.
    50 frost: nothing is left of either; 50 at drive 50 pass, the high shield takes 10: 40, at 75%
    30. Bolt: 20 at 26 are halved to 10, its 18 heat at 26 to 9, of which half: 4. All 148 are an
    overeffect, of which the direct target takes everything.
    """
    start, attack = everything()
    fight = session(start, 55)
    done = blow(fight, attack)
    rows = [
        (
            one.built,
            one.after_low,
            one.after_medium,
            one.delivered,
            one.drive,
            one.after_armour,
            one.after_high,
            one.damage,
        )
        for one in done.elements
    ]
    assert rows == [
        (60, 40, 10, 10, 10, 0, 0, 0),
        (50, 50, 50, 50, 50, 50, 40, 30),
        (20, 20, 20, 20, 26, 10, 10, 10),
        (18, 18, 18, 18, 26, 9, 9, 4),
    ]
    assert sheet(fight, "t").damage_taken == 44


def test_the_preview_is_the_log() -> None:
    """The table before the roll is that of the log after it, number for number."""
    from gridwar.engine.play.preview_and_named_outcomes import named_outcomes
    from gridwar.model.events_combatants import Explained

    start, attack = everything()
    seen = {one.name: one.events for one in named_outcomes(SYSTEM, start, attack)}
    for face, name in ((55, "hit"), (95, "critical hit")):
        fight = session(start, face)
        blow(fight, attack)
        played = fight.history.rows[fight.position.cursor].events
        tables = [
            [table for one in events if isinstance(one, Explained) for table in one.trace.tables]
            for events in (played, seen[name])
        ]
        assert tables[0] == tables[1]
        assert tables[0]


def test_odds_of_an_attack_through_everything_are_those_of_play() -> None:
    """Explored and played by seed, the odds agree."""
    start, attack = everything()
    (column,) = odds(SYSTEM, start, attack).columns
    assert column.outcomes is not None
    played = sample(SYSTEM, start, attack, {}, Limits(runs=300))
    assert played.success == pytest.approx(column.outcomes.success, abs=6 * played.error)
    assert dict(column.outcomes.distribution("t"))[44] == pytest.approx(0.19)


# --- what a card and an offer say -----------------------------------------------------------------


def test_the_card_says_how_much_more_is_a_degree() -> None:
    """With factor 10 and 13 taken, 7 more reach 20; degrees so far are those of the injuries."""
    start = duel(DriveSheet(), DriveSheet(injury_factor=10, damage_taken=13, out_at=40))
    card = SYSTEM.cards.card(start, "t")
    figures = {one.label: (one.value, one.hint) for one in card.figures}
    assert figures["Injury factor"] == ("10", "7 more for the next degree")
    assert figures["Damage"] == ("13", "")
    assert (card.pools[0].now, card.pools[0].full) == (27, 40)


def test_the_movement_phase_is_offered_once_in_the_own_turn() -> None:
    """Nobody else is offered it, and nobody after it has begun."""
    from gridwar.engine.play.offered_actions_and_drafts import actions_of

    def offered(now: Encounter, who: str) -> bool:
        return any(one.id == "begin_movement" for one in actions_of(SYSTEM, now, who))

    fight = session(duel(DriveSheet(), DriveSheet()))
    assert offered(fight.encounter, "a")
    assert not offered(fight.encounter, "t")
    fight.submit(Move(actor="a", path=(Cell(0, 1),)))
    assert not offered(fight.encounter, "a")


@pytest.mark.rule("DR-SHD-12")
def test_an_empty_bubble_is_drawn_quietly() -> None:
    """With points it is drawn as help, without any as nothing to rely on."""
    for points, tone in ((1, "good"), (0, "quiet")):
        state = DriveState(bubbles=(Bubble(id="B", points=points, centre=Cell(5, 5)),))
        (area,) = SYSTEM.board.areas(duel(DriveSheet(), DriveSheet(), state=state))
        assert area.tone == tone


def test_a_zone_by_chance_says_so_until_somebody_is_named() -> None:
    """Nothing chosen, all go by chance; once one is named, the others have what they had."""
    zone = ZoneDamage(type="cluster", kind="heat", high=30, low=10)
    weapon = DriveWeapon(id="bomb", ranged=True, zone=zone)
    start = group(DriveSheet(), attacker=DriveSheet(weapons=(weapon,)), target=DriveSheet())
    command = FillZone(actor="a", weapon="bomb", cell=Cell(8, 0))
    chosen = {one.key: one.chosen for one in SYSTEM.draft(start, command).choices}
    assert chosen == {
        "value of t": "chance",
        "value of b": "chance",
        "value_at_shield": "",
        "from_inside": "",
    }
    named = command.replace(exposure=frozendict(t="high"))
    chosen = {one.key: one.chosen for one in SYSTEM.draft(start, named).choices}
    assert chosen == {
        "value of t": "high",
        "value of b": "spared",
        "value_at_shield": "",
        "from_inside": "",
    }


@pytest.mark.rule("DR-NRG-09")
@pytest.mark.rule("DR-PSG-08")
def test_the_round_tells_how_many_seconds_have_passed() -> None:
    """Five to a round: none in the first, ten when the third begins, none before a fight."""
    start = duel(DriveSheet(), DriveSheet())
    words = [SYSTEM.turns.flow(start.replace(round=number)).words for number in (0, 1, 3)]
    assert [one.rpartition(", ")[2] for one in words] == ["0 s", "0 s", "10 s"]


@pytest.mark.rule("DR-NRG-15")
def test_who_acts_before_somebody_is_found_in_the_order() -> None:
    """The one before, round the end, whether or not they act; of a stranger the last."""
    start = group(DriveSheet(), attacker=DriveSheet(), target=DriveSheet())
    assert [before(start, who) for who in ("a", "t", "b")] == ["b", "a", "t"]
    gone = start.with_combatant(start["t"].replace(sheet=DriveSheet(form="object")))
    assert [before(gone, who) for who in ("a", "t", "b")] == ["b", "a", "t"]
    assert before(start, "z") == "b"
    alone = start.replace(combatants=frozendict(a=start["a"]))
    assert before(alone, "a") is None
