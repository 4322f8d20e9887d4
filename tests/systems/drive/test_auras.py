"""Damage auras: the amounts, who answers, and that both strike at the same moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.perception.light_of_fight import light_of
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer
from gridwar.model.events_combatants import EffectAdded
from gridwar.model.geometry import Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall
from gridwar.model.zones import Light
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.auras import Contact, DropDevice, amounts
from gridwar.systems.drive.core.events import Hurt
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.shield_aura_gravity import Aura
from gridwar.systems.drive.core.weapons_armour_resistances import Armour, Weapon
from gridwar.systems.drive.turns.making_and_expiry_of_points import MakePoints
from tests.systems.drive.people import duel, refusal, session, sheet, shield, shot

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session

SWORD = Weapon(id="sword", base_damage=20, base_drive=10)
STRIKE = Attack(actor="a", target="t", weapons=("sword",), critical="drive")
ANSWER = "answer_with_aura/answer"


def holder(stored: int = 35, **fields: object) -> DriveSheet:
    """Return a holder of a frost aura."""
    aura = Aura(id="x", kind="frost", stored=stored)
    return DriveSheet.model_validate({"defence_tn": 12, "auras": (aura,), **fields})


def struck(fight: Session) -> Question:
    """Return the holder's question after a hit."""
    assert isinstance(fight.submit(STRIKE), Asking)
    (question,) = fight.wanted
    assert isinstance(question, Question)
    return question


@pytest.mark.rule("DR-AUR-03")
def test_amounts_are_multiples_of_ten_or_everything() -> None:
    """37 stored can be spent as 10, 20, 30 or 37."""
    assert amounts(37) == (10, 20, 30, 37)
    assert amounts(20) == (10, 20)
    assert amounts(5) == (5,)
    assert amounts(0) == ()


@pytest.mark.rule("DR-AUR-08")
def test_one_of_several_auras_answers() -> None:
    """The holder's question offers every amount of every aura, and takes one of them."""
    auras = (Aura(id="warm", kind="heat", stored=25), Aura(id="cold", kind="frost", stored=15))
    fight = session(duel(DriveSheet(weapons=(SWORD,)), holder(auras=auras)), 25)
    question = struck(fight)
    assert question.recipient == "t"
    assert [one.id for one in question.options] == [
        "none",
        "warm:10",
        "warm:20",
        "warm:25",
        "cold:10",
        "cold:15",
    ]
    fight.answer(question.key, Answer(option="cold:10"))
    assert [one.stored for one in sheet(fight, "t").auras] == [25, 5]
    assert sheet(fight, "a").damage_taken == 10


@pytest.mark.rule("DR-AUR-09")
def test_a_killed_holder_still_hits_back() -> None:
    """The blow puts the holder out; its aura, worked out before, strikes all the same."""
    fight = session(duel(DriveSheet(weapons=(SWORD,)), holder(out_at=20)), 25)
    question = struck(fight)
    outcome = fight.answer(question.key, Answer(option="x:35"))
    assert isinstance(outcome, Accepted)
    assert SYSTEM.cards.card(fight.encounter, "t").out
    assert sheet(fight, "a").damage_taken == 35
    kinds = [type(event) for event in outcome.events if isinstance(event, Hurt | EffectAdded)]
    assert kinds == [Hurt, Hurt]


@pytest.mark.rule("DR-AUR-09")
def test_a_killed_attacker_still_lands_its_attack() -> None:
    """The aura puts the attacker out; the holder takes the blow in full."""
    fight = session(duel(DriveSheet(weapons=(SWORD,), out_at=30), holder()), 25)
    fight.answer(struck(fight).key, Answer(option="x:35"))
    assert SYSTEM.cards.card(fight.encounter, "a").out
    assert sheet(fight, "t").damage_taken == 20


@pytest.mark.rule("DR-AUR-09")
def test_while_the_answer_is_open_nobody_is_hurt_yet() -> None:
    """Both results are suffered together: with the question open, both are as before."""
    fight = session(duel(DriveSheet(weapons=(SWORD,)), holder()), 25)
    struck(fight)
    assert sheet(fight, "t").damage_taken == 0
    assert sheet(fight, "t").auras[0].stored == 35


@pytest.mark.rule("DR-AUR-09")
def test_both_may_go_down_in_one_exchange() -> None:
    """The odds of an answer show both down together with the chance of the hit."""
    start = duel(DriveSheet(weapons=(SWORD,), out_at=30), holder(out_at=20))
    found = odds(SYSTEM, start, STRIKE)
    assert found.question is not None
    by_answer = {column.option: column.outcomes for column in found.columns}
    everything = by_answer["x:35"]
    nothing = by_answer["none"]
    assert everything is not None
    assert nothing is not None
    # Of a hundred faces 12 evade, 19 are hits that can be answered, 69 are critical.
    assert everything.chance(lambda facts: facts.down == {"a", "t"}) == pytest.approx(0.19)
    assert everything.chance(lambda facts: facts.down == {"t"}) == pytest.approx(0.69)
    assert nothing.down("a") == 0
    assert nothing.down("t") == pytest.approx(0.88)


@pytest.mark.rule("DR-AUR-06")
@pytest.mark.rule("DR-CRT-07")
def test_a_critical_hit_goes_unanswered() -> None:
    """Failed by 20, the defence is a critical: nobody asks, and the store stays as it is."""
    fight = session(duel(DriveSheet(weapons=(SWORD,)), holder()), 32)
    assert isinstance(fight.submit(STRIKE), Accepted)
    assert sheet(fight, "t").auras[0].stored == 35


@pytest.mark.rule("DR-AUR-04")
@pytest.mark.rule("DR-AUR-05")
@pytest.mark.rule("DR-AUR-13")
def test_an_answer_meets_armour_and_high_shields_only() -> None:
    """35 frost: armour 30-40 halves it to 17, 5 points of high precision leave 12, medium none."""
    attacker = DriveSheet(
        weapons=(SWORD,),
        armour=Armour(lo=30, hi=40),
        injury_factor=10,
        shields=(shield("M", "medium", 50), shield("H", "high", 5)),
    )
    fight = session(duel(attacker, holder()), 25)
    fight.answer(struck(fight).key, Answer(option="x:35"))
    after = sheet(fight, "a")
    assert after.damage_taken == 12
    assert [one.points for one in after.shields] == [50, 0]
    assert [(one.type, one.degrees) for one in after.injuries] == [("core", 1)]
    assert after.fatigue == 25


@pytest.mark.rule("DR-AUR-14")
@pytest.mark.rule("DR-NRG-15")
def test_a_stun_by_an_aura_lasts_until_the_strikers_own_next_turn_ends() -> None:
    """Struck in its own turn, the attacker is stunned past its end, up to the end of the next."""
    electric = (Aura(id="x", kind="electric", stored=40),)
    fight = session(duel(DriveSheet(weapons=(SWORD,)), holder(auras=electric)), 25)
    fight.answer(struck(fight).key, Answer(option="x:40"))
    seen = []
    for _turn in range(3):
        seen.append(bool(fight.encounter["a"].effects))
        fight.submit(NextTurn())
    assert seen == [True, True, True]
    assert fight.encounter["a"].effects == ()


@pytest.mark.rule("DR-AUR-02")
def test_the_end_of_a_turn_in_a_grapple_is_a_touch() -> None:
    """Somebody who does not grapple cannot be answered for it."""
    free = session(duel(DriveSheet(), holder()))
    touch = Contact(actor="a", target="t", event="grapple_turn_end")
    refused = free.submit(touch)
    assert isinstance(refused, Refused)
    assert refused.code == "no_grapple"
    tied = session(duel(DriveSheet(links=(Link(kind="grapple", other_id="t"),)), holder()))
    assert isinstance(tied.submit(touch), Asking)


@pytest.mark.rule("DR-AUR-15")
@pytest.mark.rule("DR-AUR-16")
@pytest.mark.parametrize(
    ("state", "kept"), [("pinned", []), ("mental_actions_only", ["warm"]), ("", ["warm", "cold"])]
)
def test_auras_last_as_long_as_they_can_be_kept_up(state: str, kept: list[str]) -> None:
    """Pinned loses all, mental actions keep what was made by them, anybody else keeps all."""
    auras = (
        Aura(id="warm", kind="heat", stored=20, mental=True),
        Aura(id="cold", kind="frost", stored=10),
    )
    start = duel(DriveSheet(auras=auras), DriveSheet())
    effects = (TimedEffect(id=state, name=state),) if state else ()
    people = start.combatants.set("a", start.combatants["a"].replace(effects=effects))
    fight = session(start.replace(combatants=people))
    fight.submit(NextTurn())
    assert [one.id for one in sheet(fight, "a").auras] == kept


@pytest.mark.rule("DR-AUR-12")
@pytest.mark.rule("DR-AUR-18")
def test_stored_energy_shines_until_its_device_is_dropped() -> None:
    """With the last energy aura goes the light."""
    aura = Aura(id="d", kind="heat", stored=12, origin="device")
    fight = session(duel(DriveSheet(auras=(aura,)), DriveSheet()))
    assert (
        Badge("sun", "Moderate light, low Stealth", "DR-AUR-12")
        in SYSTEM.cards.card(fight.encounter, "a").badges
    )
    fight.submit(DropDevice(actor="a", device="d"))
    assert SYSTEM.cards.card(fight.encounter, "a").badges == ()


@pytest.mark.rule("DR-AUR-01")
def test_an_aura_holds_what_its_source_says_and_fades() -> None:
    """Stored up to its most on the own turn; when a turn begins it fades by its decay."""
    aura = Aura(id="x", kind="heat", stored=10, maximum=40, decay=15)
    start = duel(DriveSheet(auras=(aura,)), DriveSheet())
    assert refusal(start, MakePoints(actor="a", source="x", points=31)) == "too_many"
    fight = session(start)
    fight.submit(MakePoints(actor="a", source="x", points=30))
    assert sheet(fight, "a").auras[0].stored == 40
    seen = []
    for _turn in range(7):
        seen.append(sheet(fight, "a").auras[0].stored)
        fight.submit(NextTurn())
    assert seen == [40, 40, 25, 25, 10, 10, 0]


@pytest.mark.rule("DR-AUR-02")
@pytest.mark.parametrize("event", ["touch", "grab_item", "trip", "melee_hit"])
def test_every_contact_is_answered(event: str) -> None:
    """Touch, Grab Item, Trip and a hit: each asks the holder; a shot asks nobody."""
    fight = session(duel(DriveSheet(), holder()))
    touch = Contact.model_validate({"actor": "a", "target": "t", "event": event})
    assert isinstance(fight.submit(touch), Asking)
    gun = shot("heat", 5)
    shooting = session(duel(DriveSheet(weapons=(gun,)), holder()), 25)
    fire = Attack(actor="a", target="t", mode="ranged", weapons=("gun",))
    assert isinstance(shooting.submit(fire), Accepted)


@pytest.mark.rule("DR-AUR-02")
def test_an_evaded_blow_is_no_contact() -> None:
    """Only hits are answered."""
    fight = session(duel(DriveSheet(weapons=(SWORD,)), holder()), 5)
    assert isinstance(fight.submit(STRIKE), Accepted)


@pytest.mark.rule("DR-AUR-02")
def test_a_turn_that_ends_grappling_lets_the_aura_answer() -> None:
    """At the end of the turn the holder is asked; the answer strikes before the next turn."""
    tied = DriveSheet(links=(Link(kind="grapple", other_id="t"),))
    fight = session(duel(tied, holder()))
    assert isinstance(fight.submit(NextTurn()), Asking)
    fight.answer(fight.wanted[0].key, Answer(option="x:20"))
    assert sheet(fight, "a").damage_taken == 20
    assert fight.encounter.turn == "t"


@pytest.mark.rule("DR-AUR-07")
def test_two_weapons_are_answered_once() -> None:
    """A hit with sword and knife asks the holder one time."""
    knife = Weapon(id="knife", base_damage=9, base_drive=14)
    fight = session(duel(DriveSheet(weapons=(SWORD, knife)), holder()), 25)
    fight.submit(STRIKE.replace(weapons=("sword", "knife")))
    assert len(fight.wanted) == 1
    assert isinstance(fight.answer(fight.wanted[0].key, Answer(option="x:10")), Accepted)
    assert sheet(fight, "a").damage_taken == 10


@pytest.mark.rule("DR-AUR-10")
def test_a_normal_aura_has_the_drive_of_its_source() -> None:
    """26 normal at drive 14 against 15-20 do nothing, and 14-20 halve them."""
    thorns = (Aura(id="x", kind="normal", stored=26, drive=14),)
    for lo, taken in ((15, 0), (14, 13)):
        attacker = DriveSheet(weapons=(SWORD,), armour=Armour(lo=lo, hi=20))
        fight = session(duel(attacker, holder(auras=thorns)), 25)
        fight.answer(struck(fight).key, Answer(option="x:26"))
        assert sheet(fight, "a").damage_taken == taken


@pytest.mark.rule("DR-AUR-11")
@pytest.mark.rule("DR-AUR-12")
def test_a_stored_aura_is_seen_and_how_much_is_not() -> None:
    """Its light reaches six squares, 35 in the map's corner, and does not say what is stored."""
    start = duel(DriveSheet(auras=(Aura(id="x", kind="heat", stored=37),)), DriveSheet())
    aura, light = SYSTEM.board.areas(start)
    assert (light.whose, light.known_to, len(light.cells)) == ("a", None, 35)
    assert (aura.label, aura.note, aura.cells) == ("Aura of Ada", "heat", frozenset({Cell(0, 0)}))
    assert "37" not in "".join(one.label + one.note for one in (aura, light))
    thorns = (Aura(id="x", kind="normal", stored=37, drive=5),)
    (dark,) = SYSTEM.board.areas(duel(DriveSheet(auras=thorns), DriveSheet()))
    assert dark.note == "normal"


@pytest.mark.rule("DR-AUR-17")
def test_upkeep_costs_nothing_and_asks_nobody() -> None:
    """An able holder's turn ends without a question, a die or a point less."""
    aura = Aura(id="x", kind="heat", stored=20)
    fight = session(duel(DriveSheet(auras=(aura,)), DriveSheet()))
    assert isinstance(fight.submit(NextTurn()), Accepted)
    assert sheet(fight, "a").auras == (aura,)


@pytest.mark.rule("DR-AUR-18")
def test_a_dropped_shield_device_is_off() -> None:
    """A device that makes a shield goes off with it; an Ability cannot be dropped."""
    belt = shield("belt", "high", 9).replace(origin="device")
    start = duel(DriveSheet(shields=(belt, shield("ward", "high", 9))), DriveSheet())
    fight = session(start)
    fight.submit(DropDevice(actor="a", device="belt"))
    assert [one.active for one in sheet(fight, "a").shields] == [False, True]
    assert refusal(start, DropDevice(actor="a", device="ward")) == "no_device"


@pytest.mark.rule("DR-AUR-12")
def test_light_does_not_shine_through_walls() -> None:
    """A wall right of Ada from edge to edge keeps her light on her side of it."""
    start = duel(DriveSheet(auras=(Aura(id="x", kind="heat", stored=37),)), DriveSheet())
    wall = Wall(id="w", a=Point(2 * 1024, 0), b=Point(2 * 1024, start.map.height * 1024))
    walled = start.replace(map=start.map.with_walls((wall,)))
    _aura, light = SYSTEM.board.areas(walled)
    assert light.cells
    assert max(cell.x for cell in light.cells) == 1
    _aura, free = SYSTEM.board.areas(start)
    assert light.cells == {cell for cell in free.cells if cell.x < 2}


@pytest.mark.rule("DR-AUR-12", "DR-PSG-16")
def test_what_shines_lights_the_dark() -> None:
    """Moderate light is bright to 6 squares, that of pseudogravity low to 2; a wall stops it."""
    glow = TimedEffect(id="gravity_glow", name="glows")
    stored = DriveSheet(auras=(Aura(id="x", kind="heat", stored=37),))
    wall = Wall(id="w", a=Point(4 * 1024, 0), b=Point(4 * 1024, 9 * 1024))
    for sheet_a, effects, walls, expected in (
        (stored, (), (), "BBBBBBB."),
        (stored, (), (wall,), "BBBB...."),
        (DriveSheet(), (glow,), (), "lll....."),
        (stored, (glow,), (), "BBBBBBB."),
        (DriveSheet(), (), (), "........"),
    ):
        start = duel(sheet_a, DriveSheet())
        people = start.combatants.set("a", start.combatants["a"].replace(effects=effects))
        night = start.map.with_light(Light.DARK).with_walls(walls)
        found = light_of(start.replace(map=night, combatants=people))
        assert "".join("Bl."[found.at(Cell(x, 0))] for x in range(8)) == expected
