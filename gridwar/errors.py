"""Every exception that Gridwar raises on purpose, in one tree.

::

    GridwarError
    ├── InputError          something given to Gridwar is wrong: file, place, fix
    │   ├── ContentError    a rulebook's data files
    │   ├── MapError        a map, a picture, a UVTT file
    │   └── ScriptError     a headless script or a dice notation
    ├── FileError           a .gridwar file
    │   ├── ForeignFile     not ours
    │   ├── NewerFile       written by a newer Gridwar
    │   ├── DamagedFile     ours, but not sound
    │   ├── LockedFile      in use by another Gridwar
    │   ├── UnsoundRow      what was to be written could not be read again; nothing was
    │   └── UnwritableFile  read-only, full disk, network
    │       └── LostFile    removed or replaced by another while it was open
    ├── Cancelled           long work was given up because somebody asked for it
    └── ProcedureError      a rules procedure broke the engine's contract (a bug)
        └── StaleRead       a combatant was kept across a yield

A refused command is not an exception but a value: ``engine.outcome.Refused``.
"""

from __future__ import annotations


class GridwarError(Exception):
    """The root: whatever Gridwar raises on purpose."""


class InputError(GridwarError):
    """Something given to Gridwar is wrong; the message names the file, the place and the fix."""


class ContentError(InputError):
    """A rulebook's data file is wrong."""


class MapError(InputError):
    """A map, a picture or a UVTT file is wrong."""


class ScriptError(InputError):
    """A headless script or a dice notation is wrong."""


class FileError(GridwarError):
    """A .gridwar file cannot be used as asked; the original is untouched."""


class ForeignFile(FileError):
    """The file is not a Gridwar file."""


class NewerFile(FileError):
    """The file was written by a newer Gridwar."""


class DamagedFile(FileError):
    """The file is ours, but not sound."""


class LockedFile(FileError):
    """The file is in use by another Gridwar."""


class UnwritableFile(FileError):
    """The file or its place cannot be written."""


class LostFile(UnwritableFile):
    """The file was removed, renamed or replaced by another one while it was open."""


class OverwrittenFile(LostFile):
    """Something else was written into the file while it was open: what it held is in memory."""


class UnsoundRow(FileError):
    """What was to be written could not be read again; nothing was written, nothing happened."""


class Cancelled(GridwarError):
    """Long work was given up because somebody asked for it; nothing to tell anybody."""


class ProcedureError(GridwarError):
    """A rules procedure broke the engine's contract."""


class StaleRead(ProcedureError):
    """A procedure used a combatant that it had kept across a yield."""
