"""Reading a file of each format as the program does, and looking at what comes of it.

Each function takes one file and raises ``Wrong`` where something that Gridwar promises does not
hold. Gridwar's own errors may come out of it, and nothing else: whatever else does is a finding of
whoever called.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import os
import pkgutil
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gridwar.systems
from gridwar.content.manifest_and_rule_index import index, manifest
from gridwar.content.rules_folder import effective_data, rules_folder
from gridwar.control.user_settings import load_settings
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.errors import GridwarError, MapError
from gridwar.formats.grid_finding import LEAST_CELL_PX, MOST_CELL_PX, GridVerdict
from gridwar.formats.picture_of_sheet import SheetPlan
from gridwar.formats.reading_any_map import read_map, read_maps
from gridwar.formats.writing_any_map import Target, export_map, format_of
from gridwar.headless import run_script
from gridwar.model.geometry import Cell
from gridwar.storage.combatant_library import Library
from gridwar.storage.fight_json import export_json
from gridwar.storage.new_open_and_sample_fights import Fight, create, open_fight, read_json, samples
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system
from tests.slow.campaign import Wrong, plain
from tests.slow.crew import silenced
from tests.slow.fuzzing.workshop_readers import read_kept_map, read_pdf
from tests.slow.playing.checks import shown
from tests.support.uvtt import png

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from gridwar.formats.import_report import Imported
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall

PICTURE = png(120, 80)
SEARCHED = 0.3
"""How often the grid of a picture is looked for."""
ON_MAP = 0.2
"""How often what was opened is shown on the map as well."""
MOST_DRAWN_PX = 1_000_000


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """Let Gridwar's own errors pass as an answer, if they say which file is meant."""
    try:
        yield
    except GridwarError as error:
        _look_at_message(error, path)


def _look_at_message(error: GridwarError, path: Path) -> None:
    if path.name not in str(error):
        raise Wrong(f"the message names no file: {plain(str(error))}") from error


# --- fights ------------------------------------------------------------------------------------


def read_database(path: Path, chance: Random) -> None:
    """Check a ``.gridwar`` file; now and then open it, play on, and read what was written."""
    with named(path):
        found = read_file(path, find_system)
        if chance.random() < 0.1:
            export_json(found.loaded, found.version, found.blobs)
        if chance.random() > 0.2:
            return
    if chance.random() < 0.5:
        _open_and_play(path, on_map=chance.random() < ON_MAP)


def _open_and_play(path: Path, *, on_map: bool) -> None:
    before = path.read_bytes()
    try:
        fight = open_fight(path, find_system)
    except GridwarError as error:
        _look_at_message(error, path)
        return
    place, now = _played_on(fight, on_map=on_map)
    if place != path.resolve() and path.read_bytes() != before:
        raise Wrong("it goes on elsewhere, and yet the original was changed")
    try:
        again = read_file(place, find_system)
    except GridwarError as error:
        raise Wrong(f"the file it went on in cannot be read: {type(error).__name__}") from error
    if now is not None and Session(again.system, again.loaded).encounter != now:
        raise Wrong("what was written is not what was shown")


def _played_on(fight: Fight, *, on_map: bool) -> tuple[Path, Encounter | None]:
    """Do something in a fight, look at it and close it; return its file and what it showed."""
    session, journal = fight.session, fight.journal
    if journal is None:
        raise Wrong("nothing can be written anywhere")
    try:
        if not session.wanted and not isinstance(session.submit(WriteNote(text="on")), Accepted):
            raise Wrong("once opened, no note can be written")
        shown(session.system, session.encounter, on_map=on_map)
        return journal.path, None if session.open else session.encounter
    finally:
        journal.close()


def read_export(path: Path, chance: Random) -> None:
    """Read an exported fight; what is sound stays the same when it is exported once more."""
    with named(path):
        found = read_json(path, find_system)
        if chance.random() < 0.2:
            now = Session(found.system, found.loaded).encounter
            shown(found.system, now, on_map=chance.random() < ON_MAP)
        if chance.random() < 0.2:
            path.write_text(export_json(found.loaded, found.version, found.blobs), "utf-8")
            if read_json(path, find_system).loaded != found.loaded:
                raise Wrong("exported once more, the fight is another")


def read_script(path: Path, _chance: Random) -> None:
    """Play a script."""
    (path.parent / "picture.png").write_bytes(PICTURE)
    with silenced(), named(path), contextlib.suppress(MapError):  # that names the picture
        run_script.run(path)


# --- maps --------------------------------------------------------------------------------------


def read_any_map(path: Path, chance: Random) -> None:
    """Import a map; now and then begin a fight on it, and draw it."""
    with named(path):
        found = read_map(path)
        found.report.text()
        if found.plan is not None and chance.random() < ON_MAP:
            found = _with_picture(found)
        if found.picture is not None and chance.random() < SEARCHED:
            _look_for_grid(found, found.picture)
        for check in found.report.checks:
            if chance.random() < ON_MAP:
                found = found.answered(check.id, chance.choice(check.choices).id)
        if chance.random() > 0.1:
            return
        target = path.with_suffix(".new.gridwar")
        system = find_system("freeform")
        first = system.new_encounter(found.map.name).replace(map=found.map)
        create(target, first, system).close()
        read_file(target, find_system)
        if chance.random() < 0.3:
            _draw(found.map, found.picture)


def _look_for_grid(imported: Imported, picture: bytes) -> None:
    """Look for the grid of a picture; what is found lies within the bounds that are promised."""
    from gridwar.ui.map.ground.printed_grid_search import searched

    finding = searched(imported, picture).finding
    if finding is None or finding.verdict is GridVerdict.NONE:
        return
    for cell, offset in (
        (finding.cell_x_px, finding.offset_x_px),
        (finding.cell_y_px, finding.offset_y_px),
    ):
        if not (LEAST_CELL_PX * 0.9 < cell < MOST_CELL_PX * 1.1 and 0 <= offset < cell):
            raise Wrong(f"no grid can be so: {finding}")


def read_scene(path: Path, chance: Random) -> None:
    """Import a Foundry scene, its picture beside it; answer all, write it, and read that again."""
    picture = path.with_name("mill.png")
    picture.write_bytes(PICTURE)
    with named(path):
        found = read_maps([path, picture] if chance.random() < 0.7 else [path])
        for check in found.report.checks:
            found = found.answered(check.id, chance.choice(check.choices).id)
        found.report.text()
        if found.map.picture is not None and chance.random() < 0.5:
            _write_scene(found, path, chance.choice(("foundry-11", "foundry-14")))


def _write_scene(found: Imported, path: Path, version: str) -> None:
    made = export_map(
        found.map, found.picture, lambda *_: PICTURE, Target("again", format_of(version))
    )
    again = path.with_name("again.json")
    again.write_text(made.text, encoding="utf-8")
    path.with_name("again.png").write_bytes(PICTURE)
    back = read_map(again).map
    if [_bare(one) for one in back.walls] != [_bare(one) for one in found.map.walls]:
        raise Wrong("written and read again, the walls are others")


def _bare(wall: Wall) -> Wall:
    return wall.replace(id="")


def _with_picture(found: Imported) -> Imported:
    from gridwar.ui.map.tile_painting import drawn

    plan = found.plan
    size = plan.how.size_px if isinstance(plan, SheetPlan) else plan.size_px if plan else (0, 0)
    width, height = size
    return drawn(found) if width * height < MOST_DRAWN_PX else found


def _draw(page: Any, picture: bytes | None) -> None:
    from gridwar.ui.map.map_to_png import render_ground

    class Pictures:
        """The one picture there is."""

        def picture_bytes(self, _sha256: str) -> bytes | None:
            """Return it, whatever it is called."""
            return picture

    if page.width * page.height < 5000:
        render_ground(page, 8, Pictures())


# --- what is the user's ------------------------------------------------------------------------


def read_combatants(path: Path, _chance: Random) -> None:
    """Look into a library whose one file this is, and put whoever is in it on a board."""
    system_id = path.parent.name
    system = find_system(system_id)
    raw = path.read_bytes()
    shelf = Library(system, find_system, path.parent.parent).shelf()
    for problem in shelf.problems:
        if path.name not in problem:
            raise Wrong(f"the message names no file: {plain(problem)}")
    if path.read_bytes() != raw:
        raise Wrong("the library's file was changed")
    encounter = system.new_encounter("x")
    for number, one in enumerate(shelf.entries[:3]):
        encounter = encounter.with_combatant(
            one.combatant.replace(id=f"p{number}", pos=Cell(3 + 3 * number, 4))
        )
    shown(system, encounter)


def read_settings(path: Path, _chance: Random) -> None:
    """Start with these settings; what is wrong in them is told and kept."""
    raw = path.read_bytes()
    keeper = load_settings(path)
    if keeper.problem:
        if path.name not in keeper.problem:
            raise Wrong(f"the message names no file: {plain(keeper.problem)}")
        kept = path.with_name(f"{path.stem}-damaged{path.suffix}")
        if not kept.exists() or kept.read_bytes() != raw:
            raise Wrong("damaged settings were not kept")
    keeper.change(compact=True)
    if load_settings(path).now != keeper.now:
        raise Wrong("settings read back are others")


def read_rules(path: Path, _chance: Random) -> None:
    """Lay a house version of a rulebook's file into the user's folder, and use all of the rules."""
    system_id = path.parent.name
    fight = _fight_of(system_id)
    place = Path(os.environ["GRIDWAR_HOME"]) / "data" / "rules" / system_id / path.name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(path.read_bytes())
    system, folder = find_system(system_id), rules_folder(system_id)
    tables = _tables(system_id)
    _forget(tables)
    steps: tuple[Callable[[], object], ...] = (
        lambda: manifest(folder),
        lambda: index(folder),
        lambda: effective_data(folder),
        *(one for one, is_bare in tables if is_bare),
        system.data.samples,
        system.templates,
        system.data.terrain,
        system.data.zones,
        lambda: shown(system, fight, on_map=False),
    )
    try:
        for step in steps:
            with named(path):
                step()
        if place.read_bytes() != path.read_bytes():
            raise Wrong("the house rules were changed")
    finally:
        place.unlink()
        _forget(tables)


@cache
def _fight_of(system_id: str) -> Encounter:
    """Return a fight that has been under way: the end of a sample, else its sample combatants."""
    for one in samples():
        if one.system == system_id:
            opened = read_json(one.path, find_system)
            return Session(opened.system, opened.loaded).encounter
    system = find_system(system_id)
    encounter = system.new_encounter("x")
    for number, one_of_them in enumerate(system.data.samples()[:3]):
        encounter = encounter.with_combatant(one_of_them.replace(pos=Cell(3 + 4 * number, 3)))
    return encounter


@cache
def _tables(system_id: str) -> tuple[tuple[Any, bool], ...]:
    """Return the cached functions of a system, and whether they need nothing: its tables."""
    found: list[tuple[Any, bool]] = []
    package = importlib.import_module(f"{gridwar.systems.__name__}.{system_id}")
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        found += [
            (one, not inspect.signature(one).parameters)
            for one in vars(module).values()
            if hasattr(one, "cache_clear") and getattr(one, "__module__", "") == info.name
        ]
    return tuple(found)


def _forget(tables: tuple[tuple[Any, bool], ...]) -> None:
    for one, _is_bare in tables:
        one.cache_clear()


READERS: dict[str, Callable[[Path, Random], None]] = {
    "bytes": read_database,
    "sql": read_database,
    "uvtt": read_any_map,
    "dungeon": read_any_map,
    "scene": read_scene,
    "tiled": read_any_map,
    "picture": read_any_map,
    "pdf": read_pdf,
    "shelf": read_kept_map,
    "fight": read_export,
    "script": read_script,
    "rules": read_rules,
    "combatants": read_combatants,
    "settings": read_settings,
}


def by_command_line(kind: str, path: Path) -> None:
    """Let the command line read a file; look at its exit code and at what it says."""
    from gridwar.cli import main

    what = {
        "bytes": "check",
        "sql": "check",
        "shelf": "check",
        "fight": "check",
        "script": "run",
    }.get(kind, "import")
    arguments = [what, str(path)]
    if what == "import":
        arguments += ["-o", str(path.with_name("by-command-line.gridwar"))]
    said = path.with_name("said.txt")
    with (
        said.open("w", encoding="utf-8", errors="backslashreplace") as complaints,
        silenced(),
        contextlib.redirect_stderr(complaints),
    ):
        code = main(arguments)
    text = said.read_text("utf-8")
    allowed = {0, 1, 3} if what == "run" else {0, 3}
    if code not in allowed:
        raise Wrong(f"gridwar {what}: exit code {code}: {plain(text)}")
    if code and path.name not in text and "picture" not in text:
        raise Wrong(f"gridwar {what}: names no file: {plain(text)}")
    sys.stdout.flush()
