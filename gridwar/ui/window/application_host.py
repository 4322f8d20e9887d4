"""What a window needs of the application around it: other fights, files, common settings.

`DeferredHost` defers whatever replaces the window until the click that asked for it has returned.
Whoever asks for another fight, other rules or another size is a button, a menu or a row of the very
window that goes. It may go only once its click has returned: deleting a widget inside its own
click crashes Qt. Everything that replaces or rebuilds the window passes there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from gridwar.errors import GridwarError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from pathlib import Path

    from gridwar.control.maps.map_taken_along import MapParts
    from gridwar.formats.import_report import Imported, ImportReport
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.ui.players.players_screen import PlayersScreen
    from gridwar.ui.style.colors import ThemeName
    from gridwar.ui.tasks.threads import IsStopped


class HostedFile(Protocol):
    """The file of the fight in the window."""

    @property
    def path(self) -> Path | None:
        """Where it is; None where no file could be made."""

    def save_as(self, path: Path) -> None:
        """Go on in a new file."""

    def save_copy(self, path: Path) -> None:
        """Write a copy and go on in the present file."""

    def export(self, path: Path) -> Generator[None, None, Callable[[IsStopped], None]]:
        """Copy the fight as it stands; return what then writes it as JSON."""

    def export_map(
        self, path: Path, format_id: str = "", floor: str = ""
    ) -> Generator[None, None, Callable[[IsStopped], ImportReport]]:
        """Draw the map step by step where it has to be; return what writes it in a format."""

    def keep_picture(self, data: bytes) -> None:
        """Store the bytes of a picture in it."""

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return the file of a picture in it by its sha256; None where it is not there."""


class FightHost(Protocol):
    """What the window needs of the application: other fights, the file, common settings."""

    @property
    def file(self) -> HostedFile:
        """The file of the fight."""

    @property
    def players(self) -> PlayersScreen:
        """The players' window: it outlives the window of a fight."""

    def open_beside(self, path: Path) -> None:
        """Read a fight while this one goes on, then put it in its place."""

    def begin(self, system_id: str, first: str = "") -> None:
        """Begin an empty fight in place of this one.

        Args:
            system_id: The rules.
            first: The action of the window that it begins with, by its id.
        """

    def begin_with(
        self, first: Encounter, pictures: Mapping[str, bytes], drawn: tuple[Command, ...] = ()
    ) -> None:
        """Begin a fight in which somebody is already, in place of this one.

        Args:
            first: How it begins.
            pictures: Of whoever is in it, and of its map.
            drawn: What is drawn on its map then.
        """

    def begin_on(self, system_id: str, imported: Imported) -> None:
        """Begin an empty fight on a map that was read from a file."""

    def begin_on_map_of(self, system_id: str, path: Path) -> None:
        """Begin an empty fight on the map of a file: of a fight, or one on the shelf."""

    def use_rules(
        self, system_id: str, imported: Imported | None = None, parts: MapParts | None = None
    ) -> None:
        """Begin an empty fight by some rules on the map of this one, its report still open.

        Args:
            system_id: The rules.
            imported: What the map was read from, while its report is open.
            parts: What of the map is kept; None for all of it.
        """

    def reset_settings(self) -> None:
        """Restore the default settings."""

    def use_theme(self, name: ThemeName) -> None:
        """Change between dark and light."""

    def use_scale(self, scale_pct: int) -> None:
        """Change the size of the interface."""

    def use_compact(self, *, on: bool) -> None:
        """Change how high rows are."""

    def use_reduced_motion(self, *, on: bool) -> None:
        """Turn animations off or on."""


class DeferredHost:
    """Runs one replacement of the window at a time, after the present event."""

    def __init__(
        self,
        host: FightHost,
        later: Callable[[Callable[[], None]], None],
        failed: Callable[[GridwarError], None],
    ) -> None:
        """Wrap a host.

        Args:
            host: What does the work.
            later: Does something once the present event is over.
            failed: Is told why it could not be done.
        """
        self._host = host
        self._later = later
        self._failed = failed
        self._is_waiting = False

    @property
    def file(self) -> HostedFile:
        """The file of the fight; what is done with it leaves the window as it is."""
        return self._host.file

    @property
    def players(self) -> PlayersScreen:
        """The players' window; it stays as it is."""
        return self._host.players

    def open_beside(self, path: Path) -> None:
        """Read a fight while this one goes on, then put it in its place."""
        self._after(partial(self._host.open_beside, path))

    def begin(self, system_id: str, first: str = "") -> None:
        """Begin an empty fight in place of this one."""
        self._after(partial(self._host.begin, system_id, first))

    def begin_with(
        self, first: Encounter, pictures: Mapping[str, bytes], drawn: tuple[Command, ...] = ()
    ) -> None:
        """Begin a fight in which somebody is already, in place of this one.

        Args:
            first: How it begins.
            pictures: Of whoever is in it, and of its map.
            drawn: What is drawn on its map then.
        """
        self._after(partial(self._host.begin_with, first, pictures, drawn))

    def begin_on(self, system_id: str, imported: Imported) -> None:
        """Begin an empty fight on a map that was read from a file."""
        self._after(partial(self._host.begin_on, system_id, imported))

    def begin_on_map_of(self, system_id: str, path: Path) -> None:
        """Begin an empty fight on the map of a file: of a fight, or one on the shelf."""
        self._after(partial(self._host.begin_on_map_of, system_id, path))

    def use_rules(
        self, system_id: str, imported: Imported | None = None, parts: MapParts | None = None
    ) -> None:
        """Begin an empty fight by some rules on the map of this one, its report still open.

        Args:
            system_id: The rules.
            imported: What the map was read from, while its report is open.
            parts: What of the map is kept; None for all of it.
        """
        self._after(partial(self._host.use_rules, system_id, imported, parts))

    def reset_settings(self) -> None:
        """Restore the default settings."""
        self._after(self._host.reset_settings)

    def use_theme(self, name: ThemeName) -> None:
        """Change between dark and light."""
        self._after(partial(self._host.use_theme, name))

    def use_scale(self, scale_pct: int) -> None:
        """Change the size of the interface."""
        self._after(partial(self._host.use_scale, scale_pct))

    def use_compact(self, *, on: bool) -> None:
        """Change how high rows are."""
        self._after(partial(self._host.use_compact, on=on))

    def use_reduced_motion(self, *, on: bool) -> None:
        """Turn animations off or on."""
        self._after(partial(self._host.use_reduced_motion, on=on))

    def _after(self, act: Callable[[], None]) -> None:
        """Run something after the present event; further requests until then are dropped."""
        if not self._is_waiting:
            self._is_waiting = True
            self._later(partial(self._tried, act))

    def _tried(self, act: Callable[[], None]) -> None:
        try:
            act()
        except GridwarError as error:
            self._failed(error)
        finally:
            self._is_waiting = False
