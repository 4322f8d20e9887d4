"""Values to JSON and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_type_hints

import pytest
from frozendict import frozendict
from msgspec.inspect import type_info
from msgspec.structs import replace
from pydantic import Field

from gridwar.engine.gm.combatant_commands import AddCombatants, Place
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.procedure_of_command import events_of
from gridwar.engine.play.replies_and_corrections import Correction, Replies, Reply
from gridwar.model.command import Answer
from gridwar.model.encounter import Bracket, Encounter
from gridwar.model.events_combatants import CombatantAdded, CombatantMoved
from gridwar.model.geometry import Cell
from gridwar.model.raw_parts import RawCommand, RawSheet
from gridwar.storage.json_codec import Codec, Misfit, TooNew, encode, encode_replies
from gridwar.systems import systems
from gridwar.systems.freeform.sheet_and_events import FreeformSheet, HpChanged
from tests.support.asking import ASKING, duel, find_without

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.event_base import Event
    from gridwar.model.record import Part

CODEC = Codec(ASKING)


class LaterSheet(FreeformSheet):
    """Freeform's sheet, one version on: the field got another name, and luck came."""

    luck: int = Field(ge=0)


def _upgrade(part: Part, data: dict[str, Any], version: int) -> dict[str, Any]:
    """Give everybody luck, as much as the version they come from; take the old name of an event."""
    if part == "sheet":
        return {**data, "luck": version}
    return {**data, "kind": "freeform.hp_changed"} if part == "event" else data


LATER = replace(ASKING, data=replace(ASKING.data, version=3, sheet=LaterSheet, upgrade=_upgrade))
"""The asking system at schema version 3."""


def in_a_bracket() -> Encounter:
    """Return a duel whose members see one another as they were."""
    encounter = duel()
    seen = frozendict(hero=encounter.combatants)
    return encounter.replace(bracket=Bracket(members=("hero", "foe"), active="hero", seen=seen))


def test_an_encounter_comes_back_with_the_systems_own_sheets() -> None:
    """Sheets are read as what their system says, on the board and in a bracket's memory."""
    encounter = in_a_bracket()
    read = CODEC.encounter(encode(encounter))
    assert read == encounter
    assert isinstance(read["foe"].sheet, FreeformSheet)
    assert hash(read) == hash(encounter)


def test_combatants_keep_the_order_they_joined_in() -> None:
    """Who came first stays first: ties of initiative go by it."""
    encounter = Encounter().replace(combatants=frozendict(reversed(duel().combatants.items())))
    assert list(CODEC.encounter(encode(encounter)).combatants) == ["foe", "hero"]


def test_sets_are_written_sorted() -> None:
    """Equal values give equal text, however a set was filled."""
    one = duel().combatants["hero"]
    orders = (["2", "1", "10"], ["10", "2", "1"])
    ways = [one.replace(known_by=frozenset(sides)) for sides in orders]
    assert encode(ways[0]) == encode(ways[1])
    assert json.loads(encode(ways[0]))["known_by"] == ["1", "10", "2"]


@pytest.mark.parametrize(
    "command",
    [
        Move(actor="hero", path=(Cell(1, 2), Cell(2, 2))),
        Place(to=(("hero", Cell(1, 1)), ("foe", None))),
        AddCombatants(combatants=ASKING.data.samples()),
    ],
)
def test_commands_come_back_by_their_kind(command: Command) -> None:
    """A command on disk names its kind and is read as that."""
    assert CODEC.command(encode(command)) == command


@pytest.mark.parametrize(
    "event",
    [
        HpChanged(who="foe", by=-3),
        CombatantMoved(who="foe", to=Cell(4, 5)),
        CombatantAdded(combatant=duel().combatants["foe"]),
    ],
)
def test_events_come_back_by_their_kind(event: Event) -> None:
    """An event on disk names its kind and is read as that."""
    assert CODEC.event(encode(event)) == event


def test_replies_come_back_in_the_order_they_came() -> None:
    """Dice, answers, answers by a command and corrections are all kept, in their order."""
    replies = Replies(
        (
            Reply(key="attack", faces=(3, 4), source="program"),
            Correction(before="dodge", command=AddCombatants(combatants=ASKING.data.samples())),
            Reply(key="dodge", answer=Answer(command=Move(actor="foe", path=(Cell(1, 1),)))),
        )
    )
    assert CODEC.replies(encode_replies(replies)) == replies


def test_an_unknown_event_is_kept_byte_for_byte() -> None:
    """What nobody here knows is written back as it was read, spaces and all."""
    text = '{"kind": "wonder.sang",  "verses":[1, 2]}'
    event = CODEC.event(text)
    assert encode(event) == text
    assert event.apply(duel()) == duel()


def test_an_unknown_command_is_kept_byte_for_byte() -> None:
    """A command nobody can play is kept too, with who asked for it."""
    text = '{"kind": "wonder.sing",  "actor":"hero"}'
    command = CODEC.command(text)
    assert isinstance(command, RawCommand)
    assert command.actor == "hero"
    assert encode(command) == text


def test_sheets_of_a_missing_system_are_written_back_unchanged() -> None:
    """Where the rules are not here, sheets stay as they are, also after freeform's own events."""
    text = encode(duel()).replace('"hp":20', '"mana":{"b":1,"a":2}')
    read = Codec(find_without("freeform"), is_adopted=True).encounter(text)
    assert isinstance(read["hero"].sheet, RawSheet)
    hurt = HpChanged(who="hero", by=-4).apply(read)
    assert find_without("freeform").cards.vital(hurt, "hero").points == 6
    assert encode(hurt) == text


def test_a_fault_names_its_field() -> None:
    """What does not fit is refused with the way to it."""
    text = encode(duel()).replace('"hp":20', '"hp":"many"')
    with pytest.raises(Misfit, match=r"^combatants\.hero\.sheet: hp: .*integer"):
        CODEC.encounter(text)
    with pytest.raises(Misfit, match=r"^path\.0\.1: "):
        CODEC.command('{"kind":"move","actor":"hero","path":[[1]]}')


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"kind":5}', '{"kind":"write_note"}', "[" * 100_000]
)
def test_garbage_is_no_command(text: str) -> None:
    """Whatever stands in a command's place, it is refused and nothing breaks."""
    with pytest.raises(Misfit):
        CODEC.command(text)


def test_unknown_keys_are_refused() -> None:
    """A key that nobody knows is a fault, not a thing to pass over."""
    text = encode(WriteNote(text="x")).replace('"text"', '"words":1,"text"')
    with pytest.raises(Misfit, match="words"):
        CODEC.command(text)


def test_older_sheets_and_events_are_brought_up_to_date() -> None:
    """A system reads what its earlier versions wrote."""
    old = Codec(LATER).of_version(2)
    read = old.encounter(encode(duel()))
    sheet = read["hero"].sheet
    assert isinstance(sheet, LaterSheet)
    assert (sheet.luck, sheet.hp) == (2, 20)
    assert old.event('{"kind":"freeform.hurt","who":"foe","by":-1}') == HpChanged(who="foe", by=-1)


def test_a_newer_schema_is_refused() -> None:
    """What a newer version of the rules wrote is not guessed at."""
    with pytest.raises(TooNew, match="version 4"):
        Codec(LATER).of_version(4)


def test_every_kind_of_event_can_be_read() -> None:
    """What its fields hold is known while the program runs, not to the type checker alone."""
    kinds = {kind for system in systems().values() for kind in events_of(system)}
    assert len(kinds) > 150
    for kind in kinds:
        fields = get_type_hints(kind)
        assert set(kind.__struct_fields__) <= fields.keys(), kind
        type_info(kind)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"kind": "climbed", "who": 3, "by": 1}', "who: "),
        ('{"kind": "climbed", "by": 1}', "`who`"),
        ('{"kind": "climbed", "who": "a", "by": 1, "far": 2}', "`far`"),
        ('{"kind": "combatant_moved", "who": "a", "to": [1, "x"]}', r"to\[1\]: "),
        ('{"kind": "walls_changed", "put": [{"id": 1}]}', r"put\[0\]: id: "),
        ('{"kind": "layer_painted", "layer": "terrain", "tiles": {"0,0": "!"}}', "tiles: a tile"),
        ('{"kind": "page_set", "ground_step_m": Infinity}', "ground_step_m: "),
        ('{"kind": "page_set", "ground_step_m": NaN}', "ground_step_m: "),
    ],
)
def test_an_event_that_does_not_fit_is_refused_with_its_place(text: str, place: str) -> None:
    """Field by field, also within what it holds."""
    with pytest.raises(Misfit, match=place):
        CODEC.event(text)
