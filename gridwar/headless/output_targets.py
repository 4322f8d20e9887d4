"""Where a command may write: looked at before anything is read or drawn.

Owns which target fits which kind of output. That a file is written whole, and never in the place
of a fight, is ``storage.text_file``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.errors import UnwritableFile
from gridwar.storage.problems import speaking_of
from gridwar.storage.text_file import is_stream
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


def refuse_target(target: Path, source: Path, suffixes: Collection[str]) -> None:
    """Refuse to write where it would replace what is read, or under a name that says otherwise.

    Args:
        target: The file to write; a pipe or a terminal may be called anything.
        source: The file to read.
        suffixes: How the name of the target may end, in small letters.

    Raises:
        UnwritableFile: It may not be written there.
    """
    with speaking_of(target):
        if target.exists() and source.exists() and target.samefile(source):
            raise UnwritableFile(_("{path} would replace what is read.").format(path=target))
        if not is_stream(target) and target.suffix.lower() not in suffixes:
            text = _("{path}: the name of what is written ends in {suffixes}.")
            shown = ", ".join(sorted(suffixes))
            raise UnwritableFile(text.format(path=target, suffixes=shown))
