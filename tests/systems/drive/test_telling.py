"""What is told and shown: the lines of the log, what a sheet offers, what a card counts."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.fight_state import Bubble, DriveState
from gridwar.systems.drive.core.sheet import DriveSheet, Link, sheet_of
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource
from gridwar.systems.drive.core.weapons_armour_resistances import (
    DamageModifier,
    EnergyKind,
    EnergyPart,
    Frag,
    Match,
    Weapon,
)
from gridwar.systems.drive.pseudogravity.use_pseudogravity import UsePseudogravity
from gridwar.systems.drive.turns.making_and_expiry_of_points import MakePoints
from tests.systems.drive.people import (
    BOMB,
    STORM,
    ZONE,
    asked,
    blow,
    duel,
    group,
    gun,
    session,
    sheet,
    shield,
    shot,
    statuses,
    steps,
    sword,
    told,
    trace,
    traces,
)

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), defence_tn=12)
STRIKE = Attack(actor="a", target="t", weapons=("sword",), defence_tn=12, critical="drive")
# --- the log --------------------------------------------------------------------------------------


@pytest.mark.rule("DR-RES-02")
@pytest.mark.rule("DR-RES-06")
def test_each_resistance_is_told_with_what_it_leaves() -> None:
    """40 at 75% and 50% are 30 and 15; all in one line where percentages are multiplied."""
    frosty = (
        DamageModifier(match=Match(kind="frost"), percent=50, origin="ability"),
        DamageModifier(match=Match(kind="frost"), percent=75),
    )
    people, target = DriveSheet(weapons=(shot("frost", 40),)), DriveSheet(modifiers=frosty)
    fight = session(duel(people, target), 30)
    blow(fight, FIRE)
    assert steps(trace(fight, "Resistances and weaknesses of Tor")) == [
        ("frost 1: frost 75%", "DR-RES-06", "40", "30"),
        ("frost 1: frost 50%", "DR-RES-06", "30", "15"),
    ]
    fight = session(duel(people, target, resistance_stacking="composite_exact"), 30)
    blow(fight, FIRE)
    (both,) = steps(trace(fight, "Resistances and weaknesses of Tor"))
    assert both == ("frost 1: frost 75% × frost 50%", "DR-RES-06", "40", "15")
    figures = [(one.label, one.value) for one in SYSTEM.cards.card(fight.encounter, "t").figures]
    assert figures.index(("frost", "75%")) < figures.index(("frost", "50%"))


@pytest.mark.rule("DR-RES-04")
@pytest.mark.parametrize(
    ("match", "words"),
    [
        (Match(kind="heat"), "heat"),
        (Match(material="quartz", blunt=False), "quartz not blunt"),
        (Match(blunt=True), "blunt"),
        (Match(), "weapons"),
    ],
)
def test_a_modifier_says_what_it_is_about(match: Match, words: str) -> None:
    """Energy, material and edge."""
    assert match.words == words


@pytest.mark.rule("DR-RED-03")
@pytest.mark.rule("DR-RED-04")
def test_holding_back_names_its_rule_and_roll() -> None:
    """A blade at half is DR-RED-03 on the melee roll, half power DR-RED-04 on the ranged one."""
    start = duel(DriveSheet(weapons=(sword(), gun(20, 20))), DriveSheet())
    for command, title, rule, hindrance in (
        (
            STRIKE.replace(competent=True, weapon_percent=50),
            "1 Hindrance on the melee offence roll",
            "DR-RED-03",
            1,
        ),
        (
            FIRE.replace(competent=True, half_power=True),
            "3 Hindrance on the ranged offence roll",
            "DR-RED-04",
            3,
        ),
    ):
        fight = session(start, 20)
        blow(fight, command)
        (line,) = trace(fight, title).lines
        assert (line.rule_id, line.value) == (rule, hindrance)


@pytest.mark.rule("DR-ARM-01")
@pytest.mark.rule("DR-NRG-01")
def test_the_sum_of_an_attack_is_its_defence() -> None:
    """Damage, drive and Hindrance are sums aside: the sheet shows the roll's own."""
    start = duel(DriveSheet(weapons=(sword(),), strength=4), DriveSheet())
    command = STRIKE.replace(competent=True, weapon_percent=50)
    tallies = preview(SYSTEM, start, command).tallies
    assert [one.name.rpartition("/")[2] for one in tallies if not one.aside] == ["defence"]
    assert {one.name.rpartition("/")[2] for one in tallies} == {
        "damage 1",
        "drive 1",
        "hindrance",
        "defence",
    }


@pytest.mark.rule("DR-NRG-01")
@pytest.mark.rule("DR-CRT-05")
def test_the_sum_of_an_attack_without_a_roll_is_its_damage() -> None:
    """Nobody defends: what is built and driven are sums aside, and the damage is the one shown."""
    people = DriveSheet(weapons=(sword(),))
    start = duel(people, DriveSheet(), crit_without_defence_roll="never")
    tallies = preview(SYSTEM, start, STRIKE.replace(defence_tn=None)).tallies
    assert [one.name.rpartition("/")[2] for one in tallies if not one.aside] == ["damage"]
    assert "drive 1" in {one.name.rpartition("/")[2] for one in tallies}


@pytest.mark.rule("DR-RES-02")
@pytest.mark.rule("DR-ARM-01")
@pytest.mark.rule("DR-AUR-05")
def test_the_table_names_weapon_and_aura() -> None:
    """The blow's row is the sword's, that of the answer the aura's; both strike at once."""
    aura = Aura(id="warm", kind="heat", stored=12)
    fight = session(duel(DriveSheet(weapons=(sword(name="Blade"),)), DriveSheet(auras=(aura,))), 20)
    blow(fight, STRIKE, answer="warm:12")
    labels = [row.label for one in traces(fight) for table in one.tables for row in table.rows]
    assert labels == ["normal, 1. Blade", "heat, 1. aura"]
    assert "Both strike at the same moment" in told(fight)
    answer = trace(fight, "Tor's aura answers")
    assert steps(answer) == [("warm", "DR-AUR-03", 12, 0)]


@pytest.mark.rule("DR-AUR-09")
def test_without_an_answer_nothing_happens_at_the_same_moment() -> None:
    """The line is only told where both strike."""
    fight = session(duel(DriveSheet(weapons=(sword(),)), DriveSheet()), 20)
    blow(fight, STRIKE)
    assert "Both strike at the same moment" not in told(fight)


HAZARDS = ("Something may come down", "A fire may start")
ENERGY_LINES = {
    "frost": ["Tor is tired by the frost"],
    "heat": ["Tor is ignited"],
    "blast": [
        "Tor is knocked down",
        "Tor is stunned to the end of Ada's next turn",
        "Tor is deafened",
    ],
    "electric": ["Tor is stunned to the end of Ada's next turn"],
    "particle": [],
}


@pytest.mark.rule("DR-NRG-06")
@pytest.mark.rule("DR-NRG-07")
@pytest.mark.rule("DR-NRG-08")
@pytest.mark.rule("DR-NRG-10")
@pytest.mark.rule("DR-NRG-11")
@pytest.mark.parametrize("kind", list(ENERGY_LINES))
def test_each_energy_tells_what_it_does_and_no_more(kind: Any) -> None:
    """Two degrees of each: the lines behind the damage are those of that energy alone."""
    fight = session(duel(DriveSheet(weapons=(shot(kind, 20),)), DriveSheet(injury_factor=10)), 30)
    blow(fight, FIRE)
    lines = told(fight)
    assert lines[lines.index("Tor takes 20") + 1 :] == ENERGY_LINES[kind]


@pytest.mark.rule("DR-NRG-09")
@pytest.mark.rule("DR-NRG-12")
@pytest.mark.rule("DR-SHD-15")
def test_exemptions_are_told() -> None:
    """What is not organic, and who has high precision, is told why nothing follows."""
    blast, heat = shot("blast", 20), shot("heat", 20)
    high = DriveSheet(injury_factor=10, shields=(shield("H", "high"),))
    for weapon, target, lines in (
        (
            blast,
            DriveSheet(injury_factor=10, organic=False),
            [
                "Tor is knocked down",
                "Tor is not organic: no stun by blast",
                "Tor is not organic: not deafened",
            ],
        ),
        (
            blast,
            high,
            [
                "Tor is knocked down",
                "Tor is stunned to the end of Ada's next turn",
                "Tor cannot be deafened",
            ],
        ),
        (heat, high, ["Tor cannot be ignited"]),
    ):
        fight = session(duel(DriveSheet(weapons=(weapon,)), target), 30)
        blow(fight, FIRE)
        said = told(fight)
        assert said[said.index("Tor takes 20") + 1 :] == lines


@pytest.mark.rule("DR-AOE-03")
@pytest.mark.rule("DR-AOE-19")
@pytest.mark.rule("DR-NRG-14")
def test_hazards_are_told_of_areas_alone() -> None:
    """A plain shot warns of nothing, frost of a collapse, heat of fire too, painted if wanted."""
    cases: tuple[tuple[EnergyKind, bool, list[str]], ...] = (
        ("heat", False, []),
        ("frost", True, ["Something may come down"]),
        ("heat", True, ["Something may come down", "A fire may start"]),
    )
    for kind, deliberate, lines in cases:
        fight = session(duel(DriveSheet(weapons=(shot(kind, 40),)), DriveSheet()), 30)
        blow(fight, FIRE.replace(deliberate=deliberate), fire="none")
        warned = [one for one in told(fight) if one in HAZARDS]
        assert warned == lines
        assert fight.encounter.map.zones == ()
    nowhere = duel(DriveSheet(weapons=(shot("heat", 40),)), DriveSheet())
    nowhere = nowhere.with_combatant(nowhere["t"].replace(pos=None))
    fight = session(nowhere, 30)
    blow(fight, FIRE.replace(deliberate=True), fire="burst")
    assert fight.encounter.map.zones == ()


@pytest.mark.rule("DR-AOE-13")
@pytest.mark.rule("DR-AOE-19")
def test_a_zone_of_frost_sets_nothing_on_fire() -> None:
    """Its high damage may bring something down; only heat and electricity ask about a fire."""
    for kind, lines in (
        ("frost", ["Something may come down"]),
        ("electric", ["Something may come down", "A fire may start"]),
    ):
        weapon = ZONE.replace(zone=BOMB.replace(kind=kind))
        fight = session(duel(DriveSheet(weapons=(weapon,)), DriveSheet()))
        fight.submit(STORM)
        assert (asked(fight).key if fight.wanted else "") == ("fire" if len(lines) > 1 else "")
        if fight.wanted:
            fight.answer("fire", asked(fight).default)
        warned = [one for one in told(fight) if one in HAZARDS]
        assert warned == lines


@pytest.mark.rule("DR-SHD-13")
@pytest.mark.rule("DR-NRG-13")
def test_shielding_is_told_by_its_rule() -> None:
    """Double worth names DR-NRG-13, one for one the rule of the stage."""
    cases: tuple[tuple[EnergyKind, str, str], ...] = (
        ("blast", "DR-NRG-13", "M, 9 → 4 points"),
        ("heat", "DR-SHD-08", "M, 9 → 0 points"),
    )
    for kind, rule, label in cases:
        device = shield("M", "medium", 9).replace(origin="device")
        fight = session(
            duel(DriveSheet(weapons=(shot(kind, 10),)), DriveSheet(shields=(device,))),
            30,
        )
        blow(fight, FIRE)
        ((words, rule_id, before, after),) = steps(trace(fight, f"Shielding against {kind} 1"))
        assert (words, rule_id, before) == (label, rule, "10")
        assert after == ("0" if kind == "blast" else "1")


@pytest.mark.rule("DR-SHD-21")
def test_the_order_of_shields_is_asked_one_place_after_the_other() -> None:
    """Of three sources two places are asked for, the first first."""
    shields = tuple(shield(name, "medium", 10) for name in "ABC")
    fight = session(duel(DriveSheet(weapons=(shot("heat", 12),)), DriveSheet(shields=shields)))
    fight.submit(FIRE)
    keys = []
    for wanted in ("t.C", "t.A"):
        question = asked(fight)
        keys.append(question.key.rpartition("/")[2])
        fight.answer(question.key, question.default.replace(option=wanted))
    assert keys == ["medium order 1", "medium order 2"]
    assert [one.points for one in sheet(fight, "t").shields] == [8, 10, 0]


@pytest.mark.rule("DR-SHD-04")
@pytest.mark.rule("DR-SHD-23")
def test_why_a_device_passes_depends_on_where_it_goes_off() -> None:
    """Its impact passes low and medium shields; its area passes the bubble alone."""
    grenade = Weapon(
        id="gun",
        ranged=True,
        frag=Frag(damage=20, drive=20),
        energy=(EnergyPart(kind="blast", damage=20),),
        tags=frozenset({"explosive_device"}),
    )
    state = DriveState(bubbles=(Bubble(id="L", points=9, centre=Cell(3, 0)),))
    start = duel(
        DriveSheet(weapons=(grenade,)), DriveSheet(shields=(shield("M", "medium", 9),)), state=state
    )
    texts = [one.text for one in SYSTEM.draft(start, FIRE).foreseen]
    assert texts[:2] == [
        "L does not answer: the impact of an explosive passes",
        "M does not answer: the impact of an explosive passes",
    ]


# --- what is offered and shown --------------------------------------------------------------------


def choices(command: Attack, **people: DriveSheet) -> dict[str, Any]:
    """Return what can be chosen of an attack, by key."""
    start = duel(people["attacker"], people.get("target", DriveSheet()))
    return {one.key: one for one in SYSTEM.draft(start, command).choices}


@pytest.mark.rule("DR-RED-01")
def test_no_longer_competent_holds_nothing_back() -> None:
    """Going back to a plain attack takes all of weapon and Strength, and full power."""
    people = DriveSheet(weapons=(sword(),), strength=5)
    held = STRIKE.replace(competent=True, str_used=2, weapon_percent=25, half_power=False)
    found = choices(held, attacker=people)["competent"]
    by_id = {one.id: one.command for one in found.options}
    assert found.chosen == "yes"
    assert by_id["no"] == STRIKE.replace(competent=False)
    assert by_id["yes"] == held
    plain = choices(STRIKE, attacker=people)["competent"]
    assert {one.id: one.command.competent for one in plain.options} == {"no": False, "yes": True}


@pytest.mark.rule("DR-AUR-07")
@pytest.mark.rule("DR-ARM-04")
def test_weapons_used_together_are_ticked() -> None:
    """The first is the attack's own; others of the same kind can be ticked, and are."""
    people = DriveSheet(weapons=(sword(), sword().replace(id="knife"), gun(9, 9), ZONE))
    start = duel(people, DriveSheet())
    for weapons, ticked in ((("sword",), set()), (("sword", "knife"), {"knife"})):
        (also,) = SYSTEM.draft(start, STRIKE.replace(weapons=weapons)).ticks
        assert [one for one, _words in also.options] == ["knife"]
        assert also.ticked == ticked
        assert also.make(frozenset({"knife"})).weapons == ("sword", "knife")  # type: ignore[attr-defined]


@pytest.mark.rule("DR-PSG-09")
@pytest.mark.rule("DR-PSG-11")
def test_the_sheet_of_pseudogravity_says_what_a_weight_takes() -> None:
    """120 lb at 1/10 take 12; where it would go is ticked, and is as it was chosen."""
    rig = DriveSheet(gravity=(GravitySource(id="rig", points=30),))
    start = duel(rig, DriveSheet(body_weight=120))
    command = UsePseudogravity(actor="a", target="t", source="rig", past_defence=True)
    draft = SYSTEM.draft(start, command)
    assert draft.numbers[0].note == "12 are enough, if nothing hampers them"
    (limits,) = draft.ticks
    assert limits.ticked == {"past_defence"}
    assert limits.make(frozenset({"into_defence"})) == command.replace(
        into_defence=True, past_defence=False
    )


@pytest.mark.rule("DR-SHD-19")
@pytest.mark.rule("DR-SHD-18")
@pytest.mark.parametrize(
    ("points", "maximum", "most"), [(0, 40, 40), (39, 40, 1), (40, 40, 1), (7, None, 10_000)]
)
def test_as_many_points_are_offered_as_a_source_still_holds(
    points: int, maximum: int | None, most: int
) -> None:
    """Up to its maximum, and one at least to be refused; without one as many as can be set."""
    belt = shield("Belt", "medium", points).replace(maximum=maximum)
    start = duel(DriveSheet(shields=(belt,)), DriveSheet())
    (number,) = SYSTEM.draft(start, MakePoints(actor="a", source="Belt", points=1)).numbers
    assert number.most == most
    unknown = SYSTEM.draft(start, MakePoints(actor="a", source="?", points=1))
    assert unknown.numbers[0].most == 10_000


@pytest.mark.rule("DR-CRT-03")
@pytest.mark.rule("DR-PSG-01")
def test_reaches_are_shown_of_what_has_one() -> None:
    """A source with a reach is among the weapons with bands, one without is not."""
    sources = (GravitySource(id="near", reach_squares=4), GravitySource(id="far"))
    start = duel(DriveSheet(gravity=sources, weapons=(sword(), gun(9, 9))), DriveSheet())
    overlays = SYSTEM.board.overlays(start, "a", "near", None)
    assert [one for one, _words in overlays.weapons] == ["gun", "near"]
    assert [one.radius for one in overlays.rings] == [4]


@pytest.mark.rule("DR-ARM-06")
@pytest.mark.rule("DR-NRG-08")
def test_the_card_counts_down_and_lets_the_gm_count() -> None:
    """25 of 60 taken leave 35; 3 points fewer are 3 of damage, none are no event."""
    start = duel(DriveSheet(), DriveSheet(out_at=60, damage_taken=25, injury_factor=20, fatigue=9))
    card = SYSTEM.cards.card(start, "t")
    (pool,) = card.pools
    assert (pool.now, pool.full) == (35, 60)
    fight = session(start)
    fight.submit(ChangePool(who=("t",), add=-3))
    assert sheet(fight, "t").damage_taken == 28
    before = fight.encounter
    fight.submit(ChangePool(who=("t",), add=0))
    assert fight.encounter == before
    fight.submit(ChangePool(who=("t",), add=5))
    assert sheet(fight, "t").damage_taken == 23
    figures = {one.label: (one.value, one.hint) for one in card.figures}
    assert figures["Injury factor"] == ("20", "15 more for the next degree")
    assert figures["Fatigue"] == ("9", "")


@pytest.mark.rule("DR-CRT-01")
def test_what_odds_count_is_the_damage_taken() -> None:
    """Who took how much more than before, and who went out by it."""
    before = duel(DriveSheet(), DriveSheet(out_at=30, damage_taken=20))
    after = before.with_combatant(before["t"].replace(sheet=DriveSheet(out_at=30, damage_taken=31)))
    facts = SYSTEM.facts(before, after, None)
    assert (dict(facts.amounts), set(facts.down)) == ({"t": 11}, {"t"})
    again = SYSTEM.facts(after, after, None)
    assert (dict(again.amounts), again.down) == ({}, frozenset())
    worse = after.with_combatant(after["t"].replace(sheet=DriveSheet(out_at=30, damage_taken=40)))
    assert SYSTEM.facts(after, worse, None).down == frozenset()


@pytest.mark.rule("DR-NRG-15")
def test_statuses_of_two_stunners_are_kept_apart() -> None:
    """Stunned by both A and B, the victim is stunned until the later of the two ends."""
    start = group(
        DriveSheet(weapons=(shot("electric", 20),)),
        attacker=DriveSheet(weapons=(shot("electric", 20),)),
        target=DriveSheet(injury_factor=10),
    )
    fight = session(start, 30, 30)
    blow(fight, FIRE)
    blow(fight, FIRE.replace(actor="b", adjustments=_out_of_turn()))
    stuns = fight.encounter["t"].effects
    assert [(one.whose, one.rounds_left) for one in stuns] == [("a", 2), ("b", 1)]
    assert statuses(fight, "t") == {"stunned"}
    assert len({one.id for one in stuns}) == 2


def _out_of_turn() -> Any:
    from gridwar.model.command import Adjustments

    return Adjustments(waived=frozenset({"not_your_turn"}))


def test_a_held_item_weighs_with_its_holder_alone() -> None:
    """A tie of another kind to the same holder adds nothing."""
    from gridwar.systems.drive.pseudogravity.silencing_and_weight import effective_weight

    tied = DriveSheet(body_weight=9, links=(Link(kind="engaged", other_id="t"),))
    start = group(tied, attacker=DriveSheet(), target=DriveSheet(body_weight=50))
    assert effective_weight(start, "a", "t") == 50


@pytest.mark.rule("DR-ARM-06")
def test_below_a_threshold_stands_how_many_degrees_it_is() -> None:
    """Somebody out at 35 with a degree every 10 points has crossed three of them by then."""
    encounter = SYSTEM.new_encounter()
    one = SYSTEM.new_combatant("morrik", "Morrik", "1")
    sheet = sheet_of(one).replace(injury_factor=10, out_at=35, damage_taken=12)
    worth = SYSTEM.cards.worth(encounter.with_combatant(one.replace(sheet=sheet)), "morrik")
    assert worth["out_at"] == "3 degrees"
