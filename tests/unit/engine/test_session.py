"""The session: undo, questions, suspended commands, amendments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.side_and_setting_commands import SetStanding
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.session.session import Session
from gridwar.model.command import Adjustments, Answer, OwnLine
from gridwar.model.trace import Line
from tests.support import asking
from tests.support.strict_table import StrictTable
from tests.support.toy import TOY, Begin, Bomb, Close, Hurt, Strike, Together, ToySheet, duel

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant


def session(*faces: int, **hp: int) -> Session:
    """Return a session of the toy system with scripted dice."""
    return Session(TOY, duel(**hp), dice=ScriptedDice(faces), table=StrictTable)


def hp(of: Session, who: str) -> int:
    """Return the hit points shown."""
    return _hp(of.encounter.combatants[who])


def _hp(one: Combatant) -> int:
    assert isinstance(one.sheet, ToySheet)
    return one.sheet.hp


def test_a_command_waits_for_its_question() -> None:
    """A strike asks the target before anything is rolled."""
    fight = session(5, 4, 3, a=20, b=20)
    outcome = fight.submit(Strike(actor="a", target="b"))
    assert isinstance(outcome, Asking)
    assert not outcome.committed
    assert isinstance(fight.answer("reaction", Answer(option="none")), Accepted)
    assert hp(fight, "b") == 17


def test_undo_in_a_question_takes_the_answer_back_first() -> None:
    """Undo takes back answers one by one, then withdraws the command; redo repeats both."""
    fight = session(1, a=20, b=20, c=20)
    fight.submit(Bomb(actor="a", targets=("b", "c")))
    fight.answer("duck b", Answer(option="yes"))
    assert [one.key for one in fight.wanted] == ["duck c"]
    fight.undo()
    assert [one.key for one in fight.wanted] == ["duck b", "duck c"]
    fight.undo()
    assert fight.top is None
    fight.redo()
    fight.redo()
    assert [one.key for one in fight.wanted] == ["duck c"]


def test_answers_in_any_order_give_results_in_listed_order() -> None:
    """Several questions at once may be answered in any order."""
    fight = session(4, 5, a=20, b=20, c=20)
    fight.submit(Bomb(actor="a", targets=("b", "c")))
    fight.answer("duck c", Answer(option="yes"))
    fight.answer("duck b", Answer(option="no"))
    assert (hp(fight, "b"), hp(fight, "c")) == (16, 18)


def test_the_gm_corrects_while_a_question_is_open_and_it_is_asked_anew() -> None:
    """Before the first price a correction is an ordinary command and the question is made anew."""
    fight = session(6, 6, 1, a=20, b=20)
    fight.submit(Strike(actor="a", target="b"))
    assert isinstance(fight.submit(SetValue(who=("b",), field="sheet.hp", value="9")), Accepted)
    assert "9 left" in fight.wanted[0].title  # type: ignore[union-attr]
    fight.answer("reaction", Answer(option="none"))
    assert hp(fight, "b") == 8


def test_a_correction_after_the_first_roll_belongs_to_the_open_command() -> None:
    """While dice are wanted the GM can still change a value; undo takes the correction back."""
    fight = Session(TOY, duel(a=20, b=20))
    fight.use_typed_dice(True)
    fight.submit(Strike(actor="a", target="b"))
    fight.answer("reaction", Answer(option="dodge"))
    fight.answer("strike", (6, 6))
    assert isinstance(fight.submit(ChangePool(who=("b",), add=0)), Accepted | Asking)
    assert isinstance(fight.submit(SetValue(who=("b",), field="sheet.hp", value="5")), Asking)
    assert hp(fight, "b") == 5
    fight.undo()
    assert hp(fight, "b") == 20
    fight.redo()
    fight.answer("damage/damage", (4,))
    assert hp(fight, "b") == 1


def test_somebody_acts_before_an_open_command() -> None:
    """An uncommitted strike is suspended, another is played, then it goes on from the new state."""
    fight = session(6, 6, 4, a=20, b=20, d=20)
    fight.submit(Begin(actor="a"))
    fight.submit(Strike(actor="a", target="b"))
    assert isinstance(fight.submit(Begin(actor="d")), Accepted)
    assert fight.wanted == ()
    fight.submit(Strike(actor="d", target="b"))
    fight.answer("reaction", Answer(option="none"))
    fight.submit(Close())
    assert fight.wanted != ()
    assert hp(fight, "b") == 16


def test_a_suspended_command_that_has_become_impossible_is_withdrawn() -> None:
    """Who goes down before the own open strike no longer strikes."""
    fight = session(6, 6, 4, a=4, b=20, d=20)
    fight.submit(Begin(actor="a"))
    fight.submit(Strike(actor="a", target="b"))
    fight.submit(Begin(actor="d"))
    fight.submit(Strike(actor="d", target="a"))
    fight.answer("reaction", Answer(option="none"))
    fight.submit(Close())
    assert fight.top is None
    assert hp(fight, "b") == 20


def test_nothing_interrupts_a_committed_command() -> None:
    """After the first roll only corrections are played."""
    fight = Session(TOY, duel(a=20, b=20))
    fight.use_typed_dice(True)
    fight.submit(Strike(actor="a", target="b"))
    fight.answer("reaction", Answer(option="none"))
    assert isinstance(fight.submit(Begin(actor="b")), Refused)


def test_amending_keeps_the_dice() -> None:
    """A resolved strike with one line more is the same roll with another sum."""
    fight = session(3, 4, 6, a=20, b=20)
    fight.submit(Strike(actor="a", target="b"))
    fight.answer("reaction", Answer(option="none"))
    assert hp(fight, "b") == 20
    cover = OwnLine(tally="strike", line=Line(key="own:1", label="High ground", value=1))
    amended = fight.amend(fight.position.cursor, Adjustments(lines_added=(cover,)))
    assert isinstance(amended.outcome, Accepted)
    assert hp(fight, "b") == 14
    faces = [reply.faces for reply in amended.outcome.replies.by_key().values() if reply.faces]
    assert faces == [(3, 4), (6,)]


def test_amending_an_early_command_replays_the_later_ones() -> None:
    """Commands after the amended one are played again with their own dice."""
    fight = session(4, 4, 5, 6, 6, 2, a=20, b=20)
    for _turn in range(2):
        fight.submit(Strike(actor="a", target="b"))
        fight.answer("reaction", Answer(option="none"))
    assert hp(fight, "b") == 13
    amended = fight.amend(1, Adjustments(totals=frozendict({"strike": -9})))
    assert amended.replayed == 1
    assert hp(fight, "b") == 18


def test_a_standing_answer_passes_a_window_and_says_so() -> None:
    """Windows set to never raise no question."""
    fight = session(6, 6, a=20, b=20, c=20)
    fight.submit(SetStanding(key="*:duck", policy="never"))
    fight.submit(SetStanding(key="c:duck", policy="always"))
    outcome = fight.submit(Bomb(actor="a", targets=("b", "c")))
    assert isinstance(outcome, Accepted)
    assert outcome.passed == ("duck b",)
    assert (hp(fight, "b"), hp(fight, "c")) == (14, 17)


def test_a_waived_refusal_is_passed_over() -> None:
    """The GM is above the rules."""
    fight = session(1, 1, a=0, b=20)
    assert isinstance(fight.submit(Strike(actor="a", target="b")), Refused)
    anyway = Strike(actor="a", target="b", adjustments=Adjustments(waived=frozenset({"down"})))
    assert isinstance(fight.submit(anyway), Asking)


def test_simultaneous_turns_can_drop_each_other() -> None:
    """Inside a bracket each member acts from the state before it; both commands count.

    Rules: CE-RND-03
    """
    fight = session(6, 6, 5, 6, 6, 5, a=5, b=5)
    fight.submit(Together(who=("a", "b")))
    for one, other in (("a", "b"), ("b", "a")):
        fight.submit(Begin(actor=one))
        assert isinstance(fight.submit(Strike(actor=one, target=other)), Asking)
        fight.answer("reaction", Answer(option="none"))
    fight.submit(Close())
    assert (hp(fight, "a"), hp(fight, "b")) == (0, 0)


def test_what_happens_outside_a_bracket_leaves_the_views_inside_alone() -> None:
    """A member's view changes with what it does to members, and with nothing it does to others.

    Rules: CE-RND-03
    """
    fight = session(a=5, b=5, c=5)
    fight.submit(Together(who=("a", "b")))
    fight.submit(Begin(actor="a"))
    before = fight.encounter
    outside, inside = (evolve(before, Hurt(who=who, by=2)) for who in ("c", "b"))
    assert outside.bracket is before.bracket
    assert _hp(outside["c"]) == 3
    assert inside.bracket is not None
    assert [_hp(inside.bracket.seen[one]["b"]) for one in ("a", "b")] == [3, 5]
    assert _hp(inside.combatants["b"]) == 3


def test_a_new_command_after_undo_starts_a_branch_and_the_old_one_stays() -> None:
    """Nothing played is ever lost."""
    fight = session(6, 6, 1, 6, 6, 2, a=20, b=20)
    fight.submit(Strike(actor="a", target="b"))
    fight.answer("reaction", Answer(option="none"))
    old = fight.position.cursor
    fight.undo()
    fight.submit(ChangePool(who=("b",), add=0))
    assert fight.position.cursor != old
    fight.go_to(old)
    assert hp(fight, "b") == 19


def test_the_gm_cannot_remove_whom_an_open_question_needs() -> None:
    """Removing somebody whom the command in progress still asks about is refused, not a crash."""
    fight = Session(asking.ASKING, asking.duel(), dice=ScriptedDice([3, 4]))
    fight.submit(asking.Strike(actor="hero", target="foe"))
    before = fight.encounter
    outcome = fight.submit(RemoveCombatants(who=("foe",)))
    assert isinstance(outcome, Refused)
    assert outcome.code == "needed"
    assert "Foe" in outcome.text
    assert fight.encounter is before
    assert [one.key for one in fight.wanted] == ["dodge"]
