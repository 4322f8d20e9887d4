"""What every rule system keeps to: the promises the rest of Gridwar is built on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from gridwar.content.manifest_and_rule_index import index, manifest
from gridwar.control.forms.field_types import Holds, shape_of
from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits, Outcomes
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.play.replies_and_corrections import Reply
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.house_rule_switches import switch_infos
from gridwar.model.question_and_refusal import Question
from gridwar.storage.json_codec import Codec, encode, encode_replies
from gridwar.storage.new_open_and_sample_fights import create, open_fight
from tests.contract.scenario import SEED, Scenario, scenario
from tests.support.every_system import data_of, every_id, find
from tests.support.exploring import explore
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace

PLAYS = 1500
"""Seeded plays a system; ``python -m tests.slow.odds`` plays a hundred thousand."""


@pytest.fixture(params=every_id())
def here(request: pytest.FixtureRequest) -> Scenario:
    """Return the scenario of each rule system that there is."""
    return scenario(request.param)


@pytest.fixture
def system(here: Scenario) -> System:
    """Return its rules."""
    return here.system


def finished(session: Session) -> Row:
    """Return the row of the last finished command."""
    return session.history.rows[session.position.cursor]


def test_it_opens(here: Scenario, system: System) -> None:
    """A new fight, its order, cards, movement and overlays can be shown from the first moment."""
    assert system.turns.order(system.new_encounter("empty")) == ()
    start = here.start
    listed = [who for slot in system.turns.order(start) for who in slot.ids]
    assert sorted(listed) == sorted(start.combatants)
    for who in start.combatants:
        for pool in system.cards.card(start, who).pools:
            assert pool.now <= pool.full
        assert system.board.movement(start, who, "").cost_text(1)
        system.board.overlays(start, who, "", None)
    blank = system.new_combatant("new", "New", "1")
    assert system.cards.card(start.with_combatant(blank), "new") is not None


def test_the_bands_alone_are_those_that_are_drawn(here: Scenario, system: System) -> None:
    """Of each weapon, on the board and off it, before the fight and in it."""
    for now in (here.start, here.played(here.session()).encounter):
        for who in now.combatants:
            weapons = [one for one, _title in system.board.overlays(now, who, "", None).weapons]
            for weapon in ("", *weapons):
                drawn = system.board.overlays(now, who, weapon, None).rings
                assert system.board.rings(now, who, weapon) == drawn


def test_odds_go_by_the_numbers_of_the_card(here: Scenario, system: System) -> None:
    """What is left, what there was and who is out are the card's, also once all is lost."""
    blank = system.new_encounter("Numbers")
    crowd = [one.replace(id=f"sample {n}") for n, one in enumerate(system.data.samples())]
    for encounter in (here.start, here.played(here.session()).encounter, blank):
        now = encounter
        for one in crowd:
            now = now.with_combatant(one)
        for seen in (now, *_fallen(system, now)):
            for who in seen.combatants:
                card, vital = system.cards.card(seen, who), system.cards.vital(seen, who)
                full = card.pools[0].full if card.pools else 0
                assert (vital.points, vital.full, vital.out) == (card.points, full, card.out)


def _fallen(system: System, now: Encounter) -> Iterator[Encounter]:
    """Yield the fight after each combatant has lost all that its main pool holds."""
    for who in now.combatants:
        pools = system.cards.card(now, who).pools
        if pools and pools[0].changed is not None:
            after = now
            for event in pools[0].changed(-pools[0].now):
                after = event.apply(after)
            yield after


def test_samples_stand_in_the_order(system: System) -> None:
    """Whatever is offered for new fights has samples, each with an id of its own."""
    samples = system.data.samples()
    assert samples or not system.playable
    assert len({one.id for one in samples}) == len(samples)


def test_it_is_offered_where_its_rulebook_is_playable(system: System) -> None:
    """Rulebook and code agree on whether there is something to play."""
    assert manifest(data_of(system.id)).playable == system.playable


def test_every_house_rule_says_what_it_decides(system: System) -> None:
    """Each is declared as a switch, bends a rule of its own rulebook, and can be set otherwise."""
    model, rules = system.data.switches, index(data_of(system.id)).root
    infos = switch_infos(model)
    assert [one.name for one in infos] == list(model.model_fields)
    for one in infos:
        assert one.text
        assert one.rule in rules
        shape = shape_of(model.model_fields[one.name])
        is_open = shape is not None and shape.holds in (Holds.TABLE, Holds.NUMBER)
        assert len(one.values) > 1 or is_open
        for value in one.values:
            assert getattr(model.model_validate({one.name: value}), one.name) == value


def test_it_lists_actions_with_reasons(here: Scenario, system: System) -> None:
    """Every action has a title and builds a command it knows; one with a reason is refused."""
    actions = actions_of(system, here.start, here.actor)
    assert len({one.id for one in actions}) == len(actions)
    for action in actions:
        assert action.title
        command = action.make(target_for(here.start, here.actor))
        assert type(command) in handlers_of(system)
        outcome = here.session().submit(command)
        if action.refusal is not None:
            assert action.refusal.text
            assert isinstance(outcome, Refused)
            assert outcome.code == action.refusal.code


def target_for(start: Encounter, actor: str) -> Target:
    """Return something to aim an action at, whatever it needs."""
    beside = (start[actor].pos or Cell(0, 0)).shifted(1, 0)
    other = next(who for who in start.combatants if who != actor)
    return Target(other, beside, (beside,), (other,), frozenset({beside}), 90.0)


def test_it_refuses_with_a_code(here: Scenario) -> None:
    """A refusal has a stable code and words, and changes nothing; the preview says the same."""
    session = here.session()
    refused = session.submit(here.refused)
    assert isinstance(refused, Refused)
    assert refused.code == here.code
    assert refused.text
    assert session.encounter == here.start
    assert not session.can_undo
    seen = preview(here.system, here.start, here.refused).refusal
    assert seen is not None
    assert seen.code == here.code


def test_it_asks(here: Scenario) -> None:
    """A question has a title, a recipient in the fight or the GM, and a default that fits."""
    session = here.session()
    assert isinstance(session.submit(here.asks), Asking)
    asked = 0
    while session.wanted:
        for wanted in session.wanted:
            assert isinstance(wanted, Question)
            assert wanted.title
            assert wanted.recipient is None or wanted.recipient in here.start
            assert wanted.problem_with(wanted.default) == ""
            asked += 1
        assert not isinstance(here.reply(session), Refused)
    assert asked


def test_undo_in_the_middle_of_a_question(here: Scenario) -> None:
    """Undo takes back the answer, then the command; redo brings both again."""
    session = here.session()
    session.submit(here.asks)
    first = session.wanted
    here.reply(session)
    after = (session.wanted, session.encounter)
    session.undo()
    if after[0]:
        assert session.wanted == first
    else:
        assert session.encounter == here.start
    while session.can_undo:
        session.undo()
    assert session.top is None
    assert session.encounter == here.start
    while session.can_redo:
        session.redo()
    assert (session.wanted, session.encounter) == after


def test_a_file_closed_in_the_middle_of_a_question_goes_on(here: Scenario, tmp_path: Path) -> None:
    """Saved with its question open and reopened, a fight ends as the one that was not closed."""
    path = tmp_path / "fight.gridwar"
    dice = DiceCounter(SEED)
    journal = create(path, here.start, here.system, dice)
    loaded = Loaded(here.start, (), Position(), dice)
    session = Session(here.system, loaded, journal, table=StrictTable)
    session.submit(here.asks)
    open_questions, shown = session.wanted, session.encounter
    journal.close()
    fight = open_fight(path, find)
    assert fight.report == ()
    assert fight.session.wanted == open_questions
    assert fight.session.encounter == shown
    while fight.session.wanted:
        here.reply(fight.session)
    assert fight.session.encounter == here.played(here.session()).encounter
    ended = fight.session.encounter
    assert fight.journal is not None
    fight.journal.close()
    again = open_fight(path, find)
    assert again.session.encounter == ended
    assert again.journal is not None
    again.journal.close()


def test_a_correction_while_a_question_is_open_keeps_it_open(here: Scenario) -> None:
    """The GM may write a note in between: the same thing is asked, and the end is the same."""
    session = here.session()
    session.submit(here.asks)
    asked = [one.key for one in session.wanted]
    session.submit(WriteNote(text="Wait."))
    assert [one.key for one in session.wanted] == asked
    while session.wanted:
        here.reply(session)
    assert session.encounter == here.played(here.session()).encounter


def test_it_amends_with_the_same_dice(here: Scenario) -> None:
    """Amended, a command keeps the faces whose keys still occur; taken back, all is as before."""
    session = here.played(here.session())
    row, before = finished(session), session.encounter
    assert isinstance(session.amend(row.id, here.amended).outcome, Accepted | Asking)
    while session.wanted:
        here.reply(session)
    changed = finished(session)
    old, new = faces(row), faces(changed)
    assert {key: new[key] for key in old.keys() & new.keys()} == {
        key: old[key] for key in old.keys() & new.keys()
    }
    if not here.amended.is_empty:
        assert session.encounter != before
    session.amend(changed.id, row.command.adjustments)
    while session.wanted:
        here.reply(session)
    assert session.encounter == before


def faces(row: Row) -> dict[str, tuple[int, ...]]:
    """Return the dice of a command by key."""
    return {key: reply.faces for key, reply in row.replies.by_key().items() if reply.faces}


def test_it_explains_every_number(here: Scenario) -> None:
    """A number in the log has lines or steps, and each of these a rule or a source."""
    row = finished(here.played(here.session()))
    traces = [event.trace for event in row.events if isinstance(event, Explained)]
    assert traces
    assert list(unexplained(traces)) == []


def unexplained(traces: list[Trace]) -> Iterator[str]:
    """Yield what a reader would see as a number without a reason."""
    for trace in traces:
        is_number = trace.total is not None or bool(re.search(r"\d", trace.result))
        if is_number and trace.tone != "quiet" and not (trace.lines or trace.steps):
            yield f"{trace.title}: {trace.result or trace.total}"
        for line in trace.lines:
            if not (line.rule_id or line.source):
                yield f"{trace.title}: the line {line.label}"
        for step in trace.steps:
            numbered = isinstance(step.after, int) or bool(step.faces)
            if numbered and not (step.rule_id or step.source):
                yield f"{trace.title}: the step {step.label}"
        for table in trace.tables:
            for row in table.rows:
                if not row.rule_id or len(row.values) != len(table.columns):
                    yield f"{trace.title}: the row {row.label}"


def test_it_runs_again_the_same(here: Scenario, system: System) -> None:
    """The replies alone give the same events again, also once all has been through JSON."""
    row = finished(here.played(here.session()))
    codec = Codec(system)
    start = codec.encounter(encode(here.start))
    assert start == here.start
    command = codec.command(encode(row.command))
    assert command == row.command
    replies = codec.replies(encode_replies(row.replies))
    options = Options(TypedDice(), StrictTable)
    for replied in (row.replies, replies):
        outcome = play(system, start, command, replied, options)
        assert isinstance(outcome, Accepted)
        assert outcome.events == row.events
    assert tuple(codec.event(encode(event)) for event in row.events) == row.events


def test_a_reply_that_does_not_fit_is_refused(here: Scenario) -> None:
    """An answer that was not offered, or to a question that is not open, changes nothing."""
    session = here.session()
    session.submit(here.asks)
    before = session.wanted
    assert isinstance(session.answer("nobody asked", Reply(key="x").answer or ()), Refused)
    assert isinstance(session.answer(before[0].key, (99,)), Refused)
    assert session.wanted == before


def test_its_odds_agree_with_seeded_plays(here: Scenario, system: System) -> None:
    """What is explored is what is played: the same procedure, within the error of the sample."""
    assert here.chances is not None
    exact = explore(system, here.start, here.chances, here.given)
    played = sample(system, here.start, here.chances, here.given, Limits(runs=PLAYS, seed=SEED))
    assert list(disagreements(here, exact, played)) == []


def disagreements(here: Scenario, exact: Outcomes, played: Outcomes) -> Iterator[str]:
    """Yield where a sample lies further off than five standard errors."""
    most = 5 * played.error
    if abs(exact.chance(lambda facts: True) - 1) > 1e-9:
        yield "the probabilities do not add up to 1"
    if abs(exact.success - played.success) > most:
        yield f"success: {exact.success} explored, {played.success} played"
    for who in here.start.combatants:
        if abs(exact.down(who) - played.down(who)) > most:
            yield f"{who} goes down: {exact.down(who)} explored, {played.down(who)} played"
        one, other = dict(exact.distribution(who)), dict(played.distribution(who))
        for amount in one.keys() | other.keys():
            p, q = one.get(amount, 0.0), other.get(amount, 0.0)
            if abs(p - q) > most:
                yield f"{who} loses {amount}: {p} explored, {q} played"


def test_its_odds_are_exact(here: Scenario, system: System) -> None:
    """The chance of success is the one worked out elsewhere."""
    assert here.chances is not None
    assert here.exact is not None
    exact = explore(system, here.start, here.chances, here.given)
    assert exact.success == pytest.approx(here.exact, abs=1e-9)


def test_columns_are_what_each_answer_alone_gives(here: Scenario, system: System) -> None:
    """Each column of the odds is the exploration with that answer."""
    assert here.chances is not None
    found = odds(system, here.start, here.chances)
    for column in found.columns:
        if column.outcomes is not None and found.question is not None:
            answer = found.question.default.replace(option=column.option)
            alone = explore(system, here.start, here.chances, {found.question.key: answer})
            assert dict(column.outcomes.items) == pytest.approx(dict(alone.items))
