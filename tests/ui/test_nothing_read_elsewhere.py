"""No map makes Gridwar read outside of its folder, or follow an address, whatever its format."""

from __future__ import annotations

import ctypes
import json
import os
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

from gridwar.errors import GridwarError
from gridwar.formats.import_report import never, no_progress
from gridwar.formats.reading_any_map import read_maps
from gridwar.ui.map.ground.printed_grid_search import made_ready
from gridwar.ui.map.tile_painting import drawn
from tests.support import scenes, tiled, uvtt
from tests.support.dungeons import dungeon
from tests.support.pdf_files import FIRST_THING, LETTER, Page, pdf, stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.usefixtures("qapp")

SECRET = "secret"
_IS_FOLDER = 0x40000000
"""Of what Linux tells: it is a folder that was opened."""
_WATCHED = frozenset(
    {"open", "os.listdir", "os.scandir", "socket.connect", "socket.getaddrinfo", "urllib.Request"}
)
_heard: list[tuple[str, str]] = []
_is_heard = [False]


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _is_heard[0] and event in _WATCHED:
        _heard.append((event, str(arguments[0])))


sys.addaudithook(_hear)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a map; beside it lies what nobody is to read."""
    for name in ("secret.png", "secret.tsx", "secret.tx"):
        (tmp_path / name).write_bytes(uvtt.png(20, 20) if name.endswith("png") else b"<tileset/>")
    inside = tmp_path / "map"
    inside.mkdir()
    (inside / "secret-link.png").symlink_to(tmp_path / "secret.png")
    (inside / "secret-folder").symlink_to(tmp_path, target_is_directory=True)
    _heard.clear()
    yield inside
    _is_heard[0] = False


def ways_out(folder: Path, name: str) -> tuple[str, ...]:
    """Return names by which a map could mean a file elsewhere.

    Args:
        folder: Of the map.
        name: Of that file.
    """
    there = folder.parent / name
    return (
        f"../{name}",
        f"..\\{name}",
        f"maps/../../{name}",
        str(there),
        there.as_uri(),
        f"secret-folder/{name}",
        "secret-link.png",
        f"http://secret.invalid/{name}",
        f"https://secret.invalid/{name}?x#y",
        f"//secret.invalid/share/{name}",
        f"\\\\secret.invalid\\share\\{name}",
        f"C:\\secret\\{name}",
    )


def _scene(folder: Path, source: str) -> Path:
    path = folder / "scene.json"
    data = scenes.scene(background={"src": source}, tiles=[{"texture": {"src": source}}])
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def _levels(folder: Path, source: str) -> Path:
    path = folder / "levels.json"
    data = scenes.new_scene(scenes.level("a", background={"src": source}))
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def _universal(folder: Path, source: str) -> Path:
    return uvtt.written(folder, uvtt.uvtt(image=source))


def _dungeon(folder: Path, source: str) -> Path:
    path = folder / "crypt.json"
    path.write_text(json.dumps(dungeon(image=source, title=source)), encoding="utf-8")
    return path


def _tiled(folder: Path, source: str) -> Path:
    """Return a map with a picture of tiles, a tileset, a template and a layer of a picture."""
    own = {"firstgid": 1, "name": "own", "image": source, "imagewidth": 20, "imageheight": 20}
    own |= {"tilewidth": 10, "tileheight": 10, "tilecount": 4, "columns": 2}
    template = tiled.thing(1, 1, template=source.replace(".png", ".tx"))
    data = tiled.tiled_map(
        tiled.tile_layer("Floor", 4, 3),
        tiled.object_layer("Things", template),
        {"type": "imagelayer", "name": "Sky", "image": source},
        tilesets=[own, {"firstgid": 9, "source": source.replace(".png", ".tsx")}],
    )
    path = folder / "hall.tmj"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def _tiled_xml(folder: Path, source: str) -> Path:
    layers = f"""
 <tileset firstgid="1" name="own" tilewidth="10" tileheight="10" tilecount="4" columns="2">
  <image source="{source}" width="20" height="20"/></tileset>
 <tileset firstgid="9" source="{source.replace(".png", ".tsx")}"/>
 <layer id="1" name="Floor" width="4" height="3"><data encoding="csv">
1,1,1,1,1,1,1,1,1,1,1,9</data></layer>
 <objectgroup id="2" name="Things">
  <object id="1" template="{source.replace(".png", ".tx")}" x="1" y="1"/></objectgroup>
 <imagelayer id="3" name="Sky"><image source="{source}"/></imagelayer>"""
    path = folder / "hall.tmx"
    path.write_text(tiled.tmx(layers), encoding="utf-8")
    return path


def _inner_tileset(folder: Path, source: str) -> Path:
    """Return a map whose tileset lies in its folder, and names something elsewhere itself."""
    inner = f"""<tileset name="x" tilewidth="10" tileheight="10" tilecount="4" columns="2">
 <image source="{source}" width="20" height="20"/></tileset>"""
    (folder / "own.tsx").write_text(inner, encoding="utf-8")
    layers = '<tileset firstgid="1" source="own.tsx"/>' + tiled.TMX_LAYERS.split("</tileset>")[1]
    path = folder / "hall.tmx"
    path.write_text(tiled.tmx(layers), encoding="utf-8")
    return path


FORMATS: tuple[Callable[[Path, str], Path], ...] = (
    _scene,
    _levels,
    _universal,
    _dungeon,
    _tiled,
    _tiled_xml,
    _inner_tileset,
)


def _import(path: Path) -> bytes | None:
    found = drawn(read_maps([path]))
    return made_ready(found, no_progress, never).picture


def _elsewhere(folder: Path) -> list[tuple[str, str]]:
    """Return what was asked of other folders than the map's, or of anybody by name."""
    root = folder.parent.resolve()
    return [one for one in _heard if _is_elsewhere(*one, root)]


def _is_elsewhere(event: str, what: str, root: Path) -> bool:
    if event.startswith(("socket", "urllib")):
        return True
    is_named = SECRET in what and "secret-" not in what.replace(str(root), "")
    return is_named or (event == "open" and Path(what).resolve().parent == root)


@pytest.mark.parametrize("made", FORMATS, ids=lambda one: one.__name__)
def test_a_map_that_names_files_elsewhere_gets_none_of_them(
    made: Callable[[Path, str], Path], folder: Path
) -> None:
    """Up, by its whole path, through a link, by any kind of address."""
    secret = (folder.parent / "secret.png").read_bytes()
    for source in ways_out(folder, "secret.png"):
        path = made(folder, source)
        _is_heard[0] = True
        try:
            picture = _import(path)
        except GridwarError:
            picture = None
        _is_heard[0] = False
        assert _elsewhere(folder) == [], source
        assert picture != secret, source


def test_the_watch_hears_what_is_read_elsewhere(folder: Path) -> None:
    """Else the others would see nothing."""
    _is_heard[0] = True
    (folder.parent / "secret.png").read_bytes()
    (folder / "secret-link.png").read_bytes()
    assert len(_elsewhere(folder)) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="whatever opens a file there is told by Linux")
def test_a_pdf_that_names_files_elsewhere_gets_none_of_them(folder: Path) -> None:
    """A stream that lies in another file, links and actions: the page is drawn without."""
    with Opened(folder.parent) as opened:
        for source in ways_out(folder, "secret.png"):
            path = folder / "book.pdf"
            path.write_bytes(_book(source))
            found = read_maps([path])
            assert found.picture is not None
        assert not opened.is_any()
        (folder / "secret-link.png").read_bytes()
        assert opened.is_any()


def _book(source: str) -> bytes:
    name = source.replace("\\", "\\\\").encode()
    outside = stream(b"", b"/F(%b)/FFilter/FlateDecode" % name)
    says = b"/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8"
    image = stream(b"", says + b"/ColorSpace/DeviceGray/F(%b)" % name)
    things = b"/I %d 0 R/O %d 0 R" % (FIRST_THING, FIRST_THING + 1)
    page = Page(b"q 90 0 0 90 0 0 cm /I Do Q /O Do", LETTER, things=things)
    acts = b"/OpenAction<</S/Launch/F(%b)>>/AA<</WC<</S/URI/URI(%b)>>>>" % (name, name)
    return pdf([page], [image, outside]).replace(b"/Type/Catalog", b"/Type/Catalog" + acts)


class Opened:
    """Hears from Linux which files of a folder any process opens."""

    _OPEN, _NO_WAIT = 0x20, os.O_NONBLOCK

    def __init__(self, folder: Path) -> None:
        """Hear of the files in a folder, not of those in folders below."""
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._number = self._libc.inotify_init1(self._NO_WAIT)
        place = os.fsencode(folder)
        assert self._libc.inotify_add_watch(self._number, place, self._OPEN) >= 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_what: object) -> None:
        """Hear no more."""
        os.close(self._number)

    def is_any(self) -> bool:
        """Return whether a file was opened since it was asked before."""
        try:
            told = os.read(self._number, 1 << 16)
        except BlockingIOError:
            return False
        at, size = 0, struct.calcsize("iIII")
        while at < len(told):
            _watch, what, _cookie, length = struct.unpack_from("iIII", told, at)
            if not what & _IS_FOLDER:
                return True
            at += size + length
        return False
