"""``gridwar --self-test``: is everything here that a built Gridwar needs?

Counts the rule systems, loads every rulebook, imports a map, draws a page of a PDF, works a chart
out in a process, plays a command in a file and reads it again. What needs a window is
``window_selftest``'s; ``cli`` puts both together. The user's own folders are neither read nor
written.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING

import numpy as np

from gridwar import __version__
from gridwar.content.manifest_and_rule_index import index, manifest
from gridwar.content.rules_folder import effective_hash, rules_folder, rules_ids
from gridwar.control.insight.chart_job import Asked, Seen, Told
from gridwar.control.insight.chart_process import ChartProcess
from gridwar.control.state.chart_choice import ChartKind
from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import GridwarError
from gridwar.formats.grid_finding import finding_words
from gridwar.formats.pdf.page_images import PageChoice, image_of_page
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.formats.reading_any_map import read_map
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.grid.movement.movement_graph import is_backend_found
from gridwar.model.geometry import Cell
from gridwar.paths import HOME_VARIABLE, data_dir
from gridwar.storage.new_open_and_sample_fights import create
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system, systems
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit.rule_system import System

_PDF = b"""%%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 540 540]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length %d>>stream
%b
endstream endobj
trailer<</Root 1 0 R>>
"""
"""A page with some content; PDFium finds its way without a table."""
_GRID = b"".join(b"%d 0 m %d 540 l 0 %d m 540 %d l S " % ((at,) * 4) for at in range(0, 541, 27))
"""A printed grid of twenty cells a side."""
_PDF_PX = (1400, 1400)
"""A cell of it would have 56.25 pixels at the usual dots an inch; it is drawn anew with 70."""
_GRID_PX = 40
_CHART_S = 60.0
"""So long a process may take to start where others are at work."""


def self_test(*more: Callable[[], str]) -> int:
    """Run all checks, print one line, and return 1 where one fails.

    Args:
        more: Further checks; each returns its words, or raises.
    """
    done, failed = [], 0
    with _empty_folders():
        maps = (_maps, _scenes, _grids, _pages, _tiles)
        checks = (_systems, _rulebooks, _searches, *maps, _charts, _files)
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


def _scenes() -> str:
    """Write a map as a scene of Foundry with its picture beside it, and read it again."""
    found = read_map(data_dir("assets") / "maps" / "drowned-heron.dd2vtt")
    target = Target("self-test", format_of("foundry-14"))
    made = export_map(found.map, found.picture, lambda *_: b"", target)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "self-test.json"
        path.write_text(made.text, encoding="utf-8")
        (Path(folder) / made.picture_name).write_bytes(made.picture or b"")
        again = read_map(path)
    if len(again.map.walls) != len(found.map.walls) or again.picture != found.picture:
        raise ValueError(_("{path}: the map came without walls or picture").format(path=path))
    return _("a Foundry scene written and imported")


def _charts() -> str:
    """Ask the process that works charts out, which is the program once more, in each system.

    Its modules are loaded there for who sees a square; what a foe could do there takes all rules,
    and in some systems seconds, so that one stands for them.
    """
    worker, playable = ChartProcess(), [one for one in systems().values() if one.playable]
    try:
        for system in playable:
            _chart(worker, system, ChartKind.SEEN_BY)
        _chart(worker, find_system("drive"), ChartKind.DANGER)
    finally:
        worker.close()
    text = ngettext("a chart of {n} system", "charts of {n} systems", len(playable))
    return text.format(n=len(playable)) + " " + _("worked out beside the window")


def _chart(worker: ChartProcess, system: System, kind: ChartKind) -> None:
    """Ask for one square beside a foe."""
    encounter = system.new_encounter("Self-test")
    samples = system.data.samples()
    hero, foe = (next(one for one in samples if one.side == side) for side in "12")
    for one, cell in ((hero, Cell(1, 1)), (foe, Cell(4, 1))):
        encounter = encounter.with_combatant(one.replace(pos=cell))
    session = Session(system, Loaded(encounter, (), Position(), DiceCounter(1)))
    session.submit(BeginFight())
    told: Queue[Told] = Queue()
    asked = Asked(hero.id, kind, None, (Cell(3, 1),))
    worker.begin(system, session.encounter, asked, told.put)
    try:
        found = told.get(timeout=_CHART_S).squares
    except Empty as error:
        text = _("{id}: the process that works charts out says nothing")
        raise ValueError(text.format(id=system.id)) from error
    if worker.is_lost or not isinstance(found[0].found, Danger | Seen):
        text = _("{id}: the process that works charts out does not")
        raise ValueError(text.format(id=system.id))


def _grids() -> str:
    """Find a grid of squares: parts of numpy that nothing else calls."""
    picture = np.full((320, 480), 160, dtype=np.uint8)
    picture[::_GRID_PX] = picture[:, ::_GRID_PX] = 90
    finding = find_grid(picture)
    if round(finding.cell_x_px) != _GRID_PX:
        raise ValueError(_("the grid of a picture is not found"))
    return finding_words(finding)


def _pages() -> str:
    """Draw a page of a PDF, which starts the program once more, on the grid that is found on it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.pdf"
        path.write_bytes(_PDF % (len(_GRID), _GRID))
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
