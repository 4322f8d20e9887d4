"""``gridwar --self-test``: is everything here that a built Gridwar needs?

Counts the rule systems, loads every rulebook, imports a map, draws a page of a PDF, plays a command
in a file and reads it again. What needs a window is ``window_selftest``'s; ``cli`` puts both
together. The user's own folders are neither read nor written.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar import __version__
from gridwar.content.manifest_and_rule_index import index, manifest
from gridwar.content.rules_folder import effective_hash, rules_folder, rules_ids
from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import GridwarError
from gridwar.formats.pdf.page_images import PageChoice, image_of_page
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.reading_any_map import read_map
from gridwar.grid.movement.movement_graph import is_backend_found
from gridwar.paths import HOME_VARIABLE, data_dir
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system, systems
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit.rule_system import System

_PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 36]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 26>>stream
.5 .2 .1 rg 0 0 36 36 re f
endstream endobj
trailer<</Root 1 0 R>>
"""
"""A page of an inch by half an inch, half of it brown; PDFium finds its way without a table."""
_PDF_PX = (150, 75)


def self_test(*more: Callable[[], str]) -> int:
    """Run all checks, print one line, and return 1 where one fails.

    Args:
        more: Further checks; each returns its words, or raises.
    """
    done, failed = [], 0
    with _empty_folders():
        checks = (_systems, _rulebooks, _searches, _maps, _pages, _tiles, _files)
        for check in (*checks, *more):
            try:
                done.append(check())
            except (GridwarError, ImportError, LookupError, OSError, ValueError) as error:
                failed += 1
                sys.stderr.write(f"failed  {type(error).__name__}: {error}\n")
    if not failed:
        sys.stdout.write(f"gridwar {__version__}: {'; '.join(done)}\n")
    return 1 if failed else 0


@contextmanager
def _empty_folders() -> Iterator[None]:
    """Let the user's folders be elsewhere meanwhile, and empty."""
    before = os.environ.get(HOME_VARIABLE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[HOME_VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[HOME_VARIABLE]
            if before is not None:
                os.environ[HOME_VARIABLE] = before


def _systems() -> str:
    found = systems()
    if not found:
        raise LookupError(_("there is no rule system"))
    text = ngettext("{n} rule system: {ids}", "{n} rule systems: {ids}", len(found))
    return text.format(n=len(found), ids=", ".join(found))


def _rulebooks() -> str:
    ids = rules_ids()
    missing = sorted(set(systems()) - set(ids))
    if missing:
        raise LookupError(_("no rulebook for {ids}").format(ids=", ".join(missing)))
    idle = sorted(set(ids) - set(systems()))
    if idle:  # where the program was packed without one
        raise LookupError(_("no rule system for the rulebooks {ids}").format(ids=", ".join(idle)))
    for one in ids:
        folder = rules_folder(one)
        manifest(folder)
        index(folder)
        effective_hash(folder)
    text = ngettext("{n} rulebook loaded", "{n} rulebooks loaded", len(ids))
    return text.format(n=len(ids))


def _searches() -> str:
    if not is_backend_found():
        raise LookupError(_("networkx does not find Gridwar's searches: install it again"))
    return _("fast searches found")


def _maps() -> str:
    path = data_dir("assets") / "maps" / "drowned-heron.dd2vtt"
    found = read_map(path).map
    if not found.walls or found.picture is None:
        raise ValueError(_("{path}: the map came without walls or picture").format(path=path))
    return _("{name} imported").format(name=path.name)


def _pages() -> str:
    """Draw a page of a PDF, which starts the program once more."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.pdf"
        path.write_bytes(_PDF)
        picture = image_of_page(path, PageChoice())
    info = look_at(picture.data)
    if (info.width_px, info.height_px) != _PDF_PX:
        raise ValueError(_("a page of a PDF came as {info}").format(info=info))
    return _("a page of a PDF drawn")


def _tiles() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "self-test.tmx"
        path.write_text(_TMX, encoding="utf-8")
        found = read_map(path)
    if len(found.map.walls) != _TMX_WALLS or found.plan is None:
        raise ValueError(_("{path}: the map came without walls or picture").format(path=path))
    return _("a map of Tiled imported")


_TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
 <layer name="Walls" width="3" height="1">
  <data encoding="base64" compression="zlib">eJxjYGBgYGSAAAAAFAAC</data>
 </layer>
</map>"""
_TMX_WALLS = 2
"""Left and right of the one tile in the middle."""


def _files() -> str:
    playable = [one for one in systems().values() if one.playable]
    with tempfile.TemporaryDirectory() as folder:
        for system in playable:
            _play(system, Path(folder) / f"{system.id}.gridwar")
    text = ngettext("a fight of {n} system", "fights of {n} systems", len(playable))
    return text.format(n=len(playable)) + " " + _("played, saved and read again")


def _play(system: System, path: Path) -> None:
    first = system.new_encounter("Self-test")
    loaded = Loaded(first, (), Position(), DiceCounter(1))
    journal = create(path, first, system, loaded.dice)
    session = Session(system, loaded, journal)
    session.submit(AddCombatants(combatants=system.data.samples()[:4]))
    journal.close()
    again = Session(system, read_file(path, find_system).loaded)
    if again.encounter != session.encounter:
        raise ValueError(_("{id}: what was read is not what was saved").format(id=system.id))
