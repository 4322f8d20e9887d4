"""The rule card as records: what it is of, what it says, where it counted.

One card serves rules, conditions, weapons, ground and zones.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records.panel_records import Choice, Tone

if TYPE_CHECKING:
    from gridwar.engine.kit.card_order_and_flow import Figure
    from gridwar.engine.kit.rule_reference import ReferenceTable, Trait

_BETWEEN = "\t"
"""Stands in no id."""


class CardKind(StrEnum):
    """What a card can be of."""

    RULE = "rule"
    CONDITION = "condition"
    WEAPON = "weapon"
    GROUND = "ground"
    ZONE = "zone"


class CardSubject(Struct, frozen=True):
    """What a card is of.

    Attributes:
        kind: Of what kind it is.
        id: The id of a rule, a weapon or a zone; the words of a condition; the name of ground.
        who: Whose weapon or condition it is; empty for whoever is selected.
    """

    kind: CardKind
    id: str
    who: str = ""

    @property
    def key(self) -> str:
        """Return it as one text, which widgets hand on: of a rule its id alone."""
        if self.kind is CardKind.RULE:
            return self.id
        return _BETWEEN.join((self.kind, self.id, self.who))


def subject_of(key: str) -> CardSubject:
    """Return what the card of a key is of."""
    kind, _tab, rest = key.partition(_BETWEEN)
    if not rest:
        return CardSubject(CardKind.RULE, key)
    name, _tab, who = rest.partition(_BETWEEN)
    return CardSubject(CardKind(kind), name, who)


def figure_key(figure: Figure, who: str = "") -> str:
    """Return the key of the card that a figure leads to: a weapon's, or its rule's."""
    if figure.weapon:
        return CardSubject(CardKind.WEAPON, figure.weapon, who).key
    return figure.rule_id


class SwitchLine(Struct, frozen=True):
    """A house rule as it stands in this fight; ``default`` is empty where that is chosen.

    Attributes:
        title: What it is called.
        text: What it decides.
        now: Its value in words.
        default: Its usual value in words, where another is chosen.
        name: The field of the house rules.
        rule_id: The rule that it bends.
        is_on: Whether it is on, of what is only on or off; None for others.
        options: The values to choose from as JSON, with their words; none where it is typed.
    """

    title: str
    text: str
    now: str
    default: str = ""
    name: str = ""
    rule_id: str = ""
    is_on: bool | None = None
    options: tuple[Choice, ...] = ()


class RuleLink(Struct, frozen=True):
    """The way to another card, by its key."""

    id: str
    title: str


class UseLine(Struct, frozen=True):
    """Where a rule counted: the row of the log, when, who and what, its value, the outcome."""

    row_id: int
    when: str
    words: str
    note: str = ""
    value: str = ""
    outcome: str = ""
    tone: Tone = Tone.QUIET


class RuleCard(Struct, frozen=True):
    """One card.

    Attributes:
        key: The key of what it is of.
        id: The rule's id; empty where no single rule is meant.
        title: Its title.
        book: The rulebook and the chapter, or what it is a card of.
        text: What the rule says, in our words.
        figures: The figures of a weapon, of ground, of a zone.
        traits: What else it is or can do.
        tables: Tables, with what counts now.
        switches: How its house rules stand.
        uses: Where it counted, the newest first.
        use_count: How often it counted in this fight.
        named: The ways to other cards.
        lasts_on: Whose effect it is of, by id; empty where nothing can be ended here.
        effect: That effect, by id.
    """

    key: str
    id: str
    title: str
    book: str
    text: str
    figures: tuple[Figure, ...] = ()
    traits: tuple[Trait, ...] = ()
    tables: tuple[ReferenceTable, ...] = ()
    switches: tuple[SwitchLine, ...] = ()
    uses: tuple[UseLine, ...] = ()
    use_count: int = 0
    named: tuple[RuleLink, ...] = ()
    lasts_on: str = ""
    effect: str = ""
