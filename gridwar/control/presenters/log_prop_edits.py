"""How the log, which is the game master's, calls what was done to props: one short line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.prop_words import prop_title, traits_words
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.presenters.log_map_edits import Words
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.props import Prop

_MOST_NAMED = 3


def describe_props(command: Command, before: Encounter) -> Words | None:
    """Return headline and result of a change of props; None for any other command."""
    if not isinstance(command, PutProps):
        return None
    known = {one.id: one for one in before.map.props}
    lost = [known[one] for one in command.gone if one in known]
    put = [one for one in command.put if known.get(one.id) != one]
    if not put:
        return _("Takes away {what}").format(what=_names(lost)), ""
    olds = [known[one.id] for one in put if one.id in known]
    if lost or len(olds) != len(put):
        words = _("Changes {what}") if olds or lost else _("Puts {what}")
    else:
        words = _what_was_done(olds, put)
    line = traits_words(put[0].traits) if len(put) == 1 else ""
    return words.format(what=_names([*put, *lost])), line


def _what_was_done(olds: Sequence[Prop], news: Sequence[Prop]) -> str:
    """Return the headline where the same thing was done to each."""
    pairs = list(zip(olds, news, strict=True))
    if all(old.moved(new.at) == new for old, new in pairs):
        return _("Moves {what}")
    if all(
        old.moved(new.at) == new.turned(old.turns - new.turns).moved(new.at) for old, new in pairs
    ):
        return _("Turns {what}")
    if all(old.stood(is_flipped=True) == new for old, new in pairs):
        return _("Flips {what} over")
    if all(old.stood(is_flipped=False) == new for old, new in pairs):
        return _("Sets {what} upright")
    return _("Changes {what}")


def _names(props: Sequence[Prop]) -> str:
    """Return what props are called; of many how many they are."""
    if len(props) > _MOST_NAMED:
        return ngettext("{n} prop", "{n} props", len(props)).format(n=len(props))
    return ", ".join(map(prop_title, props))
