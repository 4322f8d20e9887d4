"""Any events of any rounds leave every Count where a reckoning by hand puts it; undo is exact."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit import NextTurn
from gridwar.engine.session.session import Session
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.harm import Injure, SetCondition
from gridwar.systems.fluid.ledger.note_event_commands import NoteEvent
from tests.systems.fluid.table import FluidTable

IDS = ("a", "b", "c")
INT_MOD = {"a": 0, "b": 3, "c": -2}
PLAIN = {
    "aim": 1,
    "brace": 1,
    "terrain_slowed": -2,
    "tactical_fire": -2,
    "triumph": 10,
}
SAVES = {"general": -2, "stress": -5, "blast": -5}
ONCE = {"bleeding": -1, "fatigued": -3, "exhausted": -10, "critical_injury": -10}

EVENT = st.one_of(
    st.tuples(st.sampled_from(sorted(PLAIN)), st.just(0), st.just("")),
    st.tuples(st.just("regroup"), st.just(0), st.just("")),
    st.tuples(st.just("save"), st.just(0), st.sampled_from(sorted(SAVES))),
    st.tuples(st.sampled_from(sorted(ONCE)), st.just(0), st.just("")),
    st.tuples(st.just("nonproficient"), st.just(0), st.sampled_from(["axe", "bow"])),
    st.tuples(st.just("final_attack"), st.integers(0, 4), st.just("")),
    st.tuples(st.just("critical_miss"), st.integers(0, 4), st.just("")),
    st.tuples(st.just("injury"), st.integers(0, 3), st.sampled_from(["", "critical"])),
    st.tuples(st.sampled_from(["electrical", "other"]), st.integers(-12, 12), st.just("")),
)
ROUND = st.lists(st.tuples(st.sampled_from(IDS), EVENT), max_size=8)


def worth(who: str, events: list[tuple[str, int, str]]) -> int:
    """Return the sum of a round for somebody, straight from table T2."""
    total, seen = 0, set()
    for name, number, words in events:
        if name in ONCE or name == "nonproficient":
            if (name, words) not in seen:
                total += ONCE.get(name, -4)
            seen.add((name, words))
        elif name == "regroup":
            total += 5 + INT_MOD[who]
        elif name == "save":
            total += SAVES[words]
        elif name in ("final_attack", "critical_miss"):
            total -= 2 * number
        elif name == "injury":
            total -= (5 if words else 2) if number else 0
        elif name in ("electrical", "other"):
            total += number
        else:
            total += PLAIN[name]
    return total


def by_hand(count: int, total: int) -> int:
    """Return the Count after a round: ten at most, and up again from 0 or less."""
    after = count + max(-10, min(10, total))
    return max(after + 20, 1) if after <= 0 else after


def command(who: str, event: tuple[str, int, str]) -> list[Any]:
    """Return what enters an event."""
    name, number, words = event
    if name == "injury":
        return [Injure(target=who, wounds=number, critical_hit=bool(words))]
    if name in ("bleeding", "fatigued", "exhausted"):
        begins = SetCondition.model_validate({"target": who, "condition": name})
        return [begins, begins.replace(value=False)]
    by_event: dict[str, dict[str, Any]] = {
        "save": {"save": words},
        "nonproficient": {"weapon": words},
        "final_attack": {"count": number},
        "critical_miss": {"action_dice": number},
        "electrical": {"modifier": number},
        "other": {"modifier": number},
    }
    event_name = "failed_save" if name == "save" else name
    return [NoteEvent(target=who, event=event_name, **by_event.get(name, {}))]


def begun(counts: tuple[int, int, int]) -> Session:
    """Return three people in round 1 with these Counts."""
    table = FluidTable()
    table.begin(*counts)
    for who, modifier in INT_MOD.items():
        sheet = table.sheet(who).replace(int_mod=modifier, wounds=1000, wounds_full=1000)
        one = table.now[who].replace(sheet=sheet)
        table.encounter = table.now.with_combatant(one)
    return Session(SYSTEM, table.now, dice=SeededDice(4))


def passes(session: Session) -> None:
    """Let the rest of the round pass and confirm its end."""
    while session.encounter.turn is not None:
        session.submit(NextTurn())
    assert state_of(session.encounter).phase == "end_of_round"
    session.submit(NextTurn())
    while session.wanted:
        wanted: Any = session.wanted[0]
        session.answer(wanted.key, wanted.default)


@settings(max_examples=25, deadline=None)
@given(
    counts=st.tuples(*(st.integers(1, 60) for _who in IDS)),
    rounds=st.lists(ROUND, min_size=1, max_size=3),
)
def test_every_count_is_where_hand_reckoning_puts_it(
    counts: tuple[int, int, int], rounds: list[list[tuple[str, tuple[str, int, str]]]]
) -> None:
    """Whatever happens, in whatever order; and all the way back and forth nothing differs."""
    session, expected = begun(counts), dict(zip(IDS, counts, strict=True))
    states = [session.encounter]
    for events in rounds:
        for who, event in events:
            for one in command(who, event):
                session.submit(one)
        passes(session)
        for who in IDS:
            own = [event for whose, event in events if whose == who]
            expected[who] = by_hand(expected[who], worth(who, own))
            assert fight_of(session.encounter, who).count == expected[who]
            assert fight_of(session.encounter, who).must_press is (expected[who] >= 50)
        order = state_of(session.encounter).order
        assert [expected[who] for who in order] == sorted(expected.values(), reverse=True)
        states.append(session.encounter)
    end = session.encounter
    while session.can_undo:
        session.undo()
    assert session.encounter == states[0]
    while session.can_redo:
        session.redo()
    assert session.encounter == end
