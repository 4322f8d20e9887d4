"""What every number of a rule system keeps to: bounds that hold at every door."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.control.forms.field_types import Holds, shape_of
from gridwar.engine.gm.combatant_commands import AddCombatants, Climb, SetValue
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.play.replies_and_corrections import NO_REPLIES
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position, Row
from gridwar.engine.session.session import Session
from gridwar.engine.session.why_not_shown import why_not_shown
from gridwar.model.bounds import HIGHEST
from gridwar.model.combatant import Combatant
from gridwar.model.encounter import Encounter
from gridwar.model.events_combatants import ValueSet
from gridwar.storage.json_codec import Codec, Misfit, encode
from gridwar.storage.new_file import build
from gridwar.storage.open_gridwar_file import open_file
from tests.contract.scenario import scenario
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.record import Record


@pytest.fixture(params=every_id())
def system(request: pytest.FixtureRequest) -> System:
    """Return the rules of each system that there is."""
    return find(request.param)


def unbounded(model: type[Record]) -> Iterator[str]:
    """Yield the numeric fields of a record, and of those inside it, that lack a bound."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # defaults that are no JSON
        schema = model.model_json_schema()
    for name, part in {model.__name__: schema, **schema.get("$defs", {})}.items():
        for field, one in part.get("properties", {}).items():
            yield from (f"{name}.{field}" for number in _numbers(one) if not _is_bounded(number))


def _numbers(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, list):
        for one in part:
            yield from _numbers(one)
    elif isinstance(part, dict):
        if part.get("type") in ("integer", "number") and not part.keys() & {"enum", "const"}:
            yield part
        inside = ("items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf")
        for name in inside:
            yield from _numbers(part.get(name))


def _is_bounded(number: dict[str, Any]) -> bool:
    low, high = {"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}
    return bool(number.keys() & low and number.keys() & high)


@pytest.mark.parametrize("part", ["sheet", "settings", "switches", "rules"])
def test_every_number_has_bounds(system: System, part: str) -> None:
    """Each number of a sheet, a fight and a house rule says how low and how high it may be."""
    assert list(unbounded(getattr(system.data, part))) == []


def test_every_number_of_a_command_has_bounds(system: System) -> None:
    """Each number that a command is given says how low and how high it may be."""
    found = {
        name
        for one in handlers_of(system)
        for name in unbounded(one)
        if name.startswith(f"{one.__name__}.")
    }
    assert found == set()


def test_every_number_of_the_board_has_bounds() -> None:
    """Each number of a map, a combatant and what lasts on it says how low and high it may be."""
    assert list(unbounded(Encounter)) == []


FIGURES = (100_000, -100_000, 0, 1)


def numeric_fields(model: type[Record]) -> Iterator[str]:
    """Yield the fields of a record that hold one whole number."""
    for name, field in model.model_fields.items():
        shape = shape_of(field)
        if shape is not None and shape.holds is Holds.NUMBER:
            yield name


@pytest.mark.parametrize("at", [0, -1], ids=["highest", "lowest"])
def test_what_is_at_its_bounds_can_be_shown_played_and_saved(system: System, at: int) -> None:
    """All numbers of a sheet at their bounds, as far as they fit together, are a fight like any."""
    here = scenario(system.id)
    session = here.session()
    codec = Codec(system)
    for name in numeric_fields(system.data.sheet):
        shape = shape_of(system.data.sheet.model_fields[name])
        assert shape is not None
        bound = shape.minimum if at else shape.maximum
        assert bound is not None
        value = str(int(bound) if shape.is_whole else bound)
        session.submit(SetValue(who=(here.actor,), field=f"sheet.{name}", value=value))
    state = session.encounter
    assert why_not_shown(system, state) == ""
    assert all(len(one.notches) <= 50 for one in system.cards.card(state, here.actor).pools)
    for command in (here.asks, NextTurn()):
        session.submit(command)
        for _reply in range(20):
            if session.wanted:
                here.reply(session)
        while session.open:
            session.undo()
    assert codec.encounter(encode(session.encounter)) == session.encounter
    assert why_not_shown(system, session.encounter) == ""


@pytest.mark.parametrize("sheet", [None, {}], ids=["left out", "empty"])
def test_whoever_is_read_without_a_sheet_has_the_blank_one(
    system: System, sheet: dict[str, Any] | None
) -> None:
    """Somebody written without a sheet is somebody of these rules, and can be shown."""
    data = {"id": "self", "name": "Iris", "pos": [1, 1]}
    one = Codec(system).combatant_of(data if sheet is None else {**data, "sheet": sheet})
    assert one.sheet == system.data.sheet()
    session = Session(system, system.new_encounter("x"))
    assert isinstance(session.submit(AddCombatants(combatants=(one,))), Accepted)
    out = session.submit(SetValue(who=("self",), field="sheet", value="{}"))
    assert isinstance(out, Accepted)
    assert session.encounter["self"].sheet == system.data.sheet()
    assert why_not_shown(system, session.encounter) == ""


def test_nobody_joins_with_a_sheet_of_no_rules(system: System) -> None:
    """A combatant that has no sheet of the rules is refused in words, not when it is shown."""
    stranger = Combatant(id="x", name="Stranger")
    session = Session(system, system.new_encounter("x"))
    outcome = session.submit(AddCombatants(combatants=(stranger,)))
    assert isinstance(outcome, Refused)
    assert "Stranger has no sheet" in outcome.text


@pytest.mark.parametrize("height", ["NaN", "Infinity", "-Infinity", "1e999", "1e308", "-100001"])
def test_no_height_is_without_end(system: System, height: str) -> None:
    """What is no number, has no end or is beyond the bounds is refused at every door."""
    here = scenario(system.id)
    session = here.session()
    out = session.submit(SetValue(who=(here.actor,), field="altitude", value=height))
    assert isinstance(out, Refused)
    with pytest.raises(Misfit, match="altitude"):
        Codec(system).combatant_of({"id": "x", "name": "X", "altitude": float(height)})
    climb = {"kind": "climb", "who": [here.actor], "by": float(height)}
    with pytest.raises(Misfit, match="by"):
        Codec(system).command_of(climb)


def test_nobody_climbs_beyond_all_heights(system: System) -> None:
    """Heights that add up stay within their bounds; the refusal says which they are."""
    here = scenario(system.id)
    session = here.session()
    climb = Climb(who=(here.actor,), by=HIGHEST)
    session.submit(SetValue(who=(here.actor,), field="altitude", value="1"))
    out = session.submit(climb)
    assert isinstance(out, Refused)
    assert "100,000" in out.text


@pytest.mark.parametrize("figure", FIGURES)
def test_points_typed_change_the_pool_or_say_why_not(system: System, figure: int) -> None:
    """A typed figure goes the way that the rules declare, or is refused in a sentence."""
    here = scenario(system.id)
    for command in (
        ChangePool(who=(here.actor,), to=figure),
        ChangePool(who=(here.actor,), add=-1),
    ):
        session = here.session()
        outcome = session.submit(command)
        assert not isinstance(outcome, Refused) or outcome.text.endswith(".")
        assert why_not_shown(system, session.encounter) == ""


@pytest.mark.parametrize(
    "wrong", [{"to": 999_999}, {"add": 999_999_999}, {"divide_by": 0}, {"divide_by": -2}]
)
def test_a_typed_figure_beyond_the_bounds_is_refused(system: System, wrong: dict[str, int]) -> None:
    """Nothing happens to a pool by a number that cannot be, and the sentence says what can be."""
    here = scenario(system.id)
    session = here.session()
    outcome = session.submit(ChangePool.model_validate({"who": (here.actor,), **wrong}))
    assert isinstance(outcome, Refused)
    assert outcome.text.endswith(".")


def test_what_an_older_fight_holds_beyond_the_bounds_is_brought_to_them(
    system: System, tmp_path: Path
) -> None:
    """Such a fight opens with all its commands, and says which numbers it has brought back."""
    here = scenario(system.id)
    high = here.start[here.actor].replace(altitude=1e308)
    session = Session(system, here.start.with_combatant(high))
    rows = []
    for number, value in enumerate(("1e308", "NaN"), start=1):
        event = ValueSet(who=here.actor, field="altitude", value=value)
        note = WriteNote(text=f"row {number}")
        rows.append(Row(number, number - 1, note, NO_REPLIES, (event,)))
    loaded = Loaded(session.encounter, tuple(rows), Position(2, 2), DiceCounter(1))
    path = tmp_path / "old.gridwar"
    build(path, loaded, system.data.version)
    opened = open_file(path, find)
    assert opened.journal is not None
    opened.journal.close()
    assert opened.reason == ""
    assert len(opened.loaded.rows) == 2
    assert opened.loaded.first[here.actor].altitude == HIGHEST
    assert Session(system, opened.loaded).encounter[here.actor].altitude == 0
    told = " ".join(opened.report)
    assert "start 1" in told
    assert "altitude" in told
    assert "100,000" in told or "100000" in told
