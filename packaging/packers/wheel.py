"""Wheel and sdist, for pip, pipx and uv."""

from __future__ import annotations

import shutil
import zipfile

from packers.contents import lacking
from packers.freeze import build_venv, build_wheel
from packers.project import BUILD, DIST, ROOT, epoch_s, run, say, stop


def build() -> None:
    """Build both, and the wheel once more from the sdist, which must be the same."""
    python = build_venv()
    DIST.mkdir(parents=True, exist_ok=True)
    built = build_wheel(python, BUILD / "wheel")
    if missing := lacking(ROOT, zipfile.ZipFile(built).namelist()):
        stop(f"the wheel lacks {len(missing)} files of data, first {missing[0]}")
    wheel = DIST / built.name
    shutil.copyfile(built, wheel)
    folder = BUILD / "sdist"
    shutil.rmtree(folder, ignore_errors=True)
    run(
        python,
        "-m",
        "hatchling",
        "build",
        "-t",
        "sdist",
        "-d",
        folder,
        cwd=ROOT,
        SOURCE_DATE_EPOCH=str(epoch_s()),
    )
    (made,) = folder.glob("*.tar.gz")
    sdist = DIST / made.name
    shutil.copyfile(made, sdist)
    again = build_wheel(python, BUILD / "wheel-from-sdist", sdist)
    if again.read_bytes() != wheel.read_bytes():
        stop("the wheel from the sdist is not the wheel from the checkout")
    for file in (wheel, sdist):
        say(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
