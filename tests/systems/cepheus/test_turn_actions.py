"""Deeds of a turn: aiming, weapons in hand, other actions, checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import Distract, TakeAim
from gridwar.systems.cepheus.actions.check_action import Check, OtherAction
from gridwar.systems.cepheus.actions.drawing_and_reloading import Draw, Reload
from gridwar.systems.cepheus.actions.stance import ChangeStance
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.reactions import React
from gridwar.systems.cepheus.checks.check_rolls import CheckResult, OpposedResult
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.turns.delay_and_haste import Hasten
from tests.support.cepheus import PISTOL, Fight, person

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.weapon_records import Weapon


def _aimers(**switches: Any) -> Fight:
    people = person("A", initiative_base=8), person("T", (10, 0), initiative_base=2)
    fight = Fight(*people, person("U", (12, 0)), **switches)
    fight.do(NextTurn())
    return fight


def _aim(fight: Fight) -> tuple[str, int, int] | None:
    aim = fight.sheet("A").aim
    return None if aim is None else (aim.target, aim.dm, aim.damage)


@pytest.mark.rule("CE-MIN-02")
def test_aim_adds_up_over_rounds_to_six() -> None:
    """Three aim actions a round: +3, +6, and then no more."""
    fight = _aimers()
    for dm in (3, 6, 6):
        fight.do(TakeAim(actor="A", target="T", actions=3))
        assert _aim(fight) == ("T", dm, 0)
        fight.do(NextTurn(), NextTurn())


@pytest.mark.rule("CE-MIN-03")
def test_aiming_to_kill_adds_two_points_an_action_up_to_six() -> None:
    """One action +2, three +6, four still +6."""
    fight = _aimers()
    fight.do(TakeAim(actor="A", target="T", to_kill=True))
    assert _aim(fight) == ("T", 0, 2)
    fight.do(TakeAim(actor="A", target="T", to_kill=True, actions=2), NextTurn(), NextTurn())
    fight.do(TakeAim(actor="A", target="T", to_kill=True))
    assert _aim(fight) == ("T", 0, 6)


@pytest.mark.rule("CE-MIN-02", "CE-MIN-03")
def test_another_target_or_kind_begins_from_zero() -> None:
    """Aim is at one target and of one kind, unless the house rule lets kinds mix."""
    fight = _aimers()
    fight.do(TakeAim(actor="A", target="T"), TakeAim(actor="A", target="U"))
    assert _aim(fight) == ("U", 1, 0)
    fight.do(TakeAim(actor="A", target="U", to_kill=True))
    assert _aim(fight) == ("U", 0, 2)
    mixed = _aimers(mix_aim_kinds=True)
    mixed.do(TakeAim(actor="A", target="T"), TakeAim(actor="A", target="T", to_kill=True))
    assert _aim(mixed) == ("T", 1, 2)
    assert _aimers().refused(TakeAim(actor="A", target="A")) == "aim_at_nobody"


@pytest.mark.rule("CE-MIN-02")
@pytest.mark.parametrize(
    "deed",
    [
        Move(actor="A", path=(Cell(1, 0),)),
        ChangeStance(actor="A", to="crouched"),
        OtherAction(actor="A"),
        Check(actor="A", price="minor"),
    ],
)
def test_doing_anything_else_spoils_aim(deed: Move) -> None:
    """Moving, changing stance and any other action lose the aim."""
    fight = _aimers()
    fight.do(TakeAim(actor="A", target="T"))
    fight.dice._left += [3, 3]
    fight.do(deed)
    assert _aim(fight) is None


@pytest.mark.rule("CE-MIN-02")
def test_free_actions_leave_aim_alone() -> None:
    """A free action does not invalidate it."""
    fight = _aimers()
    fight.do(TakeAim(actor="A", target="T"), OtherAction(actor="A", price="free"))
    assert _aim(fight) == ("T", 1, 0)


@pytest.mark.rule("CE-MIN-02", "CE-MIN-03")
@pytest.mark.parametrize(
    ("switches", "to_kill", "kept"),
    [
        ({}, False, False),
        ({"aim_broken_by_reaction": False}, False, True),
        ({"aim_broken_by_reaction": False}, True, False),
    ],
)
def test_reactions_spoil_aim(switches: dict[str, bool], to_kill: bool, kept: bool) -> None:
    """By default any reaction does; by house rule only aim for the kill is lost."""
    fight = _aimers(**switches)
    fight.do(TakeAim(actor="A", target="T", to_kill=to_kill))
    fight.do(React(actor="A", reaction="dodge", against="ranged"))
    assert (_aim(fight) is not None) is kept


@pytest.mark.rule("CE-MIN-02", "CE-MIN-03")
@pytest.mark.parametrize(
    ("rule", "to_kill", "kept"),
    [("kill_only", False, True), ("kill_only", True, False), ("both", False, False)],
)
def test_being_hit_spoils_aim_for_the_kill(rule: str, to_kill: bool, kept: bool) -> None:
    """Being hit, whatever the damage, loses aim for the kill; by house rule the other too."""
    fight = _aimers(aim_broken_by_hit=rule)
    fight.do(TakeAim(actor="A", target="T", to_kill=to_kill), TakeDamage(who="A", points=0))
    assert (_aim(fight) is not None) is kept


@pytest.mark.rule("CE-MIN-03")
def test_the_gm_may_say_that_somebody_was_distracted() -> None:
    """Distraction loses aim for the kill, not the ordinary one."""
    fight = _aimers()
    fight.do(TakeAim(actor="A", target="T"), Distract(who="A"))
    assert _aim(fight) == ("T", 1, 0)
    fight.do(TakeAim(actor="A", target="T", to_kill=True), Distract(who="A"))
    assert _aim(fight) is None


@pytest.mark.rule("CE-DMG-07", "CE-MIN-02")
def test_who_goes_down_aims_no_more() -> None:
    """Unconscious, he has lost his aim by the rules' own hand."""
    fight = _aimers()
    fight.do(TakeAim(actor="A", target="T"))
    fight.session.submit(TakeDamage(who="A", points=16))
    while fight.session.wanted:
        wanted = fight.session.wanted[0]
        fight.session.answer(wanted.key, wanted.default)  # type: ignore[union-attr]
    assert _aim(fight) is None
    assert fight.session.system.cards.card(fight.now, "A").out


# --- weapons ------------------------------------------------------------------------------------


def _holding(weapon: Weapon) -> Fight:
    fight = Fight(person("A", initiative_base=8, weapons=(weapon,)), person("T", (5, 0)))
    fight.do(NextTurn())
    return fight


@pytest.mark.rule("CE-MIN-05")
def test_drawing_a_weapon_makes_it_usable() -> None:
    """A weapon not in hand cannot be used; drawing it takes its minor actions."""
    fight = _holding(PISTOL.model_copy(update={"ready": False}))
    assert fight.refused(Attack(actor="A", target="T", weapon="pistol")) == "not_ready"
    fight.do(Draw(actor="A", weapon="pistol"))
    assert fight.sheet("A").weapons[0].ready
    assert fight.sheet("A").budget.minor == 0
    assert fight.refused(Draw(actor="A", weapon="pistol")) == "in_hand"
    assert fight.refused(Draw(actor="A", weapon="axe")) == "no_such_weapon"


@pytest.mark.rule("CE-MIN-05")
def test_a_long_reload_runs_over_several_rounds() -> None:
    """Four minor actions of reloading: three in one turn are kept, the fourth finishes it."""
    slow = PISTOL.model_copy(update={"loaded": 0, "reload_minor": 4})
    fight = _holding(slow)
    fight.do(Reload(actor="A", weapon="pistol", actions=3))
    assert (fight.sheet("A").weapons[0].reload_done, fight.sheet("A").weapons[0].loaded) == (3, 0)
    fight.do(NextTurn(), Reload(actor="A", weapon="pistol", actions=3))
    assert fight.sheet("A").weapons[0].loaded == 6
    budget = fight.sheet("A").budget
    assert (budget.minor, budget.significant) == (0, 1), "only what it still took was paid"
    assert fight.refused(Reload(actor="A", weapon="pistol")) == "fully_loaded"


# --- checks -------------------------------------------------------------------------------------


def _check(dice: list[int], command: Check, **sheet: Any) -> CheckResult:
    fight = Fight(person("A", initiative_base=8, **sheet), dice=dice)
    fight.do(NextTurn())
    outcome = fight.do(command)
    assert isinstance(outcome, Accepted)
    assert isinstance(outcome.result, CheckResult)
    return outcome.result


@pytest.mark.rule("CE-CORE-01", "CE-CORE-02", "CE-CORE-03", "CE-CORE-05", "CE-SIG-02")
def test_a_check_needs_eight() -> None:
    """Difficult -2, skill 2, Dexterity 9 +1: 7 + 1 = 8 succeeds with Effect 0."""
    command = Check(actor="A", skill="gun", difficulty="difficult")
    result = _check([3, 4], command, dex=9, skills={"gun": 2})
    assert (result.dm_total, result.total, result.effect, result.success) == (1, 8, 0, True)


@pytest.mark.rule("CE-CORE-01", "CE-CORE-04", "CE-CORE-02")
def test_a_natural_twelve_is_nothing_special() -> None:
    """Formidable and untrained: 12 - 6 - 3 = 3 fails; -6 or worse is exceptional."""
    command = Check(actor="A", skill="gun", difficulty="formidable")
    assert not _check([6, 6], command).success
    assert _check([1, 1], command).exceptional
    assert _check([6, 6], Check(actor="A", difficulty="simple", skill="gun")).exceptional


@pytest.mark.rule("CE-CORE-05", "CE-CORE-03")
def test_what_a_check_leaves_open_is_asked_before_it_is_paid() -> None:
    """Difficulty and characteristic are asked for; without a skill nothing counts as untrained."""
    fight = Fight(person("A", initiative_base=8, str_=9), dice=[3, 4])
    fight.do(NextTurn())
    fight.open(Check(actor="A", difficulty="ask", characteristic="ask"))
    assert fight.sheet("A").budget.significant == 1
    fight.answer("difficulty", "routine")
    outcome = fight.answer("characteristic", "strength")
    assert isinstance(outcome, Accepted)
    assert (outcome.result.dm_total, outcome.result.total) == (3, 10)
    assert fight.sheet("A").budget.significant == 0


@pytest.mark.rule("CE-CORE-04")
@pytest.mark.parametrize(("jack", "dm"), [(0, -3), (2, -1), (3, 0)])
def test_a_jack_of_all_trades_lacks_less(jack: int, dm: int) -> None:
    """Each level takes 1 off the penalty for a missing skill."""
    assert _check([3, 4], Check(actor="A", skill="gun"), jack_of_all_trades=jack).dm_total == dm


@pytest.mark.rule("CE-CORE-03")
@pytest.mark.parametrize(
    ("score", "dm"), [(0, -2), (2, -2), (3, -1), (6, 0), (8, 0), (9, 1), (12, 2), (15, 3)]
)
def test_characteristic_dms(score: int, dm: int) -> None:
    """A third of the present score, rounded down, less 2."""
    from gridwar.systems.cepheus.checks.check_dms import characteristic_dm

    assert characteristic_dm(score) == dm


@pytest.mark.rule("CE-INI-07", "CE-CORE-07")
def test_haste_weighs_on_the_checks_of_ones_turn() -> None:
    """A hasty check has -1, a line of its own beside the others."""
    fight = Fight(person("A", initiative_base=8), dice=[4, 4])
    fight.do(NextTurn(), Hasten(actor="A"))
    outcome = fight.do(Check(actor="A", skill="gun"))
    assert isinstance(outcome, Accepted)
    assert outcome.result.dm_total == -4


@pytest.mark.rule("CE-MIN-10", "CE-SIG-02")
def test_the_gm_prices_a_check() -> None:
    """A check is a significant action unless the GM makes it a minor or a free one."""
    fight = Fight(person("A", initiative_base=8), dice=[4] * 6)
    fight.do(NextTurn(), Check(actor="A", price="free"), Check(actor="A", price="minor"))
    assert (fight.sheet("A").budget.minor, fight.sheet("A").budget.significant) == (0, 1)
    fight.do(Check(actor="A"))
    assert fight.refused(Check(actor="A")) == "no_significant"


@pytest.mark.rule("CE-CORE-06")
def test_the_higher_effect_wins_then_the_higher_score_then_dice_again() -> None:
    """Equal Effects go to the higher characteristic; where that is equal both roll again."""
    strong = person("A", initiative_base=8, str_=8)
    command = Check(
        actor="A", characteristic="strength", opponent="B", opponent_characteristic="strength"
    )
    fight = Fight(strong, person("B", str_=7), dice=[3, 4, 3, 4])
    fight.do(NextTurn())
    result = fight.do(command).result  # type: ignore[union-attr]
    assert isinstance(result, OpposedResult)
    assert (result.mine.effect, result.theirs.effect, result.winner) == (-1, -1, "A")
    even = Fight(person("A", initiative_base=8), person("B"), dice=[3, 4, 3, 4, 1, 1, 1, 2])
    even.do(NextTurn())
    result = even.do(command).result  # type: ignore[union-attr]
    assert (result.theirs.effect, result.winner) == (-5, "B"), "both failed; the better one wins"
