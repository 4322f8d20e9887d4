"""The import of a map into a fight: laid, the questions of its file answered, taken off again.

Owns what was read from a file as long as its report is open, the map that it took the place of,
and what another map would take from a fight. Laying is one command, so undo brings the map before
back. Reading the file is ``formats``' business, keeping its picture the window's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.map_commands import LayMap
from gridwar.errors import GridwarError, MapError
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.formats.grid_finding import GridFinding
    from gridwar.formats.import_report import Imported
    from gridwar.model.battlemap import BattleMap, Picture


LookForGrid: TypeAlias = "Callable[[Picture, Callable[[GridFinding], None]], None]"
Straighten: TypeAlias = (
    "Callable[[Picture, GridFinding, Callable[[Picture, GridFinding], None]], None]"
)


class ImportSession:
    """One import after another; ``imported`` is the one whose report is open."""

    def __init__(self, controller: ControllerProtocol) -> None:
        self._controller = controller
        self._before: BattleMap | None = None
        self._listeners: list[Callable[[], None]] = []
        self.imported: Imported | None = None
        self.then: Callable[[], None] | None = None
        """What follows once, when the report that is open is closed and the map stays."""
        self.keep_picture: Callable[[bytes], None] = lambda data: None
        """Puts the file of a picture into the fight's own; the window knows that file."""
        self.draw: Callable[[Imported], Imported] = lambda imported: imported
        """Draws the picture of a map where an answer left it to be drawn anew; the window does."""
        self.look_for_grid: LookForGrid = lambda picture, found: None
        """Looks for the grid of a picture of the fight, in the background; the window does it."""
        self.straighten: Straighten = lambda picture, finding, made: None
        """Turns a picture back, or makes its cells square, and keeps it with the fight."""

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Be told whenever a map was laid and its report is open."""
        self._listeners.append(listener)

    def lay(self, imported: Imported) -> None:
        """Lay a map, its picture kept with the fight, and open its report."""
        if not self._keep(imported):
            return
        self.then = None
        if self.imported is None:
            self._before = self._controller.encounter.map
        self._lay(imported)

    def resume(self, imported: Imported) -> None:
        """Open the report of a map that lies here already."""
        self._before, self.imported = None, imported
        self._tell()

    @property
    def is_answerable(self) -> bool:
        """Whether the map is still as it was read, so that an answer takes no work away."""
        return self.imported is not None and self._controller.encounter.map == self.imported.map

    @property
    def is_gone(self) -> bool:
        """Whether the map lies here again that was there before the import."""
        return self._before is not None and self._controller.encounter.map == self._before

    def answer(self, check_id: str, choice_id: str) -> None:
        """Answer a question that the file left open: the map is laid anew."""
        if self.imported is None or not self.is_answerable:
            return
        try:
            answered = self.draw(self.imported.answered(check_id, choice_id))
        except MapError as error:
            self._controller.tell(Notice(str(error), tone="error"))
            return
        is_same = answered.picture is self.imported.picture
        if is_same or self._keep(answered):
            self._lay(answered)

    def _keep(self, imported: Imported) -> bool:
        """Keep the picture of a map with the fight; return whether that went well."""
        try:
            if imported.picture is not None:
                self.keep_picture(imported.picture)
        except GridwarError as error:
            self._controller.tell(Notice(str(error), tone="error"))
            return False
        return True

    def take_off(self) -> None:
        """Close the report and give the fight the map back that it had before."""
        self.imported = self.then = None
        if self._before is not None:
            self._controller.submit(LayMap(map=self._before))

    def close(self) -> None:
        """Close the report; the map stays."""
        if self.imported is not None:
            then, self.imported, self.then = self.then, None, None
            self._controller.show()
            if then is not None and not self.is_gone:
                then()

    def _lay(self, imported: Imported) -> None:
        old = self._controller.encounter.map
        imported = replace(imported, map=imported.scaled_as(old.scale))
        self.imported = imported
        if imported.map != old:
            self._controller.submit(LayMap(map=imported.map))
        self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
        self._controller.show()


class Confirmation(Struct, frozen=True):
    """What to ask before another map is laid in a fight that is under way."""

    title: str
    text: str


def confirmation(controller: ControllerProtocol, name: str) -> Confirmation | None:
    """Return what to ask before a map is laid here; None where nothing would be lost.

    Args:
        controller: The fight.
        name: What the other map is called.
    """
    session, there = controller.session, len(controller.encounter.combatants)
    done = session.history.line(session.position.cursor)
    is_bare = all(isinstance(row.command, LayMap) for row in done) and not session.open
    if is_bare and not there:
        return None
    text = _("What was drawn on the present map is lost. Undo brings it back.")
    if there:
        who = ngettext("{n} combatant stays", "{n} combatants stay", there).format(n=there)
        text = _(
            "{who} where they are, if the new map reaches that far. What was drawn on the "
            "present one is lost. Undo brings it back."
        ).format(who=who)
    return Confirmation(_("Lay {map} in this fight?").format(map=name), text)
