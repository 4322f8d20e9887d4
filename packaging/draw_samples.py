#!/usr/bin/env python3
"""Draw the sample maps and write the sample fights upon them: ``python packaging/draw_samples.py``.

Writes ``assets/maps``, ``assets/fights`` and ``assets/scripts/a-skirmish.json``; lays the scripts
of Fluid on their maps and plays them. With ``--fights`` on the pictures that are there, with
names, such as ``p-plaza``, those fights alone. Runs in the project's environment; the same
libraries make the same files. What is first by name is what ``python3 run.py`` opens and
``python3 run.py play`` plays.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice  # noqa: E402 after the path is known
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter  # noqa: E402
from sample_art import (  # noqa: E402
    cavern,
    courtyard,
    deck,
    drive_fights,
    fights,
    ford,
    gate,
    goods_yard,
    ground,
    hall,
    heron,
    hull,
    jungle,
    painting,
    percentile_fights,
    plain,
    plaza,
    quay,
    rooftops,
    script,
    shoals,
    smithy,
    street,
    vault,
)
from sample_art.textures import PX  # noqa: E402

from gridwar import cli  # noqa: E402
from gridwar.formats.uvtt import write_uvtt  # noqa: E402
from gridwar.model.scale import Scale  # noqa: E402

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap

_QUALITY = 82
_MAX_BYTES = 700_000
_METRES, _FEET = Scale(cell_size=1.5, unit="m"), Scale(cell_size=5, unit="ft")
_SPACE = Scale(cell_size=500, unit="m")


def main() -> None:
    """Draw and write everything, or only the fights on the pictures that are there."""
    app = QGuiApplication([])
    paint_anew = "--fights" not in sys.argv
    wanted = set(sys.argv[1:]) - {"--fights"}
    for name, plan, paint, scale, fight, write in (
        ("drowned-heron", heron.HERON, painting.inn, _METRES, "a-drowned-heron", fights.skirmish),
        ("toll-vault", vault.VAULT, cavern.paint, _FEET, "b-toll-vault", fights.corridor),
        ("cargo-deck", deck.DECK, hull.paint, _METRES, "c-cargo-deck", fights.freeform),
        ("cargo-deck", deck.DECK, hull.paint, _METRES, "d-hold", fights.hold),
        ("quay-road", quay.QUAY, street.paint, _METRES, "e-chase", fights.chase),
        ("gate-passage", gate.GATE, gate.paint, _FEET, "f-gate-passage", fights.passage),
        ("ford", ford.FORD, ford.paint, _FEET, "g-ford", fights.charge),
        ("ford", ford.FORD, ford.paint, _FEET, "h-toll-house", fights.fire),
        (
            "courtyard",
            courtyard.COURTYARD,
            courtyard.paint,
            _FEET,
            "l-courtyard",
            drive_fights.courtyard,
        ),
        ("smithy", smithy.SMITHY, smithy.paint, _FEET, "m-smithy", drive_fights.smithy),
        (
            "goods-yard",
            goods_yard.GOODS_YARD,
            goods_yard.paint,
            _FEET,
            "n-goods-yard",
            drive_fights.goods_yard,
        ),
        (
            "rooftops",
            rooftops.ROOFTOPS,
            rooftops.paint,
            _METRES,
            "o-rooftops",
            percentile_fights.rooftops,
        ),
        ("plaza", plaza.PLAZA, plaza.paint, _METRES, "p-plaza", percentile_fights.plaza),
        ("shoals", shoals.SHOALS, shoals.paint, _SPACE, "q-boarding", percentile_fights.boarding),
    ):
        if wanted and fight not in wanted:
            continue
        at = ROOT / "assets" / "maps" / f"{name}.webp"
        if paint_anew:
            _put(at, webp(paint(plan)))
        picture = at.read_bytes()
        laid = ground.battle_map(plan, picture, PX, scale)
        exported = write(fights.Board(laid, picture))
        _put(ROOT / "assets" / "fights" / f"{fight}.json", exported.encode())
        if write is fights.skirmish:
            _put(at.with_suffix(".dd2vtt"), plain_uvtt(laid, picture).encode())
            _put(ROOT / "assets" / "scripts" / "a-skirmish.json", script.skirmish(laid).encode())
    for name, plan, paint, px, script_name, fight in (
        ("jungle-river", jungle.JUNGLE, jungle.paint, jungle.JUNGLE_PX, "ambush", "i-jungle-river"),
        ("station-hall", hall.HALL, hall.paint, PX, "station", "j-station-hall"),
        ("desert-plain", plain.PLAIN, plain.paint, plain.PLAIN_PX, "desert", "k-desert-plain"),
    ):
        if wanted and fight not in wanted:
            continue
        at = ROOT / "assets" / "maps" / f"{name}.webp"
        if paint_anew:
            _put(at, webp(paint(plan)))
        laid = ground.battle_map(plan, at.read_bytes(), px, _FEET)
        play = ROOT / "assets" / "scripts" / f"fluid-{script_name}.json"
        _put(play, script.laid_on(play.read_bytes(), laid).encode())
        _put(ROOT / "assets" / "fights" / f"{fight}.json", played(play, at, px))
    del app


def played(play: Path, picture: Path, px: float) -> bytes:
    """Return the fight that a script comes to upon the picture of its map, as it is exported."""
    with TemporaryDirectory() as folder:
        beside, file, exported = (Path(folder) / name for name in ("s.json", "f.gridwar", "f.json"))
        copyfile(picture, Path(folder) / picture.name)
        on_picture = {"picture": picture.name, "pixels_per_cell": px}
        beside.write_text(json.dumps(json.loads(play.read_text("utf-8")) | on_picture))
        for command in (
            ["run", str(beside), "-o", str(file)],
            ["export", str(file), "-o", str(exported)],
        ):
            with redirect_stdout(StringIO()):
                code = cli.main(command)
            if code:
                raise SystemExit(f"{play.name}: {command[0]} came to {code}")
        return exported.read_bytes()


def plain_uvtt(laid: BattleMap, picture: bytes) -> str:
    """Return a map as a UVTT file as other programs write it: without what is for us alone."""
    data = json.loads(write_uvtt(laid, picture)[0])
    del data["gridwar"]
    for portal in data["portals"]:
        del portal["gridwar"]
    return json.dumps(data, separators=(",", ":")) + "\n"


def webp(image: QImage) -> bytes:
    """Return an image as a WebP file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"webp")
    writer.setQuality(_QUALITY)
    if not writer.write(image):
        raise SystemExit(writer.errorString())
    found = bytes(buffer.data().data())
    if len(found) > _MAX_BYTES:
        raise SystemExit(f"a picture of {len(found)} bytes is too large to ship")
    return found


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    main()
