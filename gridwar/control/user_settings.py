"""What the user has set: theme, size, where the panels are, the fights opened last, own keys.

Owns the file of settings: it is small, every value has a sane default, and a damaged file is set
aside and told, never in the way of a start or of a reset, whatever is in it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gridwar.bounded_read import read_bounded
from gridwar.errors import GridwarError
from gridwar.paths import user_config_dir
from gridwar.storage.atomic_write import write_text
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


FILE_NAME = "settings.json"
MOST_RECENT = 12
MOST_BYTES = 1_000_000
_MOST_WORDS = 300
"""So much is told of what is wrong in a file."""
SCALES_PCT = (80, 90, 100, 110, 125, 150, 175, 200)

MOST_USUAL = 6
"""So many actions stand under the first heading of the list."""
MOST_KEPT = 200
"""So much is kept of a kind: systems, headings."""
MOST_LETTERS = 200
"""Of a name that is kept."""

Key = Annotated[str, Field(max_length=40)]
Name = Annotated[str, Field(max_length=MOST_LETTERS)]
Words = Annotated[str, Field(max_length=100_000)]
MapPaths = Annotated[tuple[Words, ...], Field(min_length=1, max_length=MOST_KEPT)]
Usual = Annotated[tuple[Name, ...], Field(max_length=MOST_USUAL)]
Sentence = Annotated[tuple[Name, ...], Field(max_length=MOST_USUAL * 2)]
Switches = Annotated[dict[Name, bool], Field(max_length=MOST_KEPT)]


class UserSettings(BaseModel):
    """All settings; keys of a newer Gridwar are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    theme: Literal["dark", "light"] = "dark"
    scale_pct: int = Field(default=100, ge=SCALES_PCT[0], le=SCALES_PCT[-1])
    compact: bool = False
    reduce_motion: bool | None = None
    """None: as the system wishes."""
    tour_seen: bool = False
    """Whether the tour was begun once; from then on it comes only when it is asked for."""
    begun_with: Name = ""
    """The id of the rules by which the last new fight was begun."""
    used: Annotated[dict[Key, int], Field(max_length=MOST_KEPT)] = {}
    """How often the actions of the window were chosen in the palette, by their ids."""
    keys: dict[Key, tuple[Key, ...]] = {}
    """The user's keys by action id, where they differ from the first ones."""
    told_keys: tuple[Key, ...] = ()
    """Those of which it was said that another action would have had them."""
    recent: tuple[Words, ...] = ()
    """Paths of the fights opened last, the newest first."""
    imported: Annotated[tuple[MapPaths, ...], Field(max_length=MOST_KEPT)] = ()
    """Files of the maps imported last, those of one map together, the newest first."""
    folders: Annotated[dict[Key, Words], Field(max_length=MOST_KEPT)] = {}
    """By kind of file: where one was chosen last."""
    layouts: dict[Key, dict[Key, Words]] = {}
    """By size of the screen: the window's place and its panels, as the toolkit writes them."""
    usual: Annotated[dict[Key, Usual], Field(max_length=MOST_KEPT)] = {}
    """By rule system: the actions that stand first in the list, where the user chose them."""
    folded: Annotated[dict[Key, Switches], Field(max_length=MOST_KEPT)] = {}
    """By rule system: whether a heading of the list is folded, where the user did it."""
    layers: Annotated[dict[Key, Switches], Field(max_length=MOST_KEPT)] = {}
    """By rule system: whether a layer of the map is shown at rest, where the user changed it."""
    stands: Annotated[dict[Key, Sentence], Field(max_length=MOST_KEPT)] = {}
    """By rule system: what was asked last of squares where somebody could stand, a chip each."""

    players_screen: Name = ""
    """The screen that the players' window was on last, by its name."""
    players: Switches = {}
    """What players are shown beyond what their people see, by what it is."""
    players_screens: Annotated[dict[Key, dict[Key, Words]], Field(max_length=MOST_KEPT)] = {}
    """By screen: where the players' window looks there, and how large."""

    map_picture: Annotated[dict[Key, Key], Field(max_length=MOST_KEPT)] = {}
    """What was chosen for the picture of a map that was saved last."""


class SettingsKeeper:
    """The settings in effect, written whenever one changes."""

    def __init__(self, file: Path | None = None) -> None:
        """Begin with the defaults.

        Args:
            file: Where they are kept; None keeps them in memory only.
        """
        self.now = UserSettings()
        self.problem = ""
        """What went wrong with the file, to be told once."""
        self._file = file

    def change(self, **changes: object) -> None:
        """Change settings and write them; a file that cannot be written is told."""
        self.now = self.now.model_copy(update=changes)
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_text(self._file, self.now.model_dump_json(indent=2) + "\n")
        except (GridwarError, OSError) as error:
            self.problem = _("The settings cannot be saved: {why}").format(why=error)

    def reset(self) -> Path | None:
        """Begin with the first settings again; return where what was set is kept.

        The list of recent fights, and whether the tour was seen, stay.
        """
        aside = None
        if self._file is not None:
            aside, self.problem = _set_before_reset_aside(self._file)
        self.begin_again(self.now)
        return aside

    def begin_again(self, before: UserSettings) -> None:
        """Use the defaults, but keep the recent fights and whether the tour was seen."""
        self.now = UserSettings()
        self.change(recent=before.recent, imported=before.imported, tour_seen=before.tour_seen)

    def remember(self, path: Path) -> None:
        """Put a fight at the head of the recent ones, unless its name cannot be written as text."""
        shown = str(path.resolve())
        if _as_text(shown) == shown:
            rest = (one for one in self.now.recent if one != shown)
            self.change(recent=(shown, *rest)[:MOST_RECENT])

    def remember_map(self, paths: Sequence[Path]) -> None:
        """Put a map of some files at the head of those imported, unless its names are no text."""
        shown = tuple(str(one.resolve()) for one in paths[:MOST_KEPT])
        if all(_as_text(one) == one for one in shown):
            rest = (one for one in self.now.imported if one[0] != shown[0])
            self.change(imported=(shown, *rest)[:MOST_RECENT])

    def forget(self, path: Path) -> None:
        """Take a fight off the list of those opened last."""
        gone = {str(path), str(path.resolve())}
        self.change(recent=tuple(one for one in self.now.recent if one not in gone))


def load_settings(file: Path | None = None) -> SettingsKeeper:
    """Read the user's settings; what cannot be read is set aside and told.

    Args:
        file: Another file than the user's.
    """
    place = file or user_config_dir() / FILE_NAME
    keeper = SettingsKeeper(place)
    try:
        keeper.now, wrong = _read(read_bounded(place, MOST_BYTES))
    except FileNotFoundError:
        return keeper
    except OSError as error:
        wrong = error.strerror or str(error)
    if wrong:
        keeper.problem = _set_aside(place, wrong)
    return keeper


def reset_settings(file: Path | None = None) -> SettingsKeeper:
    """Begin with the first settings again; the file is set aside before anything of it is read.

    Args:
        file: Another file than the user's.

    Returns:
        The first settings; ``problem`` says where those before are kept, or why they stay.
    """
    place = file or user_config_dir() / FILE_NAME
    keeper = SettingsKeeper(place)
    aside, keeper.problem = _set_before_reset_aside(place)
    if aside is not None:
        keeper.problem = _("The previous settings are kept as {file}.").format(file=aside)
        try:
            before, _wrong = _read(read_bounded(aside, MOST_BYTES))
        except OSError:
            return keeper  # it is told where they are
        keeper.begin_again(before)
    return keeper


def _read(raw: bytes) -> tuple[UserSettings, str]:
    """Return the settings that a file holds, and what in it is wrong; empty where nothing is.

    A value that is wrong costs only itself.
    """
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError) as error:
        return UserSettings(), _words(str(error))
    if not isinstance(found, dict):
        return UserSettings(), _("it contains no settings")
    try:
        return UserSettings.model_validate(found), ""
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False, include_context=False)
    why = "; ".join(f"{'.'.join(map(str, one['loc']))} {one['msg']}".strip() for one in wrong[:3])
    keys = {str(one["loc"][0]) for one in wrong if one["loc"]}
    sound = {key: value for key, value in found.items() if key not in keys}
    try:
        return UserSettings.model_validate(sound), _words(why)
    except ValidationError:
        return UserSettings(), _words(why)


def _words(why: str) -> str:
    """Return what can be shown of words that hold parts of a damaged file."""
    return _as_text(why if len(why) <= _MOST_WORDS else why[:_MOST_WORDS] + "\u2026")


def _as_text(words: str) -> str:
    """Return words with a question mark for each half character, which nothing can write."""
    return words.encode("utf-8", "replace").decode("utf-8")


def _set_aside(place: Path, why: str) -> str:
    """Rename a file that cannot be read and return what to tell."""
    aside = place.with_name(f"{place.stem}-damaged{place.suffix}")
    text = _(
        "{file} could not be read ({why}). Wrong settings have their defaults again; "
        "the file is kept as {aside}."
    )
    try:
        place.replace(aside)
    except OSError as error:
        text = _("{file} could not be read ({why}; {error}). The defaults are in effect.")
        return text.format(file=place, why=why, error=error.strerror)
    return text.format(file=place, why=why, aside=aside.name)


def _set_before_reset_aside(place: Path) -> tuple[Path | None, str]:
    """Rename the settings before a reset; return where they are, or why they cannot be kept."""
    aside = place.with_name(f"{place.stem}-before-reset{place.suffix}")
    try:
        place.replace(aside)
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        text = _("The previous settings cannot be kept as {file}: {why}.")
        return None, text.format(file=aside, why=error.strerror or error)
    return aside, ""
