"""A map laid as one more floor of another, with the questions that its file leaves open."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.floors_put_together import sheet_picture, with_floor_from
from gridwar.formats.foundry.scene_questions import FLOORS, LEVEL
from gridwar.formats.import_report import Imported
from gridwar.formats.maps_as_floors import AS_FLOORS
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import Check, ReportLine
    from gridwar.formats.picture_of_sheet import SheetPicture
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Cell


class FloorBeside(Struct, frozen=True):
    """A map, the file of its picture, and what was read to be its highest floor."""

    page: BattleMap
    base: bytes | None
    other: Imported
    painted: tuple[SheetPicture, bytes] | None = None

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the building under another answer.

        Raises:
            InputError: There is no such question or no such answer.
            MapError: There is no room for what comes of it.
        """
        return replace(self, other=self.other.answered(check_id, choice_id)).imported()

    def drawn_as(self, png: bytes) -> Imported:
        """Return the building with the picture of all its floors.

        Raises:
            MapError: It cannot be shown.
        """
        look_at(png, self.page.name)
        _made, _floor, how = self._made()
        assert how is not None
        return replace(self, painted=(how, png)).imported()

    def imported(self) -> Imported:
        """Return the building, with the report on what was read.

        Raises:
            MapError: There is no room for it, or its cells are of another length.
        """
        made, floor, how = self._made()
        picture, plan = None, None
        if how is not None and self.painted is not None and self.painted[0] == how:
            picture = self.painted[1]
            made = made.with_picture(how.painted(sha256(picture).hexdigest()))
        elif how is not None:
            pairs = ((self.page, self.base), (self.other.map, self.other.picture))
            files = {
                page.picture.sha256: data
                for page, data in pairs
                if page.picture is not None and data is not None
            }
            plan = SheetPlan(how, files)
        told = self.other.report
        report = replace(
            told,
            subtitle=_("One more floor: {what}").format(what=told.subtitle or told.title),
            read=tuple(_moved(one, floor) for one in told.read),
            mended=tuple(_moved(one, floor) for one in told.mended),
            left_out=tuple(_moved(one, floor) for one in told.left_out),
            checks=tuple(replace(one, place=_place(one, floor)) for one in told.checks),
            retaggable=(),
        )
        return Imported(made, picture, report, self, is_scale_said=True, plan=plan)

    def _made(self) -> tuple[BattleMap, Floor, SheetPicture | None]:
        other = self.other.scaled_as(self.page.scale)
        made, floor = with_floor_from(self.page, other)
        return made, floor, sheet_picture(self.page, other, floor)


def one_page_of(found: Imported) -> Imported:
    """Return what was read as a map of one page: of several levels or maps the first is taken.

    Raises:
        MapError: It has floors, whatever is answered.
    """
    while found.map.floors:
        check = next((one for one in found.report.checks if one.id in {LEVEL, AS_FLOORS}), None)
        ways = () if check is None else check.choices
        alone = next((one.id for one in ways if one.id.isdecimal()), FLOORS)
        if check is None or alone in {check.chosen, FLOORS}:
            raise MapError(_("It has floors of its own: take a map of one page."))
        found = found.answered(check.id, alone)
    return found


def _moved(line: ReportLine, floor: Floor) -> ReportLine:
    return line if line.place is None else replace(line, place=_place(line, floor))


def _place(one: Check | ReportLine, floor: Floor) -> Cell | None:
    return None if one.place is None else one.place.shifted(*floor.at)
