"""What the window shows of several selected, and of one check for all of them, as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records.panel_records import IconBit, TokenBit, Tone

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import DiceView
    from gridwar.engine.kit.command_draft import CommandChoice, CommandNumber, CommandTicks


class SeveralRow(Struct, frozen=True):
    """One of those selected: the token, the name, what is left of the main pool, its signs."""

    id: str
    name: str
    token: TokenBit
    points: str = ""
    share: float | None = None
    signs: tuple[IconBit, ...] = ()


class SeveralView(Struct, frozen=True):
    """Several selected, in the order in which they joined.

    Attributes:
        title: How many.
        who: Who they are, in a line.
        rows: All of them; the head shows the first ones until it is unfolded.
    """

    title: str
    who: str
    rows: tuple[SeveralRow, ...]


class CheckRowView(Struct, frozen=True):
    """One line of the table.

    Attributes:
        who: The combatant; empty for the game master's dice.
        why: Of what the modifier is made, or why there is no check.
        modifier: What is added to the dice.
        needs: What the dice have to show, in brief.
        chance: How likely that is.
        dice: Each roll that it takes, with the faces known so far.
        pending: A digit typed for the next face.
        total: What it came to; ``outcome`` says it in a word, in a tone.
        is_current: Whether its dice are typed next.
        surprised: Whether that one is surprised; None where it is not asked.
        spoken: All of it, for a screen reader.
    """

    who: str
    name: str
    token: TokenBit | None = None
    why: str = ""
    modifier: str = ""
    needs: str = ""
    chance: str = ""
    dice: tuple[DiceView, ...] = ()
    pending: str = ""
    total: str = ""
    outcome: str = ""
    tone: Tone = Tone.PLAIN
    is_refused: bool = False
    is_current: bool = False
    problem: str = ""
    surprised: bool | None = None
    spoken: str = ""


class ChecksView(Struct, frozen=True):
    """The table.

    Attributes:
        title: What is tried, or begun.
        kinds: The checks there are, by id and words; empty where it is no check.
        kind: The one that is asked.
        choices: What is chosen for all.
        numbers: What is set for all.
        ticks: What is ticked for all.
        dice: What is rolled, for the head of their column; empty where nothing is.
        is_typed: Whether the dice are typed in.
        sides: The sides that can be surprised as a whole, with a name and who they are.
        surprised: Who is surprised.
        proposal: Words for those who perceive no enemy, who they are, and why; empty for none.
        summary: How it stands.
        problem: What keeps it from being done.
        some: Words of the button that plays those that are known; empty where it has no use.
        primary: Words of the brass button, ``key`` what presses it.
        total: The head of the column of what a line came to.
    """

    title: str
    rows: tuple[CheckRowView, ...]
    kinds: tuple[tuple[str, str], ...] = ()
    kind: str = ""
    choices: tuple[CommandChoice, ...] = ()
    numbers: tuple[CommandNumber, ...] = ()
    ticks: tuple[CommandTicks, ...] = ()
    dice: str = ""
    is_typed: bool = False
    sides: tuple[tuple[str, tuple[str, ...]], ...] = ()
    surprised: tuple[str, ...] = ()
    proposal: tuple[str, tuple[str, ...], str] = ("", (), "")
    summary: str = ""
    problem: str = ""
    some: str = ""
    primary: str = ""
    key: str = ""
    total: str = ""
