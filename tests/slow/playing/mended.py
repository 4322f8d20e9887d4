"""Scripts in which something was found once, read again as a referee reads a fight."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.play.play_outcome import Accepted
from gridwar.headless.read_script import Script
from gridwar.model.command import Act
from gridwar.storage.json_codec import plain
from tests.slow.campaign import attempted
from tests.slow.playing.fault import raised
from tests.slow.playing.moments import Moment
from tests.slow.playing.reading import NOT_CHOSEN, Reader
from tests.slow.playing.scripted import KnownReplies, beginning, deeds_of, perform
from tests.support.every_system import find

if TYPE_CHECKING:
    from pathlib import Path

    from tests.slow.playing.scripted import Deed, Played


def read_script(path: Path) -> Script:
    """Read a script that was kept."""
    return Script.model_validate(plain(path.read_bytes()))


def faults_of(script: Script, *, thorough: bool = True) -> list[str]:
    """Play a script to its end and return the names of all faults.

    Args:
        script: Its commands with all replies.
        thorough: Also read all that is offered before the last command.
    """
    system = find(script.system)
    reader, moment = Reader(system), Moment(system, beginning(script))
    names: list[str] = []
    deeds = deeds_of(script)
    is_of_fields = script.title.startswith(NOT_CHOSEN)
    for deed in deeds:
        last = thorough and deed is deeds[-1]
        found = attempted(partial(_played, reader, moment, deed, names, last=last))
        if isinstance(found, BaseException):
            return [*names, raised(deed.command, found).name]
        if last:
            names += _offers(reader, moment, deed, found, fields=is_of_fields)
        if isinstance(found.outcome, Accepted):
            moment = Moment(system, found.outcome.encounter)
    return names


def _played(reader: Reader, moment: Moment, deed: Deed, names: list[str], *, last: bool) -> Played:
    """Play a deed once more and note what is wrong with it."""
    known = KnownReplies(deed.replies)
    played = perform(moment.system, moment.now, deed.command, known.answer, known)
    names += [one.name for one in reader.step(moment, deed.command, played)]
    if last:
        names += [one.name for one in reader.closely(moment, deed.command, played)]
    return played


def _offers(
    reader: Reader, moment: Moment, last: Deed, played: Played, *, fields: bool
) -> list[str]:
    who = last.command.actor
    if who is not None and who not in moment.now:
        return []
    found = [one.name for one in reader.offers(moment, who)]
    is_accepted = isinstance(played.outcome, Accepted)
    if is_accepted and isinstance(last.command, Act) and moment.now.turn == who:
        checks = (reader.is_offered, *((reader.can_be_chosen,) if fields else ()))
        faults = [check(moment, last.command) for check in checks]
        found += [one.name for one in faults if one is not None]
    return found
