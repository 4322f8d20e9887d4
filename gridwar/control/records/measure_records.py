"""What the panel of a measuring tool shows, as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records.panel_records import Tone

if TYPE_CHECKING:
    from gridwar.control.records.panel_records import TokenBit


class MeasureRow(Struct, frozen=True):
    """One line: perhaps with a number and a token, a name, a reason, a value.

    Attributes:
        key: what a click on it means to the tool; empty where it means nothing.
        number: as on the disc on the map.
        value: at the right edge; ``rule_id`` stands under it.
        off: left out by the GM: struck through, and another click takes it in again.
        icon: in the place of a token.
    """

    title: str
    note: str = ""
    value: str = ""
    rule_id: str = ""
    key: str = ""
    number: str = ""
    token: TokenBit | None = None
    icon: str = ""
    tone: Tone = Tone.PLAIN
    off: bool = False
    tooltip: str = ""


class MeasureChoice(Struct, frozen=True):
    """A button: what it does, and whether that is how it is now."""

    key: str
    words: str
    chosen: bool = False
    icon: str = ""
    keycap: str = ""


class MeasureBlock(Struct, frozen=True):
    """A part of the panel under a heading of its own."""

    heading: str = ""
    note: str = ""
    rows: tuple[MeasureRow, ...] = ()
    choices: tuple[MeasureChoice, ...] = ()


class MeasureView(Struct, frozen=True):
    """The whole panel; without a title it says only what to do."""

    heading: str
    title: str = ""
    subtitle: str = ""
    blocks: tuple[MeasureBlock, ...] = ()
