"""Several maps of one import: the floors of one building, or one of them alone.

Owns that question, and how the questions and the reports of all are put together: what is asked of
several in the same words is asked once. Reading each is its own format's business; a draft of all
keeps what each was read as, so every answer can be taken back.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.floors_put_together import PageToLay, building_of
from gridwar.formats.import_report import (
    Check,
    Choice,
    Imported,
    ImportReport,
    ReportLine,
    require_choice,
    unknown_check,
)
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.model.floors import without_rims
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.formats.floor_names import FloorOrder
    from gridwar.formats.picture_of_sheet import SheetPicture
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Cell

AS_FLOORS: Final = "as_floors"
"""The id of the question whether all are floors."""
UP: Final = "up"
DOWN: Final = "down"
_MOST_WORDINGS = 3


class MapPart(Struct, frozen=True):
    """One of the maps: what its file is called, without the ending, and what it was read as."""

    name: str
    imported: Imported


class _Building(Struct, frozen=True):
    """All parts as floors, and how their picture is painted."""

    map: BattleMap
    how: SheetPicture | None


class FloorsDraft(Struct, frozen=True):
    """Several maps, the lowest first, and what was answered."""

    parts: tuple[MapPart, ...]
    order: FloorOrder
    chosen: str = UP
    is_answered: bool = False
    why_no_floors: str = ""
    painted: tuple[SheetPicture, bytes] | None = None

    # --- answers ---------------------------------------------------------------------------------

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        if check_id == AS_FLOORS:
            require_choice(self._choices(), check_id, choice_id)
            return replace(self, chosen=choice_id, is_answered=True).imported()
        numbers, _colon, own_id = check_id.partition(":")
        meant = {int(one) for one in numbers.split(",") if one.isdecimal()}
        if not own_id or not meant <= set(range(len(self.parts))):
            raise unknown_check(check_id)
        parts = tuple(
            replace(one, imported=one.imported.answered(own_id, choice_id)) if at in meant else one
            for at, one in enumerate(self.parts)
        )
        return replace(self, parts=parts).imported()

    def with_parts(self, parts: Sequence[Imported]) -> FloorsDraft:
        """Return the draft with each map in another state: drawn, or searched for its grid."""
        pairs = zip(self.parts, parts, strict=True)
        return replace(self, parts=tuple(replace(one, imported=new) for one, new in pairs))

    def drawn_as(self, png: bytes) -> Imported:
        """Return the map with the picture of all its floors.

        Raises:
            MapError: It cannot be shown.
        """
        look_at(png, self.parts[0].name)
        how = self._building().how
        assert how is not None
        return replace(self, painted=(how, png)).imported()

    # --- what comes of it ------------------------------------------------------------------------

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report.

        Raises:
            MapError: One of them would be too large.
        """
        if self.chosen.isdecimal():
            return self._alone(int(self.chosen))
        try:
            building = self._building()
        except MapError as error:
            return replace(self, why_no_floors=str(error), chosen="0").imported()
        made, picture, plan = building.map, None, None
        if self.painted is not None and self.painted[0] == building.how:
            picture = self.painted[1]
            made = made.with_picture(building.how.painted(sha256(picture).hexdigest()))
        elif building.how is not None:
            files = [one.imported for one in self.parts]
            known = {
                one.map.picture.sha256: one.picture
                for one in files
                if one.map.picture is not None and one.picture is not None
            }
            plan = SheetPlan(building.how, known)
        is_said = any(one.imported.is_scale_said for one in self.parts)
        told = self._report_of_all(made)
        return Imported(made, picture, told, self, is_scale_said=is_said, plan=plan)

    def _alone(self, at: int) -> Imported:
        one = self.parts[at].imported
        checks = self._own_checks({at: None})
        report = replace(one.report, checks=(self._question(), *checks), retaggable=())
        others = len(self.parts) - 1
        line = ReportLine("other_maps", _("Other maps that came with it"), str(others))
        report = replace(report, left_out=(line, *report.left_out))
        return replace(one, report=report, draft=self)

    def _laid_order(self) -> list[int]:
        """Return the numbers of the maps, the lowest first."""
        numbers = list(range(len(self.parts)))
        return numbers[::-1] if self.chosen == DOWN else numbers

    def _building(self) -> _Building:
        numbers = self._laid_order()
        said = (one.imported for one in self.parts if one.imported.is_scale_said)
        scale = next((one.map.scale for one in said), self.parts[0].imported.map.scale)
        pages = [
            PageToLay(self.parts[at].imported.scaled_as(scale), self.parts[at].name, height)
            for at, height in zip(numbers, self.order.heights_m, strict=True)
        ]
        return _Building(*building_of(pages))

    # --- questions -------------------------------------------------------------------------------

    def _choices(self) -> tuple[Choice, ...]:
        alone = tuple(
            Choice(str(at), _("Only {name}").format(name=one.name))
            for at, one in enumerate(self.parts)
        )
        if self.why_no_floors:
            return alone
        if self.order.is_told:
            return Choice(UP, _("All, as floors")), *alone
        text = _("Floors, {name} lowest")
        low, high = self.parts[0].name, self.parts[-1].name
        return Choice(UP, text.format(name=low)), Choice(DOWN, text.format(name=high)), *alone

    def _question(self) -> Check:
        question = _("{n} maps: as floors of one building?").format(n=len(self.parts))
        names = ", ".join(self.parts[at].name for at in self._laid_order())
        note = _("From below: {names}. Heights are changed with the floors (C).")
        note = note.format(names=names)
        if self.why_no_floors:
            note = _("They cannot be floors of one map: {why}").format(why=self.why_no_floors)
        elif self.chosen.isdecimal():
            note = _("The others are left out; import them again, or as floors later (C).")
        choices = self._choices()
        return Check(AS_FLOORS, question, note, choices, self.chosen, is_answered=self.is_answered)

    def _own_checks(self, floors: dict[int, Floor | None]) -> Iterator[Check]:
        """Yield what the maps leave open: asked once where several ask it with the same answers.

        Args:
            floors: On which floor each map lies, by its number; None where it lies alone.
        """
        groups: dict[object, list[tuple[int, Check]]] = {}
        for at in floors:
            for check in self.parts[at].imported.report.checks:
                ways = tuple(one.id for one in check.choices)
                key = (check.id, ways) if check.place is None else (check.id, at)
                groups.setdefault(key, []).append((at, check))
        for group in groups.values():
            numbers = ",".join(str(at) for at, _check in group)
            at, first = group[0]
            wordings = list(dict.fromkeys(one.question for _at, one in group))
            question = "; ".join(wordings[:_MOST_WORDINGS])
            if len(wordings) > _MOST_WORDINGS:
                question += " \u2026"
            if len(group) < len(floors):
                names = ", ".join(self.parts[one].name for one, _check in group)
                question = f"{names}: {question}"
            chosen = {one.chosen for _at, one in group}
            yield Check(
                f"{numbers}:{first.id}",
                question,
                first.note,
                first.choices,
                first.chosen if len(chosen) == 1 else "",
                _moved(first, floors[at]),
                is_answered=all(one.is_answered for _at, one in group),
            )

    # --- the report ------------------------------------------------------------------------------

    def _report_of_all(self, made: BattleMap) -> ImportReport:
        numbers = self._laid_order()
        floors: dict[int, Floor | None] = dict(zip(numbers, made.floors, strict=True))
        parts = [(self.parts[at], floor) for at, floor in floors.items()]
        standing = without_rims(made.walls, made.floors)
        read = [
            _floor_line(one, sum(wall.id.startswith(f"{floor.id}-") for wall in standing))
            for one, floor in parts
            if floor is not None
        ]
        return ImportReport(
            title=made.name or self.parts[0].name,
            subtitle=_("{n} maps, as floors").format(n=len(self.parts)),
            read=tuple(read),
            mended=tuple(_lines(parts, "mended")),
            left_out=(*self._beyond(made), *_lines(parts, "left_out")),
            checks=(self._question(), *self._own_checks(floors)),
        )

    def _beyond(self, made: BattleMap) -> Iterator[ReportLine]:
        """Yield what one map has no room for, or not twice."""
        maps = [one.imported.map for one in self.parts]
        for code, text, count in (
            (
                "lights_beyond",
                _("Lights beyond what a map may have"),
                sum(len(one.light_sources) for one in maps) - len(made.light_sources),
            ),
            (
                "pins_many",
                _("Notes beyond what a map may have"),
                sum(len(one.pins) for one in maps) - len(made.pins),
            ),
            (
                "kept",
                _("Keys that Gridwar does not read: an export of floors lacks them"),
                sum(one.kept is not None for one in maps),
            ),
            (
                "other_light",
                _("The maps are not equally light: all is as the lowest"),
                len({one.light for one in maps}) - 1,
            ),
        ):
            if count > 0:
                yield ReportLine(code, text, str(count))


def _floor_line(part: MapPart, walls: int) -> ReportLine:
    size = part.imported.map.size
    text = _("{w} × {h}, {n} walls").format(w=size.w, h=size.h, n=walls)
    return ReportLine("floor", part.name, text)


def _lines(parts: Iterable[tuple[MapPart, Floor | None]], section: str) -> Iterator[ReportLine]:
    """Yield the lines of a section of all reports, each with the name of its map."""
    for part, floor in parts:
        for line in getattr(part.imported.report, section):
            yield replace(line, text=f"{part.name}: {line.text}", place=_moved(line, floor))


def _moved(one: Check | ReportLine, floor: Floor | None) -> Cell | None:
    """Return where something is on the sheet that has a place on its own map."""
    if one.place is None or floor is None:
        return one.place
    return one.place.shifted(*floor.at)
