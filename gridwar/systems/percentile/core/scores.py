"""Scores and bonuses of a combatant as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeVar

from gridwar.engine.kit import _
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.sheet_form import CHARACTERISTICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit import Encounter, Words
    from gridwar.systems.percentile.core.sheet import PercentileSheet

Bonus = Literal["sb", "tb", "ab"]
N = TypeVar("N", bound=str)
TENS: Final = 10
_SCORE_OF: Final[Mapping[Bonus, str]] = {"sb": "s", "tb": "t", "ab": "ag"}
_PRESETS: Final = {
    "dodge": "ag",
    "parry": "ws",
    "point_defend": "bs",
    "repel_boarders": "ws",
    "pinning": "t",
    "acrobatics": "ag",
}
"""The score that a number follows until the GM enters one."""
SCORE_WORDS: Final = {
    **CHARACTERISTICS,
    "dodge": _("Dodge"),
    "parry": _("Parry"),
    "point_defend": _("Point Defend"),
    "repel_boarders": _("Repel Boarders"),
    "pinning": _("Pinning"),
}


def score(sheet: PercentileSheet, name: str) -> int:
    """Return a score or the number of a skill, less what has decayed.

    ``name`` is a characteristic, or a number that follows one until it is entered.

    Rules: PC-AIL-02, PC-ATK-07
    """
    entered: int | None = getattr(sheet, name)
    if entered is None:
        entered = score(sheet, _PRESETS[name])
    return entered - decayed(sheet, name)


def decayed(sheet: PercentileSheet, name: str) -> int:
    """Return by how much a score has decayed; several decays add up.

    Rules: PC-AIL-02
    """
    return sum(one.amount for one in sheet.decay if one.characteristic == name)


def bonus(encounter: Encounter, who: str, name: Bonus) -> int:
    """Return a bonus: what was entered, else the tens of the score as it is now.

    Rules: PC-TST-02, PC-AIL-02
    """
    sheet = sheet_of(encounter[who])
    whole: int = getattr(sheet, _SCORE_OF[name])
    entered: int | None = getattr(sheet, name)
    full = whole // TENS if entered is None else entered
    if switches_of(encounter).decay_bonus == "keep_bonus":
        return full
    lost = whole // TENS - (whole - decayed(sheet, _SCORE_OF[name])) // TENS
    return full - lost


def tens_of(encounter: Encounter, who: str, name: str) -> int:
    """Return the bonus of a characteristic that is tested; of another score its tens.

    Rules: PC-TST-02, PC-TST-04
    """
    for of, characteristic in _SCORE_OF.items():
        if characteristic == name:
            return bonus(encounter, who, of)
    return score(sheet_of(encounter[who]), name) // TENS


def worded(sheet: PercentileSheet, names: Iterable[N]) -> dict[N, Words]:
    """Return scores in words, each with what it is now."""
    return {name: (SCORE_WORDS[name], str(score(sheet, name))) for name in names}
