"""What a procedure may want to know from somebody, and the refusals it may give instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from gridwar.model.command import Answer

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell
    from gridwar.model.trace import TraceTable


class Option(Struct, frozen=True):
    """One of the answers that a question offers; ``who`` is the combatant that it stands for."""

    id: str
    title: str
    price: str = ""
    effect: str = ""
    enabled: bool = True
    why_not: str = ""
    who: str = ""


class FormNumber(Struct, frozen=True):
    """A number that an answer has to fill in, within bounds (both ends included).

    ``yes_no``: it is 1 for yes and 0 for no. ``is_open``: the greatest only keeps slips out, and is
    not shown. ``who`` is the combatant that it is about.
    """

    key: str
    label: str
    minimum: int = 0
    maximum: int = 0
    proposal: int = 0
    yes_no: bool = False
    is_open: bool = False
    who: str = ""


class Window(Struct, frozen=True):
    """A kind of question that can have a standing answer.

    Never to be asked means to let it pass, or, where ``is_proposal``, to take what is proposed.
    """

    title: str
    is_proposal: bool = False


class Question(Struct, frozen=True):
    """A question to a combatant's player (or to the GM, where ``recipient`` is None).

    ``window`` names the kind of opening it is (an opportunity, a reaction), for standing answers;
    ``accepts`` the kinds of commands that may be given as the answer. Where there are ``cells`` one
    of them has to be chosen, on the map; ``note_label`` asks for some words, which may be left out.
    A ``follow_up`` asks what to do with what the dice have decided: odds take its default.
    """

    key: str
    recipient: str | None
    title: str
    text: str = ""
    options: tuple[Option, ...] = ()
    numbers: tuple[FormNumber, ...] = ()
    numbers_sum: int | None = None
    cells: frozenset[Cell] = frozenset()
    note_label: str = ""
    follow_up: bool = False
    default: Answer = field(default_factory=Answer)
    window: str = ""
    accepts: tuple[str, ...] = ()
    rule_ids: tuple[str, ...] = ()
    at: Cell | None = None
    """Where on the map it is about: an opportunity is drawn there."""
    tables: tuple[TraceTable, ...] = ()
    """Numbers side by side that help to answer."""

    @property
    def people(self) -> tuple[str, ...]:
        """Return the combatants whom its options or numbers stand for."""
        named = (*(one.who for one in self.options), *(one.who for one in self.numbers))
        return tuple(who for who in named if who)

    def problem_with(self, answer: Answer) -> str:
        """Say why an answer does not fit; empty where it does."""
        if answer.command is not None:
            return "" if answer.command.kind in self.accepts else "That cannot answer this."
        option = next((one for one in self.options if one.id == answer.option), None)
        if self.options and option is None:
            return f"There is no answer {answer.option!r} here."
        if option is not None and not option.enabled:
            return option.why_not or f"{option.title} is not possible now."
        if self.cells and answer.cell not in self.cells:
            return "Choose one of the squares that are offered."
        return self._problem_with_numbers(answer)

    def _problem_with_numbers(self, answer: Answer) -> str:
        for number in self.numbers:
            value = answer.numbers.get(number.key, 0)
            if not number.minimum <= value <= number.maximum:
                return f"{number.label}: from {number.minimum} to {number.maximum}, not {value}."
        if self.numbers_sum is not None:
            total = sum(answer.numbers.get(one.key, 0) for one in self.numbers)
            if total != self.numbers_sum:
                return f"The numbers must add up to {self.numbers_sum}, not {total}."
        return ""


class Refusal(Struct, frozen=True):
    """Why the rules do not allow something. ``code`` is stable; the GM can waive it by it."""

    code: str
    text: str
    rule_ids: tuple[str, ...] = ()
    waivable: bool = True
