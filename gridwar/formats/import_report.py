"""A map as it was read from a file, with the report on it: read, mended, left out, please check.

Owns the form of the report, how it is gathered while a file is read (``Notes``), and its questions.
All else is a frozen value: answering a question gives another ``Imported``. Knows no file format;
each has a ``Draft`` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from msgspec import Struct

from gridwar.bounded_read import TooLarge, pieces
from gridwar.errors import Cancelled, InputError, MapError
from gridwar.model.geometry import cell_name
from gridwar.model.scale import Scale
from gridwar.model.walls import WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridwar.formats.grid_finding import GridFinding
    from gridwar.formats.picture_of_sheet import SheetPlan
    from gridwar.formats.picture_plan import PicturePlan
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Cell


Progress = Callable[[float, str], None]
"""Told how much is done (0 to 1) and, in words, what is being done."""

Cancel = Callable[[], bool]
"""Asked now and then whether to give up."""


class ReportLine(Struct, frozen=True):
    """One thing to tell: what (``text``), how much (``value``), and where, if it has a place."""

    code: str
    text: str
    value: str = ""
    place: Cell | None = None


WALL_KINDS: Mapping[WallKind, str] = {
    WallKind.WALL: _("Walls"),
    WallKind.DOOR: _("Doors"),
    WallKind.WINDOW: _("Windows"),
    WallKind.CURTAIN: _("Curtains"),
    WallKind.BARS: _("Bars"),
    WallKind.FENCE: _("Fences and railings"),
}
"""What walls are called where they are counted, in the order in which they are told."""


class Choice(Struct, frozen=True):
    """One way to answer a question."""

    id: str
    label: str


class Check(Struct, frozen=True):
    """A question the file leaves open. ``chosen`` is the present answer, empty where mixed."""

    id: str
    question: str
    note: str
    choices: tuple[Choice, ...]
    chosen: str
    place: Cell | None = None
    is_answered: bool = False
    """Whether somebody answered; else ``chosen`` is the first guess."""


class ImportReport(Struct, frozen=True):
    """What became of a file, in the order in which it is shown.

    ``retaggable`` are questions nobody needs to ask, since the file is sure (a closed door); they
    can be answered like ``checks``.
    """

    title: str
    subtitle: str = ""
    read: tuple[ReportLine, ...] = ()
    mended: tuple[ReportLine, ...] = ()
    left_out: tuple[ReportLine, ...] = ()
    checks: tuple[Check, ...] = ()
    retaggable: tuple[Check, ...] = ()

    def text(self) -> str:
        """Return the report as plain text, to print or to copy."""
        sections = (
            (_("Read"), [_line(one) for one in self.read]),
            (_("Mended"), [_line(one) for one in self.mended]),
            (_("Left out"), [_line(one) for one in self.left_out]),
            (_("Please check"), [line for one in self.checks for line in _check(one)]),
        )
        head = [self.title, *([self.subtitle] if self.subtitle else ())]
        body = [line for name, lines in sections if lines for line in (name, *lines)]
        return "\n".join((*head, *body)) + "\n"


class Draft(Protocol):
    """What a file held, before its open questions are answered."""

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer."""
        ...


@runtime_checkable
class DraftToDraw(Draft, Protocol):
    """A draft whose picture is still to be drawn, by the plan of what is imported."""

    def drawn_as(self, png: bytes) -> Imported:
        """Return the map under the present answers with its picture, drawn by its plan.

        Raises:
            MapError: It cannot be shown.
        """
        ...


class Imported(Struct, frozen=True):
    """A map made of a file; ``picture`` is the file of its background, ready to be kept.

    ``finding`` is the grid that was found on a picture that does not say it, None where nobody
    looked. Where there is a ``plan``, the picture is still to be drawn by it, for which Qt is
    needed; then ``draft`` is a ``DraftToDraw``.
    """

    map: BattleMap
    picture: bytes | None
    report: ImportReport
    draft: Draft
    finding: GridFinding | None = None
    is_scale_said: bool = False
    """Whether the file says how long a cell is, even where that is what ours are at first."""
    plan: PicturePlan | SheetPlan | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer to one of its questions.

        Raises:
            InputError: There is no such question or no such answer.
        """
        return self.draft.answered(check_id, choice_id)

    def scaled_as(self, scale: Scale) -> BattleMap:
        """Return the map; where its file does not say how long a cell is, as another scale has it.

        Args:
            scale: That of the map that it replaces, or that it is laid beside.
        """
        is_said = self.is_scale_said or self.map.scale != Scale()
        return self.map if is_said else self.map.with_scale(scale)


def no_progress(part: float, words: str) -> None:
    """Tell nobody."""
    del part, words


def never() -> bool:
    """Never give up."""
    return False


def stop_if(cancelled: Cancel) -> None:
    """Give up where somebody asked for it.

    Raises:
        Cancelled: Somebody did.
    """
    if cancelled():
        raise Cancelled(_("The import was cancelled."))


def require_choice(choices: tuple[Choice, ...], check_id: str, choice_id: str) -> None:
    """Refuse an answer that is none of a question's.

    Raises:
        InputError: It is not.
    """
    known = [one.id for one in choices]
    if choice_id not in known:
        text = _("{check}: there is no answer {choice!r}; there are: {known}.")
        raise InputError(text.format(check=check_id, choice=choice_id, known=", ".join(known)))


def unknown_check(check_id: str) -> InputError:
    """Return the error for a question that nobody asked."""
    return InputError(_("There is no question {check!r}.").format(check=check_id))


def read_bytes(path: Path, most_bytes: int, cancelled: Cancel) -> bytearray:
    """Read a file within a bound, in pieces.

    Args:
        path: The file.
        most_bytes: A larger file is refused before anything is read.
        cancelled: Asked between two pieces.

    Raises:
        MapError: It cannot be read, is no file or is too large.
        Cancelled: Somebody asked to give up.
    """
    data = bytearray()
    try:
        for piece in pieces(path, most_bytes):
            stop_if(cancelled)
            data += piece
    except TooLarge as error:
        text = _("{path} is larger than {most} MB. Save the map smaller, or its picture as WebP.")
        raise MapError(text.format(path=path, most=most_bytes >> 20)) from error
    except OSError as error:
        why = error.strerror or error
        raise MapError(_("{path} cannot be read: {why}.").format(path=path, why=why)) from error
    return data


def _line(line: ReportLine) -> str:
    value = f": {line.value}" if line.value else ""
    return f"  {line.text}{value}{_at(line.place)}"


def _check(check: Check) -> list[str]:
    ways = ", ".join(
        f"[{one.label}]" if one.id == check.chosen else one.label for one in check.choices
    )
    return [f"  {check.question}{_at(check.place)}", f"    {check.note}", f"    {ways}"]


def _at(place: Cell | None) -> str:
    return "" if place is None else f" ({cell_name(*place)})"


_MOST_PLACES = 6
"""So many lines of one kind with a place; the rest are counted."""


@dataclass
class Notes:
    """Lines under three of the report's headings."""

    read: list[ReportLine] = field(default_factory=list)
    mended: list[ReportLine] = field(default_factory=list)
    left_out: list[ReportLine] = field(default_factory=list)

    def mend(self, code: str, text: str, value: object = "", place: Cell | None = None) -> None:
        """Tell what was mended."""
        self.mended.append(ReportLine(code, text, str(value), place))

    def mend_count(self, code: str, text: str, count: int) -> None:
        """Tell how often something was mended, unless it was never."""
        if count:
            self.mend(code, text, count)

    def leave_out(self, code: str, text: str, value: object = "") -> None:
        """Tell what was left out."""
        self.left_out.append(ReportLine(code, text, str(value)))

    def leave_out_count(self, code: str, text: str, count: int) -> None:
        """Tell how much was left out, unless it was nothing."""
        if count:
            self.leave_out(code, text, count)

    def mend_places(self, code: str, text: str, places: Sequence[Cell | None]) -> None:
        """Tell what was mended here and there: some places as links, the rest as a number."""
        for place in places[:_MOST_PLACES]:
            self.mend(code, text, place=place)
        self.mend_count(code, _("{what}, elsewhere").format(what=text), len(places[_MOST_PLACES:]))
