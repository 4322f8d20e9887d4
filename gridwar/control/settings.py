"""What the user has set: theme, size, keys, where the panels are, the fights opened last.

Owns the file of settings. It is small, every value has a sane default, and a damaged file is set
aside and told, never in the way of a start.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gridwar.errors import GridwarError
from gridwar.paths import user_config_dir
from gridwar.storage.text_file import write_text
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "settings.json"
MOST_RECENT = 12
MOST_BYTES = 1_000_000
SCALES_PCT = (80, 90, 100, 110, 125, 150, 175, 200)

Key = Annotated[str, Field(max_length=40)]
Words = Annotated[str, Field(max_length=100_000)]


class Settings(BaseModel):
    """All settings; keys of a newer Gridwar are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    theme: Literal["dark", "light"] = "dark"
    scale_pct: int = Field(default=100, ge=SCALES_PCT[0], le=SCALES_PCT[-1])
    compact: bool = False
    reduce_motion: bool | None = None
    """None: as the system wishes."""
    tour_seen: bool = False
    keys: dict[Key, tuple[Key, ...]] = {}
    """The user's keys by deed id, where they differ from the first ones."""
    recent: tuple[Words, ...] = ()
    """Paths of the fights opened last, the newest first."""
    layouts: dict[Key, dict[Key, Words]] = {}
    """By size of the screen: the window's place and its panels, as the toolkit writes them."""


class SettingsKeeper:
    """The settings in effect, written whenever one changes."""

    def __init__(self, file: Path | None = None) -> None:
        """Begin with the defaults.

        Args:
            file: Where they are kept; None keeps them in memory only.
        """
        self.now = Settings()
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
            text = _("The settings cannot be kept: {why}")
            self.problem = text.format(why=error)

    def reset(self) -> Path | None:
        """Begin with the first settings again; return where what was set is kept.

        Which fights were opened last and whether the tour was seen is no setting, and stays.
        """
        aside = None
        if self._file is not None and self._file.exists():
            aside = self._file.with_name(f"{self._file.stem}-before-reset{self._file.suffix}")
            with contextlib.suppress(OSError):
                self._file.replace(aside)
        before, self.now = self.now, Settings()
        self.change(recent=before.recent, tour_seen=before.tour_seen)
        return aside

    def remember(self, path: Path) -> None:
        """Put a fight at the head of those opened last."""
        shown = str(path.resolve())
        rest = (one for one in self.now.recent if one != shown)
        self.change(recent=(shown, *rest)[:MOST_RECENT])

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
        if place.stat().st_size > MOST_BYTES:
            keeper.problem = _set_aside(place, _("it is too large"))
        else:
            keeper.now = Settings.model_validate_json(place.read_bytes())
    except FileNotFoundError:
        pass
    except ValidationError as error:
        keeper.now, wrong = _mended(place, error)
        keeper.problem = _set_aside(place, wrong)
    except (OSError, ValueError) as error:
        keeper.problem = _set_aside(place, str(error))
    return keeper


def _mended(place: Path, error: ValidationError) -> tuple[Settings, str]:
    """Return the settings without the values that are wrong, and what these are."""
    wrong = error.errors()
    keys = {str(one["loc"][0]) for one in wrong if one["loc"]}
    why = "; ".join(f"{'.'.join(map(str, one['loc']))} {one['msg']}".strip() for one in wrong[:3])
    try:
        found = json.loads(place.read_bytes())
    except ValueError:
        return Settings(), why
    if not isinstance(found, dict):
        return Settings(), why
    sound = {key: value for key, value in found.items() if key not in keys}
    return Settings.model_validate_json(json.dumps(sound)), why


def _set_aside(place: Path, why: str) -> str:
    """Rename a file that cannot be read and return what to tell."""
    aside = place.with_name(f"{place.stem}-damaged{place.suffix}")
    text = _("{file} could not be read ({why}). What is wrong in it has its default again; "
             "the file is kept as {aside}.")  # fmt: skip
    try:
        place.replace(aside)
    except OSError as error:
        text = _("{file} could not be read ({why}; {error}). The defaults are in effect.")
        return text.format(file=place, why=why, error=error.strerror)
    return text.format(file=place, why=why, aside=aside.name)
