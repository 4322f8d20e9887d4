"""Prove the compiled library of Python for Windows: of which published source is each module?

    python3.11 packaging/windows/prove.py build/windows/python LIB [LIB ...]

``python311.zip`` holds no sources. ``python.cat``, signed by the makers, holds the hashes of all of
them. A text from anywhere whose hash is among these is therefore the published source, and a module
is proven when that text, compiled here, is the same code. LIB is a folder of such texts: ``Lib`` of
the release itself, or of any near it, since most files are the same. What is printed is the record
that the build holds ``python311.zip`` against: ``windows/python-library.txt``.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
import zipfile
from collections import Counter
from pathlib import Path
from types import CodeType

_RECORD = """\
python311.zip, sha256
{digest}

Of its {all} modules {proven} are the same code as a compile of a source
whose hash is in python.cat, the catalogue signed by the Python Software Foundation;
{empty} are empty files, which no catalogue lists, and hold no code;
{left} are not proven, and pinned by the hash above:

{names}"""
_HEAD = 16
_FACTS = (
    "co_argcount",
    "co_code",
    "co_exceptiontable",
    "co_firstlineno",
    "co_flags",
    "co_freevars",
    "co_kwonlyargcount",
    "co_linetable",
    "co_name",
    "co_names",
    "co_posonlyargcount",
    "co_qualname",
    "co_varnames",
)


def is_published(text: bytes, catalogue: bytes) -> bool:
    """Tell whether the makers' catalogue lists a source; a file without a line is in none."""
    return hashlib.sha256(text).digest() in catalogue


def as_on_windows(text: bytes) -> bytes:
    """Return a source with the ends of line that it has there."""
    return text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def is_same(one: object, other: object) -> bool:
    """Tell whether two compiled codes are the same, wherever their files lay."""
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        facts = all(getattr(one, name) == getattr(other, name) for name in _FACTS)
        return facts and is_same(one.co_consts, other.co_consts)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return type(one) is type(other) and one == other and repr(one) == repr(other)


def verdict(code: CodeType, texts: list[bytes], catalogue: bytes) -> str:
    """Return what is known of a module: proven, trivial, or not proven.

    Args:
        code: As it is in the library.
        texts: What may be its source.
        catalogue: The makers'.
    """
    for text in dict.fromkeys((*map(as_on_windows, texts), *texts)):
        if not text or is_published(text, catalogue):
            for level in (2, 1, 0):
                made = compile(text, code.co_filename, "exec", dont_inherit=True, optimize=level)
                if is_same(code, made):
                    return "proven" if text else "empty"
    return "not proven"


def main(folder: Path, libraries: list[Path]) -> None:
    """Print the record."""
    catalogue = (folder / "python.cat").read_bytes()
    library = folder / "python311.zip"
    found: dict[str, str] = {}
    with zipfile.ZipFile(library) as archive:
        for name in sorted(one for one in archive.namelist() if one.endswith(".pyc")):
            places = [place / name.removesuffix("c") for place in libraries]
            texts = [place.read_bytes() for place in places if place.is_file()]
            found[name] = verdict(marshal.loads(archive.read(name)[_HEAD:]), texts, catalogue)
    counts = Counter(found.values())
    unproven = [name for name, one in found.items() if one == "not proven"]
    sys.stdout.write(
        _RECORD.format(
            digest=hashlib.sha256(library.read_bytes()).hexdigest(),
            all=len(found),
            proven=counts["proven"],
            empty=counts["empty"],
            left=len(unproven),
            names="".join(f"  {name}\n" for name in unproven),
        )
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(one) for one in sys.argv[2:]])
