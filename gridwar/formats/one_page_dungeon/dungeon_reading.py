"""A One Page Dungeon read: the map that is drawn of it, its pins, its report, the one question.

How long a square is the file does not say: it is asked. A picture that came with it is decoration.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.import_report import (
    Check,
    Choice,
    Imported,
    ImportReport,
    Notes,
    ReportLine,
    require_choice,
    stop_if,
    unknown_check,
)
from gridwar.formats.one_page_dungeon.dungeon_drawn import drawn
from gridwar.formats.one_page_dungeon.dungeon_values import DoorType, dungeon_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.map_limits import MOST_PIN_LETTERS, MOST_PINS
from gridwar.model.pins import MOST_LABEL, MOST_PIN_TEXT, Pin
from gridwar.model.scale import Scale
from gridwar.model.sketch import SketchThingKind
from gridwar.model.sketched_map import sketched
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.formats.foreign_map_file import ForeignMapFile
    from gridwar.formats.import_report import Cancel, Progress
    from gridwar.formats.one_page_dungeon.dungeon_values import Dungeon
    from gridwar.model.sketch import Sketch

SCALE: Final = "scale"
"""The id of the question how long a square is."""
_SCALES: Final[Mapping[str, Scale]] = {
    "1.5 m": Scale.constant(cell_size=1.5, unit="m"),
    "5 ft": Scale.constant(cell_size=5.0, unit="ft"),
}
_UNSAID: Final = next(iter(_SCALES))
_MOST_NAME: Final = 200
_OPEN_WAYS: Final = frozenset({DoorType.OPEN, DoorType.NARROW, DoorType.STEPS})
STORY: Final = "story"
"""The id of the pin with the story."""


def is_one_page_dungeon(file: ForeignMapFile) -> bool:
    """Return whether a file says what a One Page Dungeon has to say."""
    return isinstance(file.said.get("rects"), list) and "doors" in file.said


def read_one_page_dungeon(file: ForeignMapFile, progress: Progress, cancelled: Cancel) -> Imported:
    """Read what a One Page Dungeon holds.

    Raises:
        MapError: It is damaged, or too large; the message names it, the place and what helps.
        Cancelled: Somebody asked to give up.
    """
    progress(0.2, _("Reading rooms and doors"))
    notes = Notes()
    try:
        dungeon = dungeon_of(file.said)
        stop_if(cancelled)
        progress(0.5, _("Drawing the dungeon"))
        sketch = drawn(dungeon, notes)
        stop_if(cancelled)
        progress(0.7, _("Putting up walls"))
        bare = BattleMap(width=sketch.width, height=sketch.height)
        name = dungeon.title[:_MOST_NAME] or Path(file.path.name).stem
        page = sketched(bare, sketch).with_name(name)
        stop_if(cancelled)
        page = page.with_pins(_pins(dungeon, page, notes))
    except MapError as error:
        raise MapError(f"{file.path}: {error}") from error
    for picture in file.beside:
        text = _("Picture beside it: decoration, the map is drawn from the file")
        notes.leave_out("picture", text, picture.name)
    notes.read += _told(dungeon, page, sketch)
    return DungeonDraft(file.path.name, page, notes).imported()


class DungeonDraft(Struct, frozen=True):
    """A dungeon that was drawn, and how long its squares are said to be."""

    file_name: str
    page: BattleMap
    notes: Notes
    answer: str = ""
    """Empty until somebody says it."""

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map with squares of another length.

        Raises:
            InputError: There is no such question or no such answer.
        """
        if check_id != SCALE:
            raise unknown_check(check_id)
        require_choice(self._check().choices, check_id, choice_id)
        return replace(self, answer=choice_id).imported()

    def imported(self) -> Imported:
        """Return the map under the present answer, with its report."""
        scale = _SCALES[self.answer or _UNSAID]
        report = ImportReport(
            title=self.file_name,
            subtitle=self.page.name,
            read=tuple(self.notes.read),
            mended=tuple(self.notes.mended),
            left_out=tuple(self.notes.left_out),
            checks=(self._check(),),
        )
        page, is_said = self.page.with_scale(scale), bool(self.answer)
        return Imported(page, None, report, self, is_scale_said=is_said)

    def _check(self) -> Check:
        choices = tuple(Choice(one, one) for one in _SCALES)
        note = _("The file does not say it. Until you do, it is as in this fight.")
        question = _("How long is a square?")
        is_answered = bool(self.answer)
        return Check(SCALE, question, note, choices, self.answer, is_answered=is_answered)


# --- pins -----------------------------------------------------------------------------------------


def _pins(dungeon: Dungeon, page: BattleMap, notes: Notes) -> tuple[Pin, ...]:
    """Return a pin for each note, and one with the story at the entrance."""
    left, top = dungeon.corner
    found, beyond, cut, letters = [], dungeon.lost_notes, 0, 0
    story = _story(dungeon, page)
    if story is not None:
        found.append(story)
        letters = len(story.text)
    for number, note in enumerate(dungeon.notes, start=1):
        at = Point(round((note.x - left) * SUBCELL), round((note.y - top) * SUBCELL))
        text, label = note.text[:MOST_PIN_TEXT], note.ref[:MOST_LABEL]
        pin = Pin(id=f"note-{number}", point=at, label=label, text=text)
        letters += len(text)
        is_too_much = len(found) >= MOST_PINS or letters > MOST_PIN_LETTERS
        if is_too_much or not page.contains(pin.cell):
            beyond += 1
            continue
        cut += (text, label) != (note.text, note.ref)
        found.append(pin)
    notes.mend_count("notes_cut", _("Notes longer than a pin holds: cut"), cut)
    notes.leave_out_count("notes", _("Notes without a place on the map, or too many"), beyond)
    return tuple(found)


def _story(dungeon: Dungeon, page: BattleMap) -> Pin | None:
    """Return the pin that tells what the dungeon is, at its entrance or its first room."""
    words = "\n".join(filter(None, (f"# {dungeon.title}" * bool(dungeon.title), dungeon.story)))
    if not dungeon.story:
        return None
    ways = [one for one in dungeon.doors if one.type is DoorType.ENTRANCE]
    first = ways[0] if ways else dungeon.rooms[0]
    left, top = dungeon.corner
    x, y = first.x - left, first.y - top
    middle = Point(x * SUBCELL + SUBCELL // 2, y * SUBCELL + SUBCELL // 2)
    story = Pin(id=STORY, point=middle, text=words[:MOST_PIN_TEXT])
    return story if page.contains(story.cell) else None


# --- report ---------------------------------------------------------------------------------------


def _told(dungeon: Dungeon, page: BattleMap, sketch: Sketch) -> list[ReportLine]:
    """Return what was read: of each kind of thing how many there are."""
    own = {(one.x, one.y) for one in dungeon.doors}
    rooms = [one for one in dungeon.rooms if (one.w, one.h) != (1, 1) or (one.x, one.y) not in own]
    types = [DoorType.OPEN if one.type is None else one.type for one in dungeon.doors]
    kinds = [one.kind for one in sketch.things]
    story = any(one.id == STORY for one in page.pins)
    counted = (
        ("rooms", _("Rooms and corridors"), sum(not one.is_round for one in rooms)),
        ("round", _("Round rooms"), sum(one.is_round for one in rooms)),
        ("doors", _("Doors"), types.count(DoorType.DOOR) + types.count(DoorType.STEEL)),
        ("double", _("Double doors"), types.count(DoorType.DOUBLE)),
        ("secret", _("Secret doors"), types.count(DoorType.SECRET)),
        ("bars", _("Portcullises"), types.count(DoorType.PORTCULLIS)),
        ("ways", _("Ways without a door"), sum(one in _OPEN_WAYS for one in types)),
        ("entrances", _("Entrances"), types.count(DoorType.ENTRANCE)),
        ("down", _("Stairs down"), types.count(DoorType.STAIRS_DOWN)),
        ("water", _("Squares of water"), kinds.count(SketchThingKind.WATER)),
        ("columns", _("Columns"), kinds.count(SketchThingKind.PILLAR)),
        ("pins", _("Notes, as pins"), len(page.pins) - story),
    )
    found = [ReportLine("size", _("Squares"), f"{page.width} × {page.height}")]
    found += [ReportLine(code, words, str(count)) for code, words, count in counted if count]
    if story:
        found.append(ReportLine("story", _("Story"), _("a pin at the entrance")))
    return found
