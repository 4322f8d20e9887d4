"""The map made of a UVTT file under the answers given so far, with its report.

Every answer changes only what stands on the map, never how the file was read, so that answers can
be given in any order and taken back.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.formats.imported import Imported
from gridwar.formats.uvtt import questions
from gridwar.formats.uvtt.contents import OBJECT_ID
from gridwar.formats.uvtt.portals import NOTHING, OPEN, WINDOW
from gridwar.formats.uvtt.segments import Box
from gridwar.formats.uvtt.telling import report
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.kept import KeptKeys
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.uvtt.contents import Contents
    from gridwar.formats.uvtt.lines import Segment


@dataclass(frozen=True, slots=True)
class UvttDraft:
    """What a file held, with the answers given so far."""

    contents: Contents
    answers: frozendict[str, str] = frozendict()

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map under another answer.

        Raises:
            InputError: There is no such question or no such answer.
        """
        given = questions.answers_of(self.contents, self.answers, check_id, choice_id)
        return replace(self, answers=frozendict({**self.answers, **given})).imported()

    def imported(self) -> Imported:
        """Return the map under the present answers, with its report."""
        return Imported(
            self._map(), self.contents.picture, report(self.contents, self.answers), self
        )

    def _map(self) -> BattleMap:
        size, lights = self.contents.page.size, self.contents.lights
        if self._is_clipped:
            lights = tuple(
                one for one in lights if 0 <= one.x_cells <= size.w and 0 <= one.y_cells <= size.h
            )
        made = BattleMap(
            width=size.w, height=size.h, name=self.contents.title, scale=self.contents.scale,
            walls=tuple(self._walls()), picture=self._picture(),
        )  # fmt: skip
        return made.with_lights(lights, self._kept())

    @property
    def _is_clipped(self) -> bool:
        return self.answers.get(questions.OUTSIDE) == questions.CLIP

    def _placed(self, segments: Iterable[Segment]) -> Iterator[tuple[int, Segment]]:
        """Yield segments by their number, clipped where that was chosen."""
        box = Box.of_page(self.contents.page.size) if self._is_clipped else None
        for at, segment in enumerate(segments, start=1):
            placed = segment if box is None else box.clip(segment)
            if placed is not None:
                yield at, placed

    def _walls(self) -> Iterator[Wall]:
        for at, (a, b) in self._placed(self.contents.walls.segments):
            yield Wall(id=f"wall-{at}", a=a, b=b)
        to_objects = questions.way_of_objects(self.contents, self.answers)
        if to_objects != NOTHING:
            stops, name = to_objects == questions.STOP, _("an object")
            for at, (a, b) in self._placed(self.contents.objects.segments):
                yield Wall(id=f"{OBJECT_ID}{at}", a=a, b=b, name=name, blocks_movement=stops)
        for at, (a, b) in self._placed((one.a, one.b) for one in self.contents.portals):
            portal = self.contents.portals[at - 1]
            kind = questions.kind_of(portal, self.answers)
            if kind == WINDOW:
                yield Wall.window(portal.id, a, b)
            elif kind != NOTHING:
                state = DoorState.OPEN if kind == OPEN else portal.shut
                yield Wall(id=portal.id, a=a, b=b, kind=WallKind.DOOR, door=state)

    def _picture(self) -> Picture | None:
        if self.contents.picture is None or self.contents.info is None:
            return None
        x_px, y_px = self.contents.page.offset_px
        return Picture(
            sha256=hashlib.sha256(self.contents.picture).hexdigest(),
            pixels_per_cell=self.contents.page.pixels_per_cell,
            offset_x_px=x_px,
            offset_y_px=y_px,
            width_px=self.contents.info.width_px,
            height_px=self.contents.info.height_px,
        )

    def _kept(self) -> KeptKeys | None:
        kept = KeptKeys(
            file=self.contents.kept_file,
            walls=frozendict({one.id: one.rest for one in self.contents.portals if one.rest}),
        )
        return None if kept == KeptKeys() else kept
