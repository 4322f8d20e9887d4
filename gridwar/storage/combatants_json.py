"""Combatants as one JSON text: for files, the clipboard and the GM's own library.

One form for all three, so that a file laid into the library's folder is in the library. Pictures
travel with their combatants; whether they can be shown is for the window to see. Nothing of a
fight is in it but the combatants themselves.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.bounded_read import read_bounded
from gridwar.errors import DamagedFile, ForeignFile, InputError, NewerFile
from gridwar.storage.json_codec import Codec, Misfit, TooNew, data_of
from gridwar.storage.json_header import Marked, read_marked
from gridwar.storage.sqlite_and_os_errors import speaking_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.storage.validated_rows import Finder

FORMAT = 1
MARK = "gridwar_people"
MOST_BYTES = 32 << 20
MOST_COMBATANTS = 1000
_BUNDLE = Marked(
    MARK,
    FORMAT,
    frozenset({MARK, "system", "version", "combatants", "pictures"}),
    _("{name} holds no combatants of Gridwar."),
)


class CombatantBundle(Struct, frozen=True):
    """Combatants of one rule system, and the pictures of their tokens by sha256."""

    system_id: str
    combatants: tuple[Combatant, ...]
    pictures: Mapping[str, bytes] = field(default_factory=frozendict)


def bundle_text(bundle: CombatantBundle, system: System) -> str:
    """Write combatants as JSON; pictures that none of them has stay out."""
    used = {one.picture for one in bundle.combatants}
    data = {
        MARK: FORMAT,
        "system": bundle.system_id,
        "version": system.data.version,
        "combatants": [data_of(one) for one in bundle.combatants],
        "pictures": [
            base64.b64encode(picture).decode("ascii")
            for digest, picture in sorted(bundle.pictures.items())
            if digest in used
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def is_bundle_text(text: str) -> bool:
    """Return whether a text looks like combatants, so that reading it is worth a try."""
    return f'"{MARK}"' in text[:200]


def read_bundle_file(path: Path, find: Finder) -> CombatantBundle:
    """Read a file of combatants.

    Raises:
        FileError: It cannot be read, or something in it does not fit; the message says what.
    """
    with speaking_of(path):
        raw = read_bounded(path, MOST_BYTES)
    return read_bundle(raw, find, str(path))


def read_bundle(text: str | bytes, find: Finder, name: str) -> CombatantBundle:
    """Read combatants from JSON.

    Args:
        text: The JSON; bytes are UTF-8.
        find: Finds a rule system by id.
        name: Where it comes from, for messages.

    Raises:
        ForeignFile: It holds no combatants, or those of rules that are not here.
        NewerFile: A newer Gridwar wrote it.
        DamagedFile: Something in it does not fit; the message names the field.
    """
    data = read_marked(text, name, _BUNDLE)
    if not isinstance(data["version"], int) or isinstance(data["version"], bool):
        raise DamagedFile(_("{name}: version: not a whole number.").format(name=name))
    system_id = str(data["system"])
    try:
        system = find(system_id)
    except InputError as error:
        text = _("{name} belongs to the rules {system}, which are not installed.")
        raise ForeignFile(text.format(name=name, system=system_id)) from error
    try:
        codec = Codec(system).of_version(int(data["version"]))
        combatants = tuple(_combatants_of(codec, data["combatants"]))
        pictures = dict(_pictures_of(data["pictures"]))
    except TooNew as misfit:
        raise NewerFile(f"{name}: {misfit}.") from misfit
    except Misfit as misfit:
        raise DamagedFile(f"{name}: {misfit}.") from misfit
    return CombatantBundle(system_id, combatants, frozendict(pictures))


def _combatants_of(codec: Codec, found: object) -> Iterator[Combatant]:
    if not isinstance(found, list):
        raise Misfit(_("combatants: not a list"))
    if len(found) > MOST_COMBATANTS:
        raise Misfit(_("combatants: more than {most}").format(most=MOST_COMBATANTS))
    for at, one in enumerate(found):
        try:
            made = codec.combatant_of(one)
        except Misfit as misfit:
            raise Misfit(f"combatants.{at}.{misfit}") from misfit
        yield made


def _pictures_of(found: object) -> Iterator[tuple[str, bytes]]:
    if not isinstance(found, list):
        raise Misfit(_("pictures: not a list"))
    for at, text in enumerate(found):
        try:
            data = base64.b64decode(str(text), validate=True)
        except binascii.Error as error:
            raise Misfit(f"pictures.{at}: {error}") from error
        yield hashlib.sha256(data).hexdigest(), data
