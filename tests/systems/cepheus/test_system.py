"""Cepheus as the window meets it: actions with reasons, card, order, the GM's hand, data."""

from __future__ import annotations

import pytest

from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.engine.kit.chapter_procedures_and_events import events_in
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.procedure_of_command import events_of, handlers_of
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.check_action import Check, OtherAction
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.modifier_tables import ARMOR, ArmorTable
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.harm.wounds import Wounded
from gridwar.systems.cepheus.samples import sample_weapons
from gridwar.systems.cepheus.system import SYSTEM
from gridwar.systems.cepheus.turns.delay_and_haste import ActNow, Delay
from tests.support.cepheus import Fight, person


def test_every_field_of_the_sheet_says_what_it_is() -> None:
    """Forms are made from the fields, so each has its words."""
    for record in (CepheusSheet, Scores):
        unsaid = [name for name, field in record.model_fields.items() if not field.description]
        assert unsaid == []


def test_the_samples_are_complete() -> None:
    """Sample weapons and armour have the public figures, and sample people carry them."""
    assert read_table(rules_folder("cepheus"), ARMOR, ArmorTable).armor["battle_dress"] == 18
    weapons = sample_weapons()
    assert (weapons["rifle"].damage_dice, weapons["rifle"].magazine) == (3, 10)
    grenade = [(zone.radius_m, zone.dice) for zone in weapons["fragmentation_grenade"].blast]
    assert grenade == [(3, 5), (6, 3), (9, 1)]
    sheets = {one: sheet_of(one) for one in SYSTEM.data.samples()}
    people = [one for one, sheet in sheets.items() if sheet.machine is None]
    assert {one.side for one in people} == {"1", "2"}
    assert all(one.sheet.weapons for one in people)  # type: ignore[attr-defined]


def test_actions_name_price_shortcut_and_why_not() -> None:
    """Somebody whose turn it is may do everything he can afford; others are told why not."""
    fight = Fight(person("A", initiative_base=8), person("B", (5, 0), initiative_base=3))
    fight.do(NextTurn())
    mine = {one.id: one for one in actions_of(SYSTEM, fight.now, "A")}
    assert mine["attack:rifle"].price == (PipKind.OWN,)
    assert mine["attack:rifle"].weapon == "rifle"
    assert mine["attack:rifle"].refusal is None
    assert mine["stance:prone"].price == (PipKind.SMALL,)
    assert "stance:standing" not in mine
    theirs = {one.id: one for one in actions_of(SYSTEM, fight.now, "B")}
    refusal = theirs["attack:rifle"].refusal
    assert refusal is not None
    assert refusal.code == "not_your_turn"
    fight.do(OtherAction(actor="A", price="significant"))
    spent = {one.id: one for one in actions_of(SYSTEM, fight.now, "A")}
    assert spent["attack:rifle"].refusal is not None
    assert spent["move"].refusal is None


def test_every_action_makes_a_command_that_the_system_plays() -> None:
    """What a button makes is known to the system and written for its actor, or by the GM."""
    shown = [*SYSTEM.data.samples()]
    fight = Fight(*(_placed(one, at) for at, one in enumerate(shown)))
    target = Target(shown[1].id, Cell(3, 3), (Cell(1, 0),))
    for action in actions_of(SYSTEM, fight.now, shown[0].id):
        command = action.make(target)
        assert (command.actor or getattr(command, "who", shown[0].id)) == shown[0].id
        assert type(command) in handlers_of(SYSTEM)


def _placed(one: Combatant, at: int) -> Combatant:
    return one.model_copy(update={"pos": Cell(3 * at, 0)})


def test_delayers_are_offered_their_turn_and_strangers_the_fight() -> None:
    """Who holds back may act now; who is not in the order may join."""
    fight = Fight(person("A", initiative_base=8), person("B", initiative_base=3), person("C"))
    fight.do(NextTurn(), Delay(actor="A"))
    held = {one.id: one for one in actions_of(SYSTEM, fight.now, "A")}
    assert held["act_now"].refusal is None
    assert "join" in {one.id for one in actions_of(SYSTEM, fight.now, "C")}
    states = {slot.ids: slot.state for slot in SYSTEM.turns.order(fight.now)}
    assert states == {("A",): "delaying", ("B",): "turn", ("C",): "out"}


@pytest.mark.rule("CE-DMG-07")
@pytest.mark.parametrize(
    ("lost", "rule", "state"),
    [
        ((0, 0, 0), "two_at_zero", Health.UNHURT),
        ((0, 0, 1), "two_at_zero", Health.WOUNDED),
        ((1, 1, 1), "two_at_zero", Health.SERIOUSLY_WOUNDED),
        ((7, 0, 0), "two_at_zero", Health.WOUNDED),
        ((7, 0, 0), "str_or_dex_zero", Health.UNCONSCIOUS),
        ((0, 0, 7), "str_or_dex_zero", Health.WOUNDED),
        ((7, 0, 7), "two_at_zero", Health.UNCONSCIOUS),
        ((7, 7, 7), "two_at_zero", Health.DEAD),
    ],
)
def test_states_of_health(lost: tuple[int, int, int], rule: str, state: Health) -> None:
    """One damaged is wounded, three seriously, two at zero unconscious, three at zero dead."""
    strength, dexterity, endurance = lost
    event = Wounded(who="A", strength=strength, dexterity=dexterity, endurance=endurance)
    sheet = event.changed(person("A")).sheet
    assert isinstance(sheet, CepheusSheet)
    assert health(sheet, CepheusSwitches.model_validate({"unconscious_at": rule})) == state


def test_wounds_that_meet_in_one_moment_are_not_lost() -> None:
    """Two who hit somebody simultaneously both took Endurance: the rest comes off what is left."""
    hit = Wounded(who="A", endurance=5)
    twice = hit.changed(hit.changed(person("A")))
    assert isinstance(twice.sheet, CepheusSheet)
    chars = twice.sheet.chars
    assert (chars.strength, chars.dexterity, chars.endurance) == (4, 7, 0)


@pytest.mark.rule("CE-DMG-05", "CE-DMG-06")
def test_the_gm_takes_points_as_a_hit_would() -> None:
    """Quick numbers go to Endurance first, and what is given back never exceeds the full score."""
    fight = Fight(person("A"))
    fight.do(ChangePool(who=("A",), add=-9))
    assert SYSTEM.cards.vital(fight.now, "A").points == 12
    assert fight.sheet("A").chars.endurance == 0
    fight.do(ChangePool(who=("A",), add=-4))
    assert SYSTEM.cards.vital(fight.now, "A").points == 8
    assert not SYSTEM.cards.card(fight.now, "A").out, "kept conscious as long as possible"
    fight.do(ChangePool(who=("A",), add=50))
    assert fight.sheet("A").chars == fight.sheet("A").chars_max


def test_the_gm_sets_any_value_within_its_bounds() -> None:
    """A value is set by its path; what does not fit is refused."""
    fight = Fight(person("A"))
    fight.do(SetValue(who=("A",), field="sheet.chars.endurance", value="3"))
    assert fight.sheet("A").chars.endurance == 3
    fight.do(SetValue(who=("A",), field="sheet.weapons.rifle.ready", value="false"))
    assert not fight.sheet("A").weapons[0].ready
    wrong = SetValue(who=("A",), field="sheet.chars.endurance", value="-1")
    assert fight.refused(wrong) == "misfit"


def test_a_sheet_survives_writing_down() -> None:
    """Somebody written as JSON and read back by the system's own type is the same."""
    for one in SYSTEM.data.samples():
        text = one.model_dump_json()
        sheet = CepheusSheet.model_validate_json(one.sheet.model_dump_json())
        assert sheet == one.sheet
        assert one.id in text


def test_events_and_commands_have_names_of_their_own() -> None:
    """On disk everything is found again by its kind, which therefore belongs to one thing alone."""
    for things in (events_of(SYSTEM), tuple(handlers_of(SYSTEM))):
        kinds = [one.kind for one in things]
        assert len(set(kinds)) == len(kinds)
    assert all(one.kind.startswith("cepheus.") for one in events_in(SYSTEM.play.chapters))


def test_who_is_taken_off_the_board_leaves_no_gap() -> None:
    """The fight goes on without a delayer, an interrupted one, or the one who has the turn."""
    people = [person(who, initiative_base=9 - at) for at, who in enumerate("ABCD")]
    fight = Fight(*people)
    fight.do(NextTurn(), Delay(actor="A"), ActNow(actor="A"))
    fight.do(RemoveCombatants(who=("B", "A")), NextTurn())
    assert fight.now.turn == "C"
    fight.do(Delay(actor="C"), RemoveCombatants(who=("C",)), NextTurn())
    assert (fight.now.round, fight.now.turn) == (2, "D")


def test_combatants_of_another_system_do_no_harm() -> None:
    """Somebody with a strange sheet, as an older fight may hold, counts as a blank one."""
    fight = Fight(person("A", initiative_base=5))
    now = fight.now.with_combatant(Combatant(id="B", name="B"))
    assert SYSTEM.cards.card(now, "B").pools[0].now == 21


@pytest.mark.rule("CE-CORE-01", "CE-CORE-07")
def test_a_check_previews_its_sum_and_tells_its_odds() -> None:
    """Skill 1 needs 7 on two dice: 21 chances in 36, exactly."""
    fight = Fight(person("A", initiative_base=5, skills={"gun": 1}))
    fight.do(NextTurn())
    command = Check(actor="A", skill="gun")
    shown = preview(SYSTEM, fight.now, command)
    assert [tally.total for tally in shown.tallies] == [1]
    assert shown.first_roll is not None
    outcomes = odds(SYSTEM, fight.now, command).columns[0].outcomes
    assert outcomes is not None
    good = sum(chance for facts, chance in outcomes.items if facts.success)
    assert good == pytest.approx(21 / 36)


def test_the_attack_dialog_knows_the_sum_beforehand() -> None:
    """A preview of an attack stops at the roll with every line of its sum."""
    fight = Fight(person("A", initiative_base=5, skills={"gun": 1}), person("B", (20, 0)))
    fight.do(NextTurn())
    shown = preview(SYSTEM, fight.now, Attack(actor="A", target="B", weapon="rifle"))
    assert shown.refusal is None
    assert shown.tallies[0].total == 1
