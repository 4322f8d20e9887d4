"""The checks of the random walk: one list, each with one signature, for every system alike.

``seen.Check`` says how often each is made. Those that do things (undo, open again, branch) do them
as acts of the fight, and leave it as it was.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.session.journal_rows import ROOT, Loaded
from gridwar.engine.session.why_not_shown import why_not_shown
from gridwar.model.command import Act, GmCommand
from gridwar.storage.fight_json import export_json, import_json
from gridwar.storage.json_codec import encode
from gridwar.storage.open_gridwar_file import read_file
from tests.slow.campaign import Wrong
from tests.slow.playing import checks
from tests.slow.playing.fault import Fault
from tests.slow.playing.fight import OWN_ID, found_system
from tests.slow.playing.outliving import what_outlives
from tests.slow.playing.reaching import zones_reached
from tests.slow.playing.reading import Reader, declared, offered
from tests.slow.playing.seen import Check, Seen
from tests.support.asking import ASKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

SHOWN_AFTER = frozenset({"remove_combatants", "place", "set_page", "set_value", "add_combatants"})
"""After these everything is asked of everybody at once."""
WITHOUT_BOUNDS = frozenset({"arrgs", ASKING.id})
"""Systems by whose rules a pool may stand below nothing."""
PATIENCE = 4
"""In how many commands a sum may decide nothing before it is taken for a fault."""
_MOST_BACK = 60
"""Steps that are taken back and done again at once."""
_REASONS, _ASKED = 60, 2
"""How many lists of actions are kept, to be asked later, and of how many combatants at a time."""


# --- when a check can be made --------------------------------------------------------------------


def _ended(seen: Seen) -> bool:
    return seen.ended is not None


def _settled(seen: Seen) -> bool:
    return not seen.session.open


def _ended_or_came(seen: Seen) -> bool:
    return seen.ended is not None or seen.fight.came is not None


def _came(seen: Seen) -> bool:
    return seen.fight.came is not None


def _on_file(seen: Seen) -> bool:
    return seen.fight.journal is not None


def _in_between(seen: Seen) -> bool:
    """Tell whether something is asked, or taken back: more is in the file than a line of play."""
    position = seen.session.position
    return _on_file(seen) and (bool(position.open) or position.tip != position.cursor)


def _in_a_fight(seen: Seen) -> bool:
    return bool(_settled(seen) and seen.now.round and seen.now.combatants)


def _in_a_fight_by_the_rules(seen: Seen) -> bool:
    """Tell whether nothing was waived in a fight that is on."""
    if not _in_a_fight(seen):
        return False
    line = seen.session.history.line(seen.session.position.cursor)
    return not any(row.command.adjustments.waived for row in line)


def _has_turns(seen: Seen) -> bool:
    return core.BeginFight in handlers_of(seen.system)


def _begun(seen: Seen) -> bool:
    state = seen.session.settled
    return bool(state.round and state.combatants and _has_turns(seen))


def _time_can_pass(seen: Seen) -> bool:
    return _in_a_fight(seen) and _has_turns(seen)


def _acts_by_choice(seen: Seen) -> bool:
    """Tell whether somebody has, in their turn, played what may not have been offered."""
    return (
        seen.sought in ("anything", "almost offered")
        and seen.ended is not None
        and isinstance(seen.ended.played.outcome, Accepted)
        and isinstance(seen.ended.command, Act)
        and seen.ended.command.actor == seen.ended.before.turn
    )


def _many_changed(seen: Seen) -> bool:
    return seen.fight.came is not None and seen.fight.came.command.kind in SHOWN_AFTER


# --- the state -----------------------------------------------------------------------------------


def sound(seen: Seen) -> Iterable[Fault]:
    """What is quickly seen of a state is as it should be."""
    checks.sound(seen.now)
    return ()


def read_back(seen: Seen) -> Iterable[Fault]:
    """A state, written and read, is the same, and written the same."""
    checks.kept(seen.now, seen.fight.codec)
    return ()


def can_be_shown(seen: Seen) -> Iterable[Fault]:
    """The window gets all that it may ask of everybody, also of those who are off the map."""
    checks.shown(seen.system, seen.now)
    return ()


def within_bounds(seen: Seen) -> Iterable[Fault]:
    """No rule takes a pool below nothing, or above its full value."""
    ended = seen.ended
    if ended is None or isinstance(ended.command, GmCommand) or seen.system.id in WITHOUT_BOUNDS:
        return ()
    before, card = ended.before, seen.system.cards.card
    for who, one in seen.now.combatants.items():
        if who not in before or before[who] is one:
            continue
        pools = zip(card(before, who).pools, card(seen.now, who).pools, strict=False)
        for was, pool in pools:
            if 0 <= was.now <= was.full == pool.full and not 0 <= pool.now <= pool.full:
                raise Wrong(f"{pool.label} stands at {pool.now} of {pool.full}")
    return ()


def everybody_in_order(seen: Seen) -> Iterable[Fault]:
    """Everybody who is there has a place in the order; machines have that of their crew."""
    order = seen.system.turns.order(seen.now)
    listed = {who for slot in order for who in slot.ids}
    for one in seen.now.everyone():
        if one.id not in listed and getattr(one.sheet, "machine", None) is None:
            raise Wrong("somebody who is there has no place in the order")
    return ()


# --- the line of play ----------------------------------------------------------------------------


def refused_well(seen: Seen) -> Iterable[Fault]:
    """A refusal has a code and words, and changes nothing."""
    came = seen.fight.came
    if came is None or not isinstance(came.outcome, Refused):
        return ()
    if not (came.outcome.code and came.outcome.text):
        raise Wrong("a refusal without code or words")
    if seen.fight.standing() != came.before:
        raise Wrong("refused, and yet something changed")
    return ()


def undone(seen: Seen) -> Iterable[Fault]:
    """Undo leads to what was before the step, redo back to what came of it."""
    was, came = seen.fight.standing(), seen.fight.came
    checks.undone_and_redone(seen.session)
    if came is not None and not isinstance(came.outcome, Refused):
        seen.session.undo()
        back = seen.fight.standing()
        seen.session.redo()
        if (back.encounter, back.settled) != (came.before.encounter, came.before.settled):
            raise Wrong("after undo it is not as it was before the command")
        if [one.key for one in back.wanted] != [one.key for one in came.before.wanted]:
            raise Wrong("after undo something else is asked than before the command")
    if seen.fight.standing() != was:
        raise Wrong("undo and redo together are something")
    return ()


def all_undone(seen: Seen) -> Iterable[Fault]:
    """All the way back is the beginning, and all the way on is where it was."""
    session, was, times = seen.session, seen.fight.standing(), 0
    while session.can_undo and times < _MOST_BACK:
        session.undo()
        times += 1
    if not session.can_undo and session.encounter != seen.fight.first:
        raise Wrong("all undone, it is not the beginning")
    for _time in range(times):
        session.redo()
    if seen.fight.standing() != was:
        raise Wrong("all undone and done again, it stands elsewhere")
    return ()


def branched(seen: Seen) -> Iterable[Fault]:
    """From a branch one comes back to the same state, and every row keeps its own.

    Played beside the fight: a row more would be one more to which the walk may go back.
    """
    session = seen.fight.beside()
    was, row = session.encounter, session.position.cursor
    rows = [one.id for one in session.history.rows.values() if not one.is_open][-30:]
    states = {one: session.history.state(one) for one in rows}
    away = seen.chance.choice([ROOT, *rows])
    session.go_to(away)
    session.submit(WriteNote(text="another way"))
    session.go_to(row)
    if session.encounter != was:
        raise Wrong("back from a branch it is not as it was")
    if {one: session.history.state(one) for one in rows} != states:
        raise Wrong("a branch changes the states of others")
    return ()


def replayed(seen: Seen) -> Iterable[Fault]:
    """The stored events lead to now, and replies alone give the same events."""
    checks.replayed(seen.session, seen.fight.codec, seen.fight.first_own_row)
    return ()


def shown_again(seen: Seen) -> Iterable[Fault]:
    """Any command of the log can be shown on its sheet once more."""
    if rows := [*seen.session.history.rows]:
        checks.shown_again(seen.session, seen.chance.choice(rows))
    return ()


# --- the file ------------------------------------------------------------------------------------


def opened_again(seen: Seen) -> Iterable[Fault]:
    """The file, closed and opened, shows what was shown, with the same questions."""
    seen.fight.do(["reopen"])
    return ()


def exported(seen: Seen) -> Iterable[Fault]:
    """A fight as JSON is the same fight, and the same text again."""
    loaded, version = read_file(seen.fight.path, found_system).loaded, seen.system.data.version
    text = export_json(loaded, version)
    again = import_json(text, found_system)
    if again.loaded != Loaded(loaded.first, loaded.rows, loaded.position, loaded.dice):
        raise Wrong("exported and imported, the fight is another")
    if export_json(again.loaded, again.version) != text:
        raise Wrong("exported once more, the text is another")
    return ()


# --- who is gone ---------------------------------------------------------------------------------


def removed(seen: Seen) -> Iterable[Fault]:
    """Whoever is removed is named nowhere, and the rest can be written and read."""
    after, who = _without_somebody(seen)
    if after.strangers or (who.startswith(OWN_ID) and f'"{who}"' in encode(after)):
        raise Wrong("somebody who is gone is still named")
    if seen.fight.codec.encounter(encode(after)) != after:
        raise Wrong("with somebody gone it is read back as another")
    return ()


def goes_on(seen: Seen) -> Iterable[Fault]:
    """With somebody removed the rest can be shown, and so can the turn after."""
    after, _who = _without_somebody(seen)
    on = play(seen.system, after, core.NextTurn(), options=Options(SeededDice(3)))
    for one in (after, *([on.encounter] if isinstance(on, Accepted) else [])):
        if why := why_not_shown(seen.system, one):
            raise Wrong(f"with somebody gone it cannot be shown: {why}")
    return ()


def _without_somebody(seen: Seen) -> tuple[Encounter, str]:
    state = seen.session.settled
    who = _somebody(seen, state)
    gone = play(seen.system, state, RemoveCombatants(who=(who,)))
    if not isinstance(gone, Accepted):
        raise Wrong(f"nobody can be removed: {gone}")
    return gone.encounter, who


def off_the_board(seen: Seen) -> Iterable[Fault]:
    """Somebody without a place, or set aside, has a card, actions and overlays."""
    state = seen.session.settled
    one = state[_somebody(seen, state)]
    off = one.replace(pos=None, aside=seen.chance.random() < 0.5)
    if why := why_not_shown(seen.system, state.with_combatant(off)):
        raise Wrong(f"with somebody off the board it cannot be shown: {why}")
    return ()


def time_passes(seen: Seen) -> Iterable[Fault]:
    """What ends of itself ends too where somebody is out, set aside or gone."""
    yield from what_outlives(seen.moment, seen.chance.choice([*seen.now.combatants]))


def _somebody(seen: Seen, state: Encounter) -> str:
    if state.turn is not None and seen.chance.random() < 0.3:
        return state.turn
    return seen.chance.choice([*state.combatants])


# --- moves and odds ------------------------------------------------------------------------------


def moved_well(seen: Seen) -> Iterable[Fault]:
    """Nobody walks off the map or through a wall, except where the GM waives it."""
    came = seen.fight.came
    if came is not None and isinstance(came.outcome, Accepted):
        before, events = came.before.encounter, came.outcome.events
        checks.moved_well(seen.system, came.command, before, events)
    ended = seen.ended
    if ended is not None and isinstance(ended.played.outcome, Accepted):
        events = ended.played.outcome.events
        checks.moved_well(seen.system, ended.command, ended.before, events)
    return ()


def odds_hold(seen: Seen) -> Iterable[Fault]:
    """Odds add up to 1, and what is played had a chance in them."""
    if (ended := seen.ended) is not None:
        made = checks.odds_hold(seen.system, ended.before, ended.command, seen.chance)
        seen.fight.counts["odds compared"] += made
    return ()


def reach(seen: Seen) -> Iterable[Fault]:
    """What the map shows as within reach is accepted, to its edge, and nothing beyond."""
    moment, now = seen.moment, seen.now
    ways = [one for one in declared(seen.system) if "path" in one[1].fields]
    may_move = core.Move in handlers_of(seen.system)
    for who in sorted({now.turn or "", seen.chance.choice([*now.combatants])} & {*now.combatants}):
        actions: list[Action] = [one.action for one in offered(moment, who, ways)]
        some = seen.chance.sample(actions, min(1, len(actions)))
        for action in (None, *some) if may_move else some:
            yield from zones_reached(moment, who, action, seen.chance)


# --- offers, sums, words: read by a referee ------------------------------------------------------


def told(reader: Reader, seen: Seen) -> Iterable[Fault]:
    """A command comes as it was shown, and the log tells each change with number and rule."""
    if (ended := seen.ended) is None:
        return
    outcome = ended.played.outcome
    if isinstance(outcome, Refused) and outcome.code == "unsound":
        if not isinstance(ended.command, SetValue):  # what is entered is the session's to refuse
            yield Fault("a value that cannot be kept", ended.command.kind, outcome.text)
    else:
        yield from reader.step(seen.before(ended), ended.command, ended.played)


def told_closely(reader: Reader, seen: Seen) -> Iterable[Fault]:
    """Real dice are asked for in words, and a sum that can be corrected decides something."""
    if (ended := seen.ended) is not None:
        yield from reader.closely(seen.before(ended), ended.command, ended.played)


def as_offered(reader: Reader, seen: Seen) -> Iterable[Fault]:
    """What can be played in a turn is offered, and can be chosen field by field."""
    ended = seen.ended
    if ended is None or not isinstance(ended.command, Act):
        return
    before = seen.before(ended)
    fault = reader.is_offered(before, ended.command)
    if seen.sought == "almost offered":
        fault = fault or reader.can_be_chosen(before, ended.command)
    if fault is not None:
        yield fault


def offers_hold(reader: Reader, seen: Seen) -> Iterable[Fault]:
    """What is offered, marked or grey is played, or refused, just so."""
    yield from reader.offers(seen.moment, seen.now.turn)


class ReasonsKept:
    """Reasons against actions have words, and asked when the fight has gone on they are the same.

    So are prices. They are asked at once, and once more of actions that were not asked until then.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[list[object], tuple[Action, ...]]] = []

    def __call__(self, seen: Seen) -> Iterable[Fault]:
        """Ask at once, keep what was not asked yet, and ask what was kept long ago."""
        now = seen.now
        some = seen.chance.sample([*now.combatants], min(_ASKED, len(now.combatants)))
        for who in dict.fromkeys((None, now.turn, *some)):
            at_once = actions_of(seen.system, now, who)
            if any(one.refusal is not None and not one.refusal.text for one in at_once):
                raise Wrong("an action is refused without words")
            self._kept.append((_said(at_once), actions_of(seen.system, now, who)))
        while len(self._kept) > _REASONS:
            said, late = self._kept.pop(0)
            if _said(late) != said:
                raise Wrong("an action asked late says otherwise than at once")
        return ()


def _said(actions: tuple[Action, ...]) -> list[object]:
    return [(one.id, one.price, one.refusal) for one in actions]


# --- the lists -----------------------------------------------------------------------------------


def of_the_state() -> tuple[Check, ...]:
    """Return the checks that look at a fight as it stands."""
    return (
        Check("sound", sound, 1, 1),
        Check("refused well", refused_well, 1, 1, _came),
        Check("moved well", moved_well, 1, 1, _ended_or_came),
        Check("within bounds", within_bounds, 1, 1, _ended),
        Check("in the order", everybody_in_order, 1, 1),
        Check("shown", can_be_shown, 15, 0, must=_many_changed),
        Check("shown again", shown_again, 10, 0),
        Check("reasons", ReasonsKept(), 12, 5),
        Check("read back", read_back, 30, 30),
        Check("exported", exported, 80, 12, _on_file),
        Check("replayed", replayed, 50, 0),
    )


def of_the_rules(system: System) -> tuple[Check, ...]:
    """Return the checks of what rules offer, show and tell."""
    reader = Reader(system, patience=PATIENCE)
    return (
        Check("told", partial(told, reader), 1, 0, _ended),
        Check("told closely", partial(told_closely, reader), 20, 0, _ended),
        Check("as offered", partial(as_offered, reader), 1, 0, _acts_by_choice),
        Check("offers", partial(offers_hold, reader), 60, 0, _settled),
        Check("reach", reach, 15, 0, _in_a_fight_by_the_rules),
        Check("odds", odds_hold, 20, 0, _ended),
        Check("removed", removed, 20, 2, _begun),
        Check("goes on", goes_on, 60, 8, _begun),
        Check("off the board", off_the_board, 60, 24, _begun),
        Check("time passes", time_passes, 60, 0, _time_can_pass),
    )


def of_the_line() -> tuple[Check, ...]:
    """Return the checks that go back and forth, and end where they began: they come last."""
    return (
        Check("undone", undone, 2, 1),
        Check("all undone", all_undone, 40, 6),
        Check("branched", branched, 40, 10, _settled),
        Check("opened again", opened_again, 25, 20, _on_file),
        Check("opened in between", opened_again, 4, 4, _in_between),
    )


def checks_of(system: System, *, quick: bool = False) -> tuple[Check, ...]:
    """Return the checks for a system; one that only tests have explains nothing of its own.

    Args:
        system: The rules.
        quick: Those of the quick suite, as often as they are made there.
    """
    rules = () if system is ASKING else of_the_rules(system)
    every = (*of_the_state(), *rules, *of_the_line())
    return tuple(one._replace(every=one.quick) for one in every if one.quick) if quick else every
