"""The fight's frame: steps, rounds, turns, surprise, Initiative, moments, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.kit import BeginFight, EndFight, NextTurn, TakeTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.combatant import TimedEffect
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.actions.free_and_extended_actions import FreeAction
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    HeavyAttack,
    StandardAttack,
)
from gridwar.systems.percentile.core.fight_state import (
    Grapple,
    Overwatch,
    PercentileState,
    Wedge,
    sheet_of,
    state_of,
)
from gridwar.systems.percentile.core.sheet import PercentileSheet
from gridwar.systems.percentile.manoeuvres.aim_feint_and_guard_mode import (
    AimFull,
    AimHalf,
    GuardMode,
)
from gridwar.systems.percentile.turns.initiative_order import dragged, in_order, slots
from gridwar.systems.percentile.turns.rounds_and_turns import EndRound, ends_with_round
from gridwar.systems.percentile.turns.steps_and_surprise import DetermineSurprise, Surprise, flow
from tests.systems.percentile.people import ada, fight, one, play, refusal, tor

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def before(*people: Combatant) -> Encounter:
    """Return a fight that has not begun, nobody with an Initiative."""
    start = fight(*(people or (ada(ag=40), tor(ag=30))))
    fresh = {
        who: person.replace(sheet=person.sheet.replace(initiative=None, tie_rolls=()))
        for who, person in start.combatants.items()
    }
    return start.replace(combatants=start.combatants | fresh, round=0, turn=None)


@pytest.mark.rule("PC-TIM-01")
def test_outside_structured_time_nothing_is_counted() -> None:
    """Before the fight begins anybody may aim again and again, and no action is spent."""
    start = before()
    played = play(start, AimFull(actor="tor")).next(AimFull(actor="tor"))
    assert played.sheet("tor").half_actions == 2
    assert flow(start).words == "No structured time"


@pytest.mark.rule("PC-TIM-01")
@pytest.mark.rule("PC-TIM-03")
def test_in_structured_time_one_acts_in_turn() -> None:
    """In the turn of Ada, Tor can take no Half Action, but a Free Action."""
    assert refusal(fight(ada(), tor()), AimHalf(actor="tor")) == "not_your_turn"
    play(fight(ada(), tor()), FreeAction(actor="tor"))


@pytest.mark.rule("PC-TIM-02")
def test_a_round_lasts_five_seconds() -> None:
    """Everybody has a turn in a round; the clock stands at 10 s when the third begins."""
    played = play(before(), BeginFight(), 9, 1)
    assert flow(played.encounter).words == "Round 1, 0 s"
    turns = []
    for _turn in range(4):
        turns.append(played.encounter.turn)
        played = played.next(NextTurn())
    assert turns == ["ada", "tor", "ada", "tor"]
    assert flow(played.encounter).words == "Round 3, 10 s"


@pytest.mark.rule("PC-TIM-03")
def test_turns_go_by_initiative() -> None:
    """The order panel shows scores; whoever has acted is marked, the present turn too."""
    start = fight(ada(), tor())
    assert [(slot.ids, slot.count, slot.state) for slot in slots(start)] == [
        (("ada",), "5", "turn"),
        (("tor",), "5", "waiting"),
    ]
    after = play(start, NextTurn()).encounter
    assert [slot.state for slot in slots(after)] == ["acted", "turn"]


@pytest.mark.rule("PC-TIM-04")
def test_a_turn_holds_two_halves_or_a_full_action() -> None:
    """Two Half Actions fill a turn; after one of them a Full Action no longer fits."""
    first = play(fight(ada(), tor()), AimHalf(actor="ada"))
    assert first.sheet("ada").half_actions == 1
    assert refusal(first.encounter, GuardMode(actor="ada")) == "no_action_left"
    blow = StandardAttack(actor="ada", target="tor", weapon="sword")
    second = first.next(blow, 99)
    assert refusal(second.encounter, FreeAction(actor="nobody")) == "no_such_combatant"
    assert second.sheet("ada").half_actions == 0


@pytest.mark.rule("PC-TIM-04")
@pytest.mark.rule("PC-TIM-02")
@pytest.mark.parametrize(
    ("mode", "after_own", "after_round"), [("own_turn", 0, 1), ("round_start", 1, 1)]
)
def test_a_reaction_comes_back(mode: str, after_own: int, after_round: int) -> None:
    """With the start of one's own turn, or by house rule with the round."""
    start = fight(ada(), tor(reactions=0), reactions_refresh=mode)
    start = start.replace(rules=PercentileState(acted=frozenset({"tor"})))
    begun = play(start, NextTurn())
    assert begun.encounter.round == 2
    assert begun.sheet("tor").reactions == after_own
    assert begun.next(NextTurn()).sheet("tor").reactions == after_round


@pytest.mark.rule("PC-TIM-04")
def test_everybody_has_the_reaction_from_the_start() -> None:
    """Round 1 begins with as many Reactions as the sheet says."""
    played = play(before(ada(reactions=0, reactions_full=2), tor(reactions=0)), BeginFight(), 5, 1)
    assert (played.sheet("ada").reactions, played.sheet("tor").reactions) == (2, 1)


@pytest.mark.rule("PC-SEQ-01")
@pytest.mark.rule("PC-SEQ-02")
def test_six_steps_lead_from_layout_to_the_end() -> None:
    """Layout, surprise, Initiative, turns, end of round, end: the key leads on through them."""

    def step(now: Encounter) -> str:
        return next(one.id for one in flow(now).phases if one.state == "now")

    now = before()
    assert [phase.id for phase in flow(now).phases] == [
        "layout",
        "surprise",
        "initiative",
        "turns",
        "round_end",
        "over",
    ]
    assert step(now) == "layout"
    following = flow(now).next_step
    assert following is not None
    assert isinstance(following.command, DetermineSurprise)
    now = play(now, following.command).encounter
    assert step(now) == "surprise"
    following = flow(now).next_step
    assert following is not None
    assert isinstance(following.command, BeginFight)
    now = play(now, following.command, 9, 1).encounter
    assert step(now) == "turns"
    assert flow(now).next_step is None
    now = play(now, NextTurn()).encounter
    last = flow(now).next_step
    assert last is not None
    assert (last.command, last.words) == (NextTurn(), "End the round")
    assert refusal(now, DetermineSurprise()) == "begun_already"


@pytest.mark.rule("PC-SEQ-01")
def test_with_nobody_left_the_encounter_ends() -> None:
    """When all are dead, what comes next is the end of the encounter."""
    following = flow(fight(ada(dead=True), tor(dead=True), turn="")).next_step
    assert following is not None
    assert isinstance(following.command, EndFight)


@pytest.mark.rule("PC-SEQ-03")
@pytest.mark.parametrize("surprise_ends", ["end_of_round_1", "end_of_lost_turn"])
def test_the_surprised_lose_their_first_turn(surprise_ends: str) -> None:
    """Tor's turn of round 1 passes by; in round 2 Tor acts, and is no longer surprised."""
    start = before(ada(), tor(), one("una", (9, 9)))
    start = start.replace(switches=start.switches.replace(surprise_ends=surprise_ends))
    start = play(start, Surprise(who="tor")).encounter
    played = play(start, BeginFight(), 9, 5, 1)
    assert played.has("tor", "surprised")
    played = played.next(NextTurn())
    assert "Tor is surprised and loses this turn" in played.log
    assert played.encounter.turn == "una"
    assert played.has("tor", "surprised") == (surprise_ends == "end_of_round_1")
    played = played.next(NextTurn()).next(NextTurn())
    assert (played.encounter.turn, played.encounter.round) == ("tor", 2)
    assert not played.has("tor", "surprised")
    assert played.sheet("tor").half_actions == 2


@pytest.mark.rule("PC-SEQ-03")
def test_free_actions_in_the_lost_turn_by_house_rule() -> None:
    """Where Free Actions are allowed the lost turn waits for them, and holds nothing else."""
    start = before(ada(), tor("surprised"))
    start = start.replace(switches=start.switches.replace(surprise_free="free_actions"))
    played = play(start, BeginFight(), 9, 1).next(NextTurn())
    assert played.encounter.turn == "tor"
    assert refusal(played.encounter, AimHalf(actor="tor")) == "lost_turn"
    played.next(FreeAction(actor="tor"))


@pytest.mark.rule("PC-SEQ-03")
def test_nothing_at_all_in_a_lost_turn() -> None:
    """A lost turn that the GM gives all the same holds no Free Action either."""
    start = fight(ada(), tor("surprised", turns_taken=1), turn="tor")
    assert refusal(start, FreeAction(actor="tor")) == "lost_turn"
    later = fight(ada(), tor("surprised", turns_taken=2), turn="tor")
    play(later, FreeAction(actor="tor"))


@pytest.mark.rule("PC-SEQ-03")
def test_the_gm_marks_surprise_and_takes_it_off() -> None:
    """A button of the combatant puts Surprised on, and then takes it off."""
    start = before()
    offered = {action.id: action for action in actions_of(SYSTEM, start, "tor")}
    assert offered["surprise"].title == "Surprised"
    marked = play(start, Surprise(who="tor"))
    assert marked.has("tor", "surprised")
    titles = {action.title for action in actions_of(SYSTEM, marked.encounter, "tor")}
    assert "No longer surprised" in titles
    assert not marked.next(Surprise(who="tor", surprised=False)).has("tor", "surprised")


@pytest.mark.rule("PC-SEQ-04")
def test_initiative_is_a_d10_and_the_agility_bonus() -> None:
    """4 and 3 for Agility 38 make 7; 6 and a bonus of 5 that was entered make 11."""
    start = before(ada(ag=38), tor(ag=30, ab=5))
    played = play(start, BeginFight(), 4, 6)
    assert (played.sheet("ada").initiative, played.sheet("tor").initiative) == (7, 11)
    die, plus = played.trace("Tor rolls Initiative").steps
    assert (die.faces, plus.label, plus.after) == ((6,), "Agility Bonus 5", 11)
    assert in_order(played.encounter) == ("tor", "ada")


@pytest.mark.rule("PC-SEQ-04")
def test_initiative_is_rolled_for_those_who_have_none() -> None:
    """Whoever has an Initiative by the GM's word keeps it."""
    start = before(ada(), tor())
    set_by_gm = start["tor"].replace(sheet=sheet_of(start["tor"]).replace(initiative=12))
    played = play(start.with_combatant(set_by_gm), BeginFight(), 4)
    assert played.sheet("tor").initiative == 12


@pytest.mark.rule("PC-SEQ-04")
def test_a_group_has_one_die() -> None:
    """Two guards of one group roll a 6 together, each with their own bonus; Ada rolls alone."""
    guards = [one(who, (9, n), ag=ag) for n, (who, ag) in enumerate((("g", 40), ("h", 30)))]
    people = [guard.replace(group="guards") for guard in guards]
    played = play(before(ada(ag=20), *people), BeginFight(), 1, 6)
    scores = [played.sheet(who).initiative for who in ("ada", "g", "h")]
    assert scores == [3, 10, 9]


@pytest.mark.rule("PC-SEQ-05")
def test_agility_decides_between_equals_then_dice() -> None:
    """Equal scores go by Agility; equal Agility by d10 rolled from the highest tie down, again."""
    people = [one("p", (1, 1), ag=40), one("q", (2, 1), ag=33), one("r", (3, 1), ag=40)]
    played = play(
        before(*people, one("s", (4, 1), ag=33)), BeginFight(), 5, 2, 5, 2, 3, 8, 6, 6, 1, 10
    )
    assert in_order(played.encounter) == ("r", "p", "s", "q")
    agile = before(ada(ag=44), tor(ag=48))
    assert in_order(play(agile, BeginFight(), 6, 6).encounter) == ("tor", "ada")


@pytest.mark.rule("PC-SEQ-05")
def test_a_latecomer_rolls_between_equals_alone() -> None:
    """Una joins with the score and Agility of two whose tie is decided: only Una rolls."""
    played = play(before(ada(ag=30), tor(ag=30)), BeginFight(), 4, 4, 9, 3)
    joined = played.next(AddCombatants(combatants=(one("una", (8, 8), ag=30),), rolls=True), 4, 6)
    assert in_order(joined.encounter) == ("ada", "una", "tor")
    assert joined.sheet("una").reactions == 1


@pytest.mark.rule("PC-SEQ-05")
def test_the_order_dragged_by_hand_gives_the_nearest_number() -> None:
    """Put before Ada who has 7, Tor gets 8: Agility would leave Tor behind at 7."""
    start = play(before(ada(ag=40), tor(ag=30)), BeginFight(), 3, 1).encounter
    assert dragged(start, "tor", "ada") == (("tor", 8),)


@pytest.mark.rule("PC-SEQ-06")
@pytest.mark.parametrize(
    ("ends", "whose", "gone_after"),
    [
        ("turn_end", "ada", 1),
        ("turn_start", "tor", 1),
        ("round_end", None, 2),
        ("round_start", None, 2),
    ],
)
def test_effects_wait_for_their_moment(ends: str, whose: str | None, gone_after: int) -> None:
    """Ends of Ada's turn, starts of Tor's, ends and starts of rounds let their effects end."""
    effect = TimedEffect.model_validate({"id": "x", "name": "X", "ends": ends, "whose": whose})
    start = fight(ada(), tor().replace(effects=(effect,)))
    played = play(start, NextTurn())
    assert played.has("tor", "x") == (gone_after > 1)
    assert not played.next(NextTurn()).has("tor", "x")


@pytest.mark.rule("PC-SEQ-07")
def test_the_end_of_the_round_lists_what_ends() -> None:
    """The button that ends the round says whose effects end, and ends them."""
    effect = TimedEffect(id="x", name="Smoke", ends="round_end")
    start = fight(ada(), tor().replace(effects=(effect,)))
    assert ends_with_round(start) == ("Tor: Smoke",)
    offered = {action.id: action for action in actions_of(SYSTEM, start, None)}
    assert offered["end_round"].note == "Tor: Smoke"
    last = flow(play(start, NextTurn()).encounter).next_step
    assert last is not None
    assert (last.words, last.note) == ("End the round", "Tor: Smoke")
    played = play(start, EndRound())
    assert not played.has("tor", "x")
    assert (played.encounter.round, played.encounter.turn) == (2, "ada")
    assert refusal(before(), EndRound()) == "no_round"


@pytest.mark.rule("PC-SEQ-08")
def test_the_end_of_the_encounter_clears_what_belongs_to_it() -> None:
    """Initiative, effects, kill zones and grapples are gone; wounds, Fatigue and places stay."""
    effect = TimedEffect(id="x", name="X", ends="turn_start", whose="ada")
    start = fight(ada(fatigue=2, aim=10), tor(wounds=4).replace(effects=(effect,)))
    start = start.replace(
        rules=PercentileState(
            grapples=(Grapple(controller="ada", restrained="tor"),),
            overwatches=(Overwatch(owner="ada", weapon="gun"),),
            wedges=(Wedge(owner="ada"),),
        )
    )
    played = play(start, EndFight())
    assert state_of(played.encounter) == PercentileState()
    assert (played.sheet("ada").initiative, played.sheet("ada").aim) == (None, 0)
    assert (played.sheet("ada").fatigue, played.sheet("tor").wounds) == (2, 4)
    assert not played.has("tor", "x")
    assert played.encounter["tor"].pos == start["tor"].pos


@pytest.mark.rule("PC-ATK-19")
def test_the_dead_leave_the_order() -> None:
    """Whoever has died keeps their place until the turn is over, and has no turn."""
    start = fight(ada(), tor(dead=True), one("una", (9, 9)))
    assert in_order(start) == ("ada", "una")
    assert [(slot.ids[0], slot.state) for slot in slots(start)] == [
        ("ada", "turn"),
        ("tor", "acted"),
        ("una", "waiting"),
    ]
    over = play(start, NextTurn()).encounter
    assert over.turn == "una"
    assert [(slot.ids[0], slot.state) for slot in slots(over)] == [
        ("ada", "acted"),
        ("una", "turn"),
        ("tor", "out"),
    ]
    lives = over.with_combatant(over["tor"].replace(sheet=PercentileSheet(initiative=3)))
    assert [slot.ids[0] for slot in slots(lives)] == ["ada", "una", "tor"]
    assert refusal(start.replace(turn="tor"), AimHalf(actor="tor")) == "dead"


@pytest.mark.rule("PC-SEQ-06")
def test_the_gm_gives_somebody_the_turn() -> None:
    """A turn at the GM's word begins like any other."""
    heavy = HeavyAttack(actor="ada", target="tor", weapon="sword")
    played = play(fight(ada(), tor()), heavy, 99).next(TakeTurn(actor="tor"))
    assert played.encounter.turn == "tor"
    assert played.has("ada", "heavy_attack")
    assert not played.next(NextTurn()).next(TakeTurn(actor="ada")).has("ada", "heavy_attack")
