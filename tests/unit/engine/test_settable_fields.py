"""What a field of a command declares that can be set of it is what its sheet shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from gridwar.content.pydantic_errors import schema_of
from gridwar.engine.kit import (
    Act,
    ChoiceField,
    CommandChoice,
    CommandOption,
    EachField,
    NumberField,
    TextField,
    TicksField,
    settable_if,
)
from gridwar.engine.kit.settable_fields import declared_draft
from tests.support.fights import on_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter

KEYS = {"low": "Low", "high": ("High", "twice as far")}


def helpers(encounter: Encounter, _command: Sing) -> dict[str, str]:
    """Return everybody by name."""
    return {one.id: one.name for one in encounter.everyone()}


def verses(_encounter: Encounter, command: Sing) -> Iterator[CommandChoice]:
    """Yield a choice a verse."""
    for verse in command.verses:
        option = CommandOption("sung", "sung", command)
        yield CommandChoice(f"verse {verse}", verse, (option,), "sung")


@settable_if(lambda _encounter, command: command.words != "-")
class Sing(Act):
    """Sing, in some way."""

    key: Annotated[Literal["low", "high"] | None, ChoiceField("Key", {None: "any", **KEYS})] = None
    verses: Annotated[tuple[str, ...], EachField("Verses", verses)] = ("a", "b")
    is_loud: Annotated[
        bool,
        ChoiceField(
            "Loud",
            {False: "no", True: "yes"},
            when=lambda _encounter, command: command.key == "high",
            make=lambda command, loud: command.replace(is_loud=loud, times=1),
        ),
    ] = False
    only: Annotated[str, ChoiceField("Alone", {"": "yes"}, least=2)] = ""
    tune: Annotated[str, ChoiceField("Tune", {"": "any", "reel": "Reel"}, other="")] = ""
    times: Annotated[int, NumberField("Times", 1, lambda *_: 9, "each louder")] = 1
    chorus: Annotated[tuple[str, ...], TicksField("With", helpers)] = ()
    bows: Annotated[bool, TicksField("Then", {"bows": "bow"})] = False
    words: Annotated[str, TextField("Words", "as you sing them")] = ""


HERE = on_board("alley", hero=(1, 1), thug=(2, 1))
SONG = Sing(actor="hero")


def test_a_sheet_is_made_of_the_fields_in_their_order() -> None:
    """Choices, numbers, ticks and words stand in the order of the fields that declare them."""
    draft = declared_draft(HERE, SONG)
    assert [one.key for one in draft.choices] == ["key", "verse a", "verse b", "tune"]
    key = draft.choices[0]
    assert (key.title, key.chosen) == ("Key", "")
    shown = [(one.id, one.title, one.note) for one in key.options]
    assert shown == [("", "any", ""), ("low", "Low", ""), ("high", "High", "twice as far")]
    assert key.options[2].command == SONG.replace(key="high")
    assert [one.key for one in draft.ticks] == ["chorus", "bows"]


class Hum(Sing):
    """Sing without words."""

    nose: Annotated[bool, ChoiceField("Nose", {False: "no", True: "yes"})] = False


def test_what_is_particular_stands_before_what_is_general() -> None:
    """The fields of a command stand before those of its bases."""
    keys = [one.key for one in declared_draft(HERE, Hum(actor="hero")).choices]
    assert keys == ["nose", "key", "verse a", "verse b", "tune"]


def test_a_choice_is_shown_where_it_makes_a_difference() -> None:
    """A choice of too few values is not shown, nor one whose condition does not hold."""
    loud = SONG.replace(key="high", times=5)
    keys = [one.key for one in declared_draft(HERE, loud).choices]
    assert keys == ["key", "verse a", "verse b", "is_loud", "tune"]
    yes = declared_draft(HERE, loud).choices[3].options[1]
    assert yes.id == "yes"
    assert yes.command == loud.replace(is_loud=True, times=1)


def test_what_is_none_of_the_values_is_shown_as_it_is() -> None:
    """A field that holds none of the values shows its own, unless another is said for that."""
    odd = SONG.constant(actor="hero", key="middle", tune="jig")
    chosen = {one.key: one.chosen for one in declared_draft(HERE, odd).choices}
    assert (chosen["key"], chosen["tune"]) == ("middle", "")


def test_numbers_ticks_and_words_set_their_fields() -> None:
    """What is set goes into the field, ticks in the order in which they stand."""
    draft = declared_draft(HERE, SONG.replace(times=20))
    (number,), (chorus, bows), (words,) = draft.numbers, draft.ticks, draft.texts
    assert (number.least, number.most, number.value) == (1, 9, 9)
    assert number.note == "each louder"
    assert number.make(4) == SONG.replace(times=4)
    both = frozenset({"thug", "hero"})
    assert chorus.make(both) == SONG.replace(times=20, chorus=tuple(HERE.combatants))
    assert bows.make(frozenset({"bows"})) == SONG.replace(times=20, bows=True)
    assert (words.title, words.note) == ("Words", "as you sing them")
    assert words.make("la") == SONG.replace(times=20, words="la")


def test_nothing_is_set_before_it_can_be() -> None:
    """Nothing can be set of a command whose actor is gone or that lacks what it needs."""
    assert declared_draft(HERE, SONG.replace(words="-")).choices == ()
    assert declared_draft(HERE, SONG.replace(actor="nobody")).choices == ()


def test_the_schema_of_scripts_has_its_title() -> None:
    """A field that can be set has the title of its declaration in the JSON Schema."""
    fields = schema_of(Sing)["properties"]
    assert isinstance(fields, dict)
    titles = {name: one.get("title") for name, one in fields.items() if isinstance(one, dict)}
    assert (titles["key"], titles["times"]) == ("Key", "Times")
