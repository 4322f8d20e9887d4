"""The command line: what ``gridwar`` was asked for, and the exit code.

Puts the parts together: the window for a file, ``headless`` for everything else, and for
``render`` the painter without a window. Qt is loaded only where something is drawn.
"""

from __future__ import annotations

import argparse
import builtins
import io
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar import __version__
from gridwar.errors import FileError, GridwarError, InputError, UnwritableFile
from gridwar.headless.command_line_help import COMMANDS, EPILOG
from gridwar.headless.display import why_no_window
from gridwar.lazy_imports import leave_out, put_up
from gridwar.paths import user_rules_dir
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.formats.import_report import Imported
    from gridwar.model.battlemap import BattleMap

DONE, FAILED, MISUSED, BAD_FILE, UNWRITABLE = range(5)
_PLAIN_IMPORT = builtins.__import__
"""How modules are imported before PySide6 is there.

It puts its own there for ``from __feature__ import``, which nothing here asks for, and every import
of the hundreds to come would take a sixth longer; frozen, it looks for a source file three times.
"""
_WANTED_OF_NETWORKX: dict[str, tuple[str, ...]] = {
    "algorithms": ("shortest_paths",),
    **dict.fromkeys(("drawing", "generators", "linalg", "readwrite"), ()),
}
"""Leaving the rest out saves 72 of the 89 ms that its import takes."""

_NO_WINDOW = """\
no window: {reason}. Without one there are
    gridwar render [FILE] -o map.png    draw a fight, or the sample fight, into a picture
    gridwar run SCRIPT.json             play a script and print every event
    gridwar --help                      and the rest"""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks for and return the exit code.

    Args:
        argv: The arguments; None for those of the program.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    _print_utf8()
    # pydantic would look through every installed package for plugins, for 10 ms; there are none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        try:
            return _done(arguments)
        finally:
            _tell_of_house()
            print(end="", flush=True)  # here, where what goes wrong with it can still be told
    except UnwritableFile as error:
        return _complain(error, UNWRITABLE)
    except (FileError, InputError) as error:
        return _complain(error, BAD_FILE)
    except GridwarError as error:
        return _complain(error, FAILED)
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody to tell.
        _forget_output()
        return FAILED
    except (OSError, UnicodeEncodeError) as error:
        _forget_output()
        return _complain(_("the system refuses: {why}").format(why=error), UNWRITABLE)


def _print_utf8() -> None:
    """Let redirected output be UTF-8 on Windows, too, unless the caller asked otherwise."""
    if sys.platform == "win32" and not os.environ.get("PYTHONIOENCODING"):
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8")


def _done(arguments: list[str]) -> int:
    if getattr(sys, "frozen", False):  # what is left out of libraries is not there
        load_late()
    if arguments and arguments[0] in COMMANDS:
        return _command(arguments)
    return _window(arguments)


def _tell_of_house() -> None:
    """Say what was wrong in house versions of rules; where none was read, there is nothing."""
    if house := sys.modules.get("gridwar.content.house_versions"):
        for told in house.notes(user_rules_dir()):
            _complain(told, DONE)


def _forget_output() -> None:
    """Let what is still to be written to standard output go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _window(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="gridwar",
        description=_("A tactical grid for game masters. Without a command it opens the window."),
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, help=_("a fight (.gridwar, .json), or a map"))
    parser.add_argument("--sample", action="store_true", help=_("open the sample fight"))
    parser.add_argument("--version", action="version", version=f"gridwar {__version__}")
    parser.add_argument("--self-test", action="store_true", help=_("see whether all is here"))
    again = _("begin with the first settings again")
    parser.add_argument("--reset-settings", action="store_true", help=again)
    tells = _("open the window whatever is wrong with the file, and say it there")
    parser.add_argument("--window", action="store_true", help=tells)
    chosen = parser.parse_args(arguments)
    if chosen.self_test:
        return _self_test(chosen.file)
    if chosen.reset_settings:
        _reset_settings()
    if chosen.file is not None and not chosen.file.exists() and not chosen.window:
        raise FileError(_("There is no file {path}.").format(path=chosen.file))
    if reason := why_no_window(os.environ):
        return _complain(_(_NO_WINDOW).format(reason=reason), MISUSED)
    return _open_window(chosen.file, sample=chosen.sample, tells=chosen.window)


def _reset_settings() -> None:
    from gridwar.control.user_settings import reset_settings

    if told := reset_settings().problem:
        print(told, file=sys.stderr)


def load_late() -> None:
    """Let networkx and numpy be imported on first use, and networkx in part.

    Beside each stands what it saves, measured by itself.
    """
    put_up("networkx", "numpy")  # 75 ms, not before the window is seen
    put_up("importlib.metadata", entry_points=_entry_points)  # 17 ms
    leave_out("networkx", **_WANTED_OF_NETWORKX)  # 72 ms
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # starting its threads: 13 ms


class _OurSearches:
    """Our entry point for networkx, as ``pyproject.toml`` declares it."""

    name = "gridwar"

    @staticmethod
    def load() -> object:
        from gridwar.grid.backend import BACKEND

        return BACKEND


def _entry_points(*, group: str = "") -> tuple[type[_OurSearches], ...]:
    """Return what of all that is installed is ours: networkx would look through every package."""
    return (_OurSearches,) if group == "networkx.backends" else ()


def _self_test(path: Path | None) -> int:
    from gridwar.headless.selftest import self_test
    from gridwar.ui.app.window_selftest import plays_a_round

    reads = () if path is None else (partial(_reads, path.resolve()),)
    return self_test(plays_a_round, _paints, *reads)


def _open_window(path: Path | None, *, sample: bool, tells: bool) -> int:
    load_late()
    builtins.__import__ = _PLAIN_IMPORT
    from gridwar.ui.app.splash import run

    builtins.__import__ = _PLAIN_IMPORT
    return run(path, sample=sample, tells=tells)


def _command(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="gridwar")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help=_("say whether a file is sound"))
    checking.add_argument("file", type=Path)
    exporting = commands.add_parser("export", help=_("write a fight as JSON, or its map"))
    exporting.add_argument("file", type=Path)
    target = _("the JSON (else standard output), or a map: .dd2vtt, .uvtt, .df2vtt, .tmj")
    exporting.add_argument("-o", "--output", type=Path, help=target)
    scenes = _("write the map as a Foundry scene: foundry-11 or foundry-14")
    exporting.add_argument("--map", default="", metavar="FORMAT", help=scenes)
    importing = commands.add_parser("import", help=_("begin a fight on a map"))
    kinds = _("a picture, a PDF, a map of another program; with its picture, if it has one")
    importing.add_argument("map", type=Path, nargs="+", help=kinds)
    importing.add_argument("-o", "--output", type=Path, required=True, help=_("the new fight"))
    importing.add_argument("--system", default="freeform", help=_("the rules (freeform)"))
    size = importing.add_mutually_exclusive_group()
    size.add_argument("--cell", type=float, help=_("pixels to a cell of a picture"))
    taking = _("lay a picture on the grid that is found on it; else it is only told")
    size.add_argument("--found-grid", action="store_true", help=taking)
    importing.add_argument("--page", type=int, help=_("of a PDF (1)"))
    importing.add_argument("--crop", help=_("of that page: left,top,right,bottom in percent"))
    rendering = commands.add_parser("render", help=_("draw the map of a fight"))
    rendering.add_argument("file", type=Path, nargs="?", help=_("else the sample fight"))
    rendering.add_argument("-o", "--output", type=Path, required=True, help=_("the PNG"))
    rendering.add_argument("--cell", type=int, default=48, help=_("pixels to a cell (48)"))
    repairing = commands.add_parser("repair", help=_("write what can be kept into a new file"))
    repairing.add_argument("file", type=Path)
    repairing.add_argument("-o", "--output", type=Path, help=_("the new fight; else beside it"))
    running = commands.add_parser("run", help=_("play a script"))
    running.add_argument("script", type=Path)
    running.add_argument("-o", "--output", type=Path, help=_("a new fight, as far as it came"))
    commands.add_parser("schema", help=_("print the JSON Schema of scripts"))
    return _dispatch(parser.parse_args(arguments))


def _dispatch(chosen: argparse.Namespace) -> int:
    match chosen.command:
        case "check":
            from gridwar.headless.check_export_repair import check

            return check(chosen.file)
        case "export":
            return _export(chosen.file, chosen.output, chosen.map)
        case "import":
            from gridwar.formats.picture_draft import FOUND
            from gridwar.headless.import_export_maps import (
                CellSize,
                NewFight,
                import_map,
                page_choice,
            )

            size = CellSize(FOUND if chosen.found_grid else chosen.cell, _searched)
            page = page_choice(chosen.page, chosen.crop)
            return import_map(
                chosen.map, NewFight(chosen.output, chosen.system, size, page), _drawn
            )
        case "repair":
            from gridwar.headless.check_export_repair import repair

            return repair(chosen.file, chosen.output)
        case "run":
            from gridwar.headless.run_script import run

            return run(chosen.script, chosen.output)
        case "schema":
            import json

            from gridwar.headless.script_schema import schema

            print(json.dumps(schema(), indent=1))
            return DONE
        case _:
            return _render(chosen.file, chosen.output, chosen.cell)


def _export(path: Path, target: Path | None, format_id: str) -> int:
    from gridwar.headless.check_export_repair import MAP_SUFFIXES, export
    from gridwar.headless.import_export_maps import export_map

    if format_id and target is None:
        raise InputError(_("A map is written to a file: say which with -o."))
    if target is not None and (format_id or target.suffix.lower() in MAP_SUFFIXES):
        return export_map(path, target, _painted, format_id)
    return export(path, target)


def _render(path: Path | None, target: Path, cell_px: int) -> int:
    from gridwar.headless.check_export_repair import read, refuse_target
    from gridwar.storage.new_open_and_sample_fights import sample_fights

    if path is None:
        samples = sample_fights()
        if not samples:
            raise InputError(_("There is no sample fight: name a file."))
        path = samples[0]
    refuse_target(target, path, {".png"})
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.session.session import Session
    from gridwar.ui.app.drawing_by_command import draw_fight

    fight = read(path)
    controller = Controller(Session(fight.system, fight.loaded))
    draw_fight(controller, fight.blobs, target, cell_px)
    return DONE


def _searched(found: Imported, data: bytes) -> Imported:
    """Return a map that was read with the grid of its picture."""
    from gridwar.ui.map.ground.printed_grid_search import searched

    return searched(found, data)


def _painted(battle_map: BattleMap, blobs: tuple[bytes, ...], cell_px: int) -> bytes:
    from gridwar.ui.app.drawing_by_command import painted

    return painted(battle_map, blobs, cell_px)


def _drawn(imported: Imported) -> Imported:
    from gridwar.ui.map.tile_painting import drawn

    return drawn(imported)


def _reads(path: Path) -> str:
    from gridwar.headless.check_export_repair import read

    rows = read(path).loaded.rows
    return _("{path} read, {n} commands").format(path=path, n=len(rows))


def _paints() -> str:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        target = Path(folder) / "map.png"
        _render(None, target, 16)
        size = target.stat().st_size
    return _("its map painted, {n} bytes").format(n=size)


def _complain(what: object, code: int) -> int:
    print(f"gridwar: {what}", file=sys.stderr)
    return code
