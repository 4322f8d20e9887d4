"""What the panels around the map show, as records: order, card, bars.

Presenters make them, widgets draw them; nothing here knows Qt, colours, or a rule. Texts come
translated and ready, numbers as texts with their sign (U+2212 for minus). The list of actions
has its records in `action_list_records`, the popovers in `popover_records`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit.card_order_and_flow import Card

if TYPE_CHECKING:
    from gridwar.engine.kit.card_order_and_flow import Badge, Phase


class Tone(StrEnum):
    """What kind of statement a word makes; decides its colour, never alone."""

    PLAIN = "plain"
    QUIET = "quiet"
    GOOD = "good"
    HARM = "harm"
    WARN = "warn"
    INFO = "info"


class TokenBit(Struct, frozen=True):
    """A token small enough for a list: initials in the shape and colour of a side.

    Attributes:
        initials: one to three letters.
        side: index 0 to 5.
        out: struck through.
        picture: the hash of its picture.
        hidden: its rim is dashed, with a closed eye on it.
        turn_sign: the icon of what became of its turn, as on the map; empty for none.
    """

    initials: str
    side: int = 0
    out: bool = False
    picture: str | None = None
    hidden: bool = False
    turn_sign: str = ""


class IconBit(Struct, frozen=True):
    """A small icon with its words, beside a name."""

    icon: str
    text: str


class ValueRow(Struct, frozen=True):
    """One row of a table: what it is of, a text a column, the rule it comes from."""

    label: str
    values: tuple[str, ...] = ()
    rule_id: str = ""


class ValueTable(Struct, frozen=True):
    """Values side by side; ``title`` stands above the labels of the rows."""

    columns: tuple[str, ...]
    rows: tuple[ValueRow, ...] = ()
    title: str = ""


class Choice(Struct, frozen=True):
    """One of several values to choose from."""

    id: str
    title: str


# --- order -----------------------------------------------------------------------------------


class RowAction(Struct, frozen=True):
    """A button at a row: what a combatant could do whoever's turn it is; ``id`` of an action."""

    id: str
    icon: str
    text: str


class OrderRow(Struct, frozen=True):
    """One combatant in the order.

    Attributes:
        count: what the order goes by, such as an Initiative.
        bar: 0 (empty) to 1 (full), or None for no bar.
        bar_text: the bar in words, such as ``14/37`` or ``dead``.
        bracket: rows next to each other with the same bracket act simultaneously.
        section: the separator it stands under, such as ``Paused until 4``; empty for the top.
        note: a few quiet words below the name.
        flags: what binds or marks whoever has the place, each an icon with its words.
        rule_id: the rule by which it has its place.
    """

    id: str
    name: str
    token: TokenBit
    count: str = ""
    bar: float | None = None
    bar_text: str = ""
    badges: tuple[Badge, ...] = ()
    is_turn: bool = False
    acted: bool = False
    selected: bool = False
    hidden: bool = False
    bracket: str = ""
    section: str = ""
    actions: tuple[RowAction, ...] = ()
    note: str = ""
    flags: tuple[Badge, ...] = ()
    rule_id: str = ""


class OrderView(Struct, frozen=True):
    """The whole order; ``next_label`` names the button at its foot, empty for none.

    ``next_note`` says above it what comes with that.
    """

    rows: tuple[OrderRow, ...] = ()
    next_label: str = ""
    next_key: str = ""
    next_note: str = ""
    note: str = ""
    """What to say while it is empty."""
    phases: tuple[Phase, ...] = ()
    is_next_lit: bool = False
    """Whether its button is the brass one."""


# --- card ------------------------------------------------------------------------------------


class ChipView(Struct, frozen=True):
    """A condition or timed effect on the card; an effect has an id, what rules say a rule.

    ``opens`` is the key of its own card; empty for none.
    """

    id: str
    text: str
    icon: str = ""
    tone: Tone = Tone.PLAIN
    tooltip: str = ""
    removable: bool = True
    rule_id: str = ""
    opens: str = ""


class CarrierView(Struct, frozen=True):
    """The vehicle somebody is in, or the mount they ride."""

    id: str
    name: str
    token: TokenBit
    card: Card


class CardView(Struct, frozen=True):
    """One combatant: the card of the rules, with what the fight knows beside it.

    Attributes:
        card: its pools, figures and pips are shown as they are.
        chips: conditions of the rules, then timed effects.
        carrier: what carries it.
    """

    id: str
    name: str
    subtitle: str = ""
    token: TokenBit | None = None
    card: Card = Card()
    chips: tuple[ChipView, ...] = ()
    notes: tuple[str, ...] = ()
    carrier: CarrierView | None = None


class QuickView(Struct, frozen=True):
    """The field for quick numbers: whom it means, what may complete it, what was wrong."""

    whom: str = ""
    completions: tuple[str, ...] = ()
    error: str = ""
    enabled: bool = True
    number: int = 1
    """For how many it is."""


# --- bars ------------------------------------------------------------------------------------


class KeyHint(Struct, frozen=True):
    """A key and what it does now; without a key it is the name of the tool."""

    key: str
    text: str


class StatusView(Struct, frozen=True):
    """The status bar: the tool, its keys in the order of use, and facts at the right end."""

    tool: str = ""
    keys: tuple[KeyHint, ...] = ()
    facts: tuple[str, ...] = ()


class TopBarView(Struct, frozen=True):
    """The right part of the bar at the top.

    Attributes:
        file_mark: an icon and a word beside the file name, such as read-only or copy.
        saved: ``Saved`` and the like, with its icon; ``saved_tone`` colours the icon.
        undo_text: what would be undone, for the tooltip; empty where nothing can be.
    """

    file_name: str = ""
    file_mark: IconBit | None = None
    round_text: str = ""
    turn_text: str = ""
    saved: IconBit | None = None
    saved_tone: Tone = Tone.GOOD
    undo_text: str = ""
    is_undo_lit: bool = False
    redo_text: str = ""
