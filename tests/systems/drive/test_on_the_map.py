"""Drive in the window: who is inside, shares, bursts, areas without a say, ties, marks of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.combatant_form import CombatantForm
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.turn_order import present_order
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import Button, PointerEvent, PointerKind
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.map_commands import PutZones
from gridwar.engine.play.preview_and_named_outcomes import named_outcomes
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.zone_attacks import FillZone
from gridwar.systems.drive.core.action_headings import CUTTING
from gridwar.systems.drive.core.fight_state import Bubble, DriveState
from gridwar.systems.drive.core.sheet import DriveSheet, Link, sheet_of
from gridwar.systems.drive.core.weapons_armour_resistances import Weapon, ZoneDamage
from tests.systems.drive.people import duel, group, gun, session, shot, sword

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace

HEAT = Attack(actor="a", target="t", weapons=("gun",), mode="ranged")


def bubble(points: int, centre: tuple[int, int] = (3, 0)) -> DriveState:
    """Return a bubble of engagement range round somebody's square."""
    return DriveState(bubbles=(Bubble(id="Ward", points=points, centre=Cell(*centre)),))


def shown(fight: Session) -> Controller:
    """Return the controller of a fight, whoever has the turn selected."""
    controller = Controller(fight, odds_patience_s=60)
    controller.selection.select("a")
    return controller


def scene(controller: Controller) -> sr.SceneView:
    """Return what the map shows."""
    return ScenePresenter(controller, Toolbox(controller)).present()


def click(controller: Controller, cell: tuple[int, int], who: str) -> None:
    """Click somebody on the map."""
    point = (cell[0] + 0.5, cell[1] + 0.5)
    event = PointerEvent(PointerKind.PRESS, Cell(*cell), point, Button.LEFT, tokens=(who,))
    SelectTool(controller).pointer(event)


def prepare(controller: Controller, action: str, target: str, **choices: str) -> None:
    """Open the sheet of an action against somebody and choose what is to be chosen."""
    controller.actions.choose(action, anyway=True)
    controller.action_drafts.aim_at(target)
    for key, option in choices.items():
        controller.action_drafts.settings.choose(key, option)


def labels(controller: Controller) -> set[str]:
    """Return the words that stand on the map."""
    return {one.text for one in scene(controller).overlays if isinstance(one, sr.LabelOverlay)}


def regions(controller: Controller, role: sr.RegionRole) -> list[sr.RegionOverlay]:
    """Return the regions of one kind."""
    overlays = scene(controller).overlays
    return [one for one in overlays if isinstance(one, sr.RegionOverlay) and one.role is role]


@pytest.mark.rule("DR-SHD-02")
@pytest.mark.rule("DR-SHD-03")
def test_those_inside_a_bubble_are_outlined() -> None:
    """With the pointer in it: round (3, 0) with reach 1 those at (3, 1), not A at (0, 0)."""
    fight = session(
        group(
            DriveSheet(),
            DriveSheet(),
            attacker=DriveSheet(),
            target=DriveSheet(),
            state=bubble(30),
        )
    )
    (area,) = SYSTEM.board.areas(fight.encounter)
    assert area.inside == {"t", "b"}
    controller = shown(fight)
    assert not [one for one in scene(controller).overlays if isinstance(one, sr.RingOverlay)]
    controller.show(hover=Cell(3, 0))
    rings = [one for one in scene(controller).overlays if isinstance(one, sr.RingOverlay)]
    assert {(one.center, one.radius_cells) for one in rings} == {
        ((3.5, 0.5), 0.5),
        ((3.5, 1.5), 0.5),
    }
    assert {one.role for one in rings} == {sr.Role.GOOD}


@pytest.mark.rule("DR-ARM-06")
def test_injuries_are_marked_on_the_bar() -> None:
    """Out at 60 with factor 25, degrees come at 25 and 50: with 35 and with 10 left."""
    start = duel(DriveSheet(), DriveSheet(injury_factor=25, out_at=60))
    (pool,) = SYSTEM.cards.card(start, "t").pools
    assert pool.notches == (35, 10)
    token = next(one for one in scene(shown(session(start))).tokens if one.id == "t")
    assert token.notches == pytest.approx((35 / 60, 10 / 60))
    (other,) = SYSTEM.cards.card(start, "a").pools
    assert (other.label, other.now, other.notches) == ("Until the next degree", 20, ())


@pytest.mark.rule("DR-AOE-01")
@pytest.mark.rule("DR-AOE-04")
def test_each_member_of_the_group_bears_its_share() -> None:
    """Of 100 a ward takes 20: 40 for the target that is hit, 20 for all who are in the area."""
    start = group(
        DriveSheet(),
        attacker=DriveSheet(weapons=(shot("heat", 100),)),
        target=DriveSheet(defence_tn=30),
        state=bubble(20),
    )
    controller = shown(session(start))
    prepare(controller, "attack:gun", "t", deliberate="yes")
    assert {"40, evaded 20", "20"} <= labels(controller)
    (burst,) = regions(controller, sr.RegionRole.TEMPLATE)
    assert burst.cells == {(3, 0), (3, 1)}


@pytest.mark.rule("DR-AOE-04")
@pytest.mark.rule("DR-AOE-05")
def test_the_group_shrinks_to_the_target_where_too_little_is_left() -> None:
    """61 of 100 are stopped: 39 make no area, and half of them is what the target takes."""
    start = group(
        DriveSheet(),
        attacker=DriveSheet(weapons=(shot("heat", 100),)),
        target=DriveSheet(defence_tn=30),
        state=bubble(61),
    )
    aimed = SYSTEM.draft(start, HEAT.replace(deliberate=True)).aimed
    assert aimed is not None
    assert dict(aimed.words) == {"t": "19, evaded 0"}
    assert (aimed.numbered, aimed.rule_id) == ((), "DR-AOE-04")


@pytest.mark.rule("DR-AOE-03")
def test_a_burst_short_of_the_group_is_drawn_before_and_after() -> None:
    """A ward round (3, 0) stops it at (1, 0): so the plan says, and so the map after it."""
    start = duel(
        DriveSheet(weapons=(shot("frost", 100),)), DriveSheet(defence_tn=30), state=bubble(120)
    )
    fight = session(start)
    controller = shown(fight)
    prepare(controller, "attack:gun", "t", deliberate="yes")
    (planned,) = regions(controller, sr.RegionRole.TEMPLATE)
    assert planned.cells == {(1, 0)}
    controller.action_drafts.go()
    (burst,) = regions(controller, sr.RegionRole.TEMPLATE)
    assert (set(burst.cells), burst.label) == ({(1, 0)}, "It bursts short of Tor")
    assert {one.text for one in scene(controller).legend} >= {"where it goes off"}
    controller.submit(HEAT.replace(target="a", actor="t", weapons=()))
    prepare(controller, "attack:gun", "t")
    assert all(
        one.label != "It bursts short of Tor"
        for one in scene(controller).overlays
        if isinstance(one, sr.RegionOverlay)
    )


@pytest.mark.rule("DR-SHD-04")
@pytest.mark.rule("DR-SHD-23")
def test_a_bubble_without_a_say_is_grey_and_says_why() -> None:
    """A blow and a mixed shot pass it; a shot of pure energy meets it."""
    mixed = gun(10, 12, id="mixed", energy=shot("heat", 5).energy)
    people = DriveSheet(weapons=(sword(), mixed, shot("heat", 20)))
    controller = shown(session(duel(people, DriveSheet(), state=bubble(30))))
    for action, why in (
        ("attack:sword", "normal damage is never shielded"),
        ("attack:mixed", "its energy appears only on arrival"),
    ):
        prepare(controller, action, "t")
        (grey,) = regions(controller, sr.RegionRole.AREA_QUIET)
        assert (grey.label, grey.second, grey.filled) == ("Ward: 30", why, False)
        entry = next(one for one in scene(controller).legend if one.text == "Ward: 30")
        assert entry.note == why
        sheet = present_attack(controller)
        assert sheet is not None
        assert f"Ward does not answer: {why}  ·  DR-SHD-04" in sheet.foreseen
        controller.action_drafts.close()
    prepare(controller, "attack:gun", "t")
    assert regions(controller, sr.RegionRole.AREA_QUIET) == []
    assert len(regions(controller, sr.RegionRole.AREA_GOOD)) == 1


@pytest.mark.rule("DR-SHD-06")
def test_ties_are_made_and_cut_on_the_map() -> None:
    """Grapple, then a click on the other; no longer, then a click again, whoever noted it."""
    fight = session(duel(DriveSheet(), DriveSheet()))
    controller = shown(fight)
    controller.actions.choose("make_tie:grapple")
    click(controller, (3, 0), "t")
    assert sheet_of(fight.encounter["a"]).links == (Link(kind="grapple", other_id="t"),)
    (tie,) = SYSTEM.board.scenery(fight.encounter).ties
    assert (tie.label, tie.icon, tie.group, tie.rule_id) == (
        "grapple",
        "grab",
        CUTTING,
        "DR-SHD-06",
    )
    signs = [one for one in scene(controller).overlays if isinstance(one, sr.MarkOverlay)]
    assert [(one.at, one.icon) for one in signs] == [((2.0, 0.5), "grab")]
    controller.selection.select("t")
    controller.actions.choose("cut_tie:grapple")
    click(controller, (0, 0), "a")
    assert sheet_of(fight.encounter["a"]).links == ()


@pytest.mark.rule("DR-SHD-09")
def test_who_can_be_climbed_aboard_is_a_vehicle() -> None:
    """Vehicles and airships are marked; whoever is tied so already is not."""
    start = group(
        DriveSheet(form="vehicle"), attacker=DriveSheet(), target=DriveSheet(form="object")
    )
    fight = session(start)
    actions = {one.id: one for one in shown(fight).rules_cache.actions("a")}
    aboard, grapple = actions["make_tie:aboard"], actions["make_tie:grapple"]
    assert aboard.candidates is not None
    assert grapple.candidates is not None
    assert aboard.candidates().who == {"b"}
    assert grapple.candidates().who == {"b", "t"}
    assert "cut_tie:grapple" not in actions


@pytest.mark.rule("DR-NRG-15")
def test_the_order_says_whose_turn_ends_a_stun() -> None:
    """Two degrees by electricity in A's turn: one turn more, then the next ends it."""
    fight = session(
        duel(DriveSheet(weapons=(shot("electric", 20),)), DriveSheet(injury_factor=10)), 30
    )
    fight.submit(HEAT.replace(defence_tn=12))
    controller = shown(fight)
    flags = {one.id: [flag.text for flag in one.flags] for one in present_order(controller).rows}
    assert flags == {"a": ["Tor's stun: one turn more"], "t": []}
    controller.submit(SYSTEM.turns.flow(fight.encounter).next_step.command)  # type: ignore[union-attr]
    flags = {one.id: [flag.text for flag in one.flags] for one in present_order(controller).rows}
    assert flags["a"] == ["ends Tor's stun"]


@pytest.mark.rule("DR-ARM-01")
@pytest.mark.rule("DR-SHD-05")
def test_the_sheet_of_a_stopped_shot_shows_its_table() -> None:
    """Nothing is rolled, and 20 built, 0 after the ward stands there before and in the log."""
    start = duel(DriveSheet(weapons=(shot("heat", 20),)), DriveSheet(), state=bubble(30))
    fight = session(start)
    controller = shown(fight)
    prepare(controller, "attack:gun", "t")
    sheet = present_attack(controller)
    assert sheet is not None
    (outcome,) = sheet.outcomes
    assert (outcome.name, outcome.chance) == ("", "")
    stages = {row.label: row.values for row in outcome.tables[0].rows}
    assert (stages["built"], stages["after low"]) == (("20",), ("0",))
    (planned,) = named_outcomes(SYSTEM, start, HEAT)
    fight.submit(HEAT)
    row = fight.history.rows[fight.position.cursor]
    assert traces(planned.events) == traces(row.events)


def traces(events: object) -> list[Trace]:
    """Return what is told in some events."""
    assert isinstance(events, tuple)
    return [one.trace for one in events if isinstance(one, Explained)]


def storm(encounter: Encounter, **fields: object) -> FillZone:
    """Return a zone attack at (3, 0)."""
    assert "a" in encounter
    values = {"actor": "a", "weapon": "storm", "cell": Cell(3, 0), **fields}
    return FillZone.model_validate(values)


def zoned(kind: str = "cluster", **weapon: object) -> Weapon:
    """Return a weapon that fills a zone with 30 or 10 of frost."""
    zone = ZoneDamage.model_validate({"type": kind, "kind": "frost", "high": 30, "low": 10})
    return Weapon.model_validate({"id": "storm", "ranged": True, "zone": zone, **weapon})


@pytest.mark.rule("DR-AOE-14")
@pytest.mark.rule("DR-AOE-15")
@pytest.mark.rule("DR-AOE-16")
def test_a_zones_plan_says_what_bubbles_leave_of_it() -> None:
    """V is 60: 30 points spare half of it inside, 30 and 15 of a low 10; C outside takes all."""
    start = group(
        DriveSheet(),
        DriveSheet(),
        attacker=DriveSheet(weapons=(zoned(),)),
        target=DriveSheet(),
        state=bubble(30),
    )
    draft = SYSTEM.draft(start, storm(start))
    assert draft.aimed is not None
    assert dict(draft.aimed.words) == {"a": "10", "t": "10 → 5", "b": "10 → 5", "c": "10"}
    (paid,) = draft.foreseen
    assert paid.text == "Ward pays 30 points: 30 of 60 stopped for its inside"
    fight = session(start)
    fight.submit(storm(start, exposure={"t": "low", "b": "high", "c": "low"}))
    taken = {who: sheet_of(one).damage_taken for who, one in fight.encounter.combatants.items()}
    assert taken == {"a": 0, "t": 5, "b": 15, "c": 10}


@pytest.mark.rule("DR-AOE-17")
def test_a_zone_that_begins_inside_greys_the_bubble() -> None:
    """A point weapon spreads from where it goes off, a cluster has no such point; by hand too."""
    for kind, from_inside, why in (
        ("point", None, "it begins inside"),
        ("cluster", None, ""),
        ("point", False, ""),
        ("cluster", True, "it begins inside"),
    ):
        start = duel(DriveSheet(weapons=(zoned(kind),)), DriveSheet(), state=bubble(90))
        command = storm(start, from_inside=from_inside, exposure={"t": "low"})
        greyed = SYSTEM.draft(start, command).greyed
        assert list(greyed.values()) == ([why] if why else [])
        fight = session(start)
        fight.submit(command)
        assert sheet_of(fight.encounter["t"]).damage_taken == (10 if why else 0)


@pytest.mark.rule("DR-AOE-12")
@pytest.mark.rule("DR-AOE-17")
def test_what_lands_as_a_device_is_not_stopped_in_the_air() -> None:
    """Submunitions pass a ward with points enough; without a tag the same zone is paid for."""
    for tags, taken in ((("originates_on_impact",), 10), (("explosive_device",), 10), ((), 0)):
        start = duel(DriveSheet(weapons=(zoned(tags=tags),)), DriveSheet(), state=bubble(90))
        fight = session(start)
        fight.submit(storm(start, exposure={"t": "low"}))
        assert sheet_of(fight.encounter["t"]).damage_taken == taken


@pytest.mark.rule("DR-AOE-16")
@pytest.mark.rule("DR-AOE-20")
def test_a_bubble_where_nobody_stands_pays_once() -> None:
    """The zone comes into it: 60 of its 90 points are spent, before and after as the log says."""
    start = duel(DriveSheet(weapons=(zoned(),)), DriveSheet(), state=bubble(90, (8, 0)))
    fight = session(start)
    fight.submit(storm(start, exposure={"t": "low"}))
    (ward,) = fight.encounter.rules.bubbles  # type: ignore[attr-defined]
    assert ward.points == 30
    told = traces(fight.history.rows[fight.position.cursor].events)
    (paid,) = (one for one in told if one.title == "A bubble spares its inside")
    assert [(one.before, one.after) for one in paid.steps] == [(None, 60), (60, 0)]
    assert paid.steps[1].label == "Ward, 90 → 30 points"
    assert paid.result == "all of it"


@pytest.mark.rule("DR-SIL-01")
@pytest.mark.rule("DR-AOE-13")
def test_samples_of_areas_are_those_of_the_rules() -> None:
    """A zone to fill, silencing of 4, and fire; what is painted counts."""
    kinds = {one.kind: one.strength for one in SYSTEM.data.zones()}
    assert set(kinds) == {"zone", "silencing", "fire"}
    assert kinds["silencing"] == 4
    fight = session(duel(DriveSheet(weapons=(zoned(),)), DriveSheet()))
    (zone,) = (one for one in SYSTEM.data.zones() if one.kind == "zone")
    fight.submit(PutZones(put=(zone.replace(cells=(Cell(3, 0), Cell(9, 9))),)))
    draft = SYSTEM.draft(fight.encounter, storm(fight.encounter))
    assert draft.aimed is not None
    assert set(draft.aimed.words) == {"t"}


def test_a_folded_heading_says_what_its_rows_are_about() -> None:
    """The weakness of the vampire is one of quartz, though the column of energy is empty."""
    hints = {}
    for one in SYSTEM.data.samples():
        form = CombatantForm(SYSTEM, one, SYSTEM.new_encounter(), "Apply")
        said = {field.label: field.hint for field in form.view().fields}
        hints[one.id] = said["Resistances and weaknesses"]
    assert (hints["vampire"], hints["elf"]) == ("quartz", "Frost, Frost")
