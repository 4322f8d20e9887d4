"""Where points of damage go: pure arithmetic over the three physical characteristics."""

from __future__ import annotations

from operator import ge
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from gridwar.caches import kept_of_fight

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
    from gridwar.systems.cepheus.core.person_records import Physical
    from gridwar.systems.cepheus.core.sheet import Scores

UnconsciousAt = Literal["two_at_zero", "str_or_dex_zero"]
_BY_USE: tuple[Physical, ...] = ("endurance", "strength", "dexterity")
SECOND: Final[tuple[Physical, ...]] = ("strength", "dexterity")


class Points(NamedTuple):
    """Points of the three physical characteristics: scores, or losses."""

    strength: int = 0
    dexterity: int = 0
    endurance: int = 0

    @classmethod
    def of(cls, scores: Scores) -> Points:
        """Return the three out of six."""
        return cls(scores.strength, scores.dexterity, scores.endurance)

    @property
    def total(self) -> int:
        """Return the sum of the three."""
        return sum(self)

    def at(self, key: Physical) -> int:
        """Return one of them."""
        found: int = getattr(self, key)
        return found

    def plus(self, key: Physical, points: int) -> Points:
        """Return them with points added to one."""
        return self._replace(**{key: self.at(key) + points})


def is_first_wound(now: Points, full: Points) -> bool:
    """Return whether a wound would be the first: no characteristic is below its full score.

    Rules: CE-DMG-05
    """
    return all(map(ge, now, full))


def first_order(second: Physical) -> tuple[Physical, ...]:
    """Return the order in which a first wound goes: Endurance, the chosen one, the other.

    Rules: CE-DMG-05
    """
    return ("endurance", second, "dexterity" if second == "strength" else "strength")


def in_order(now: Points, points: int, order: tuple[Physical, ...]) -> Points:
    """Return the losses when points come off one characteristic after another, each down to 0.

    What is beyond all of them is ignored.

    Args:
        now: The scores before.
        points: Points of damage after armour.
        order: Which characteristic first, second, third.

    Rules: CE-DMG-05
    """
    lost: dict[str, int] = {}
    for key in order:
        lost[key] = min(points, now.at(key))
        points -= lost[key]
    return Points(**lost)


def first_choice(now: Points, points: int) -> Physical:
    """Return where a first wound should go after Endurance: where it leaves most.

    Args:
        now: The scores before.
        points: Points of damage after armour.

    Rules: CE-DMG-05
    """
    rest = points - now.endurance
    if now.strength > rest:
        return "strength"
    return "dexterity" if now.dexterity > now.strength else "strength"


def first_choice_matters(now: Points, points: int) -> bool:
    """Return whether a first wound leaves the victim a choice at all.

    Args:
        now: The scores before.
        points: Points of damage after armour.

    Rules: CE-DMG-05
    """
    rest, strength, dexterity = points - now.endurance, now.strength, now.dexterity
    return 0 < rest < strength + dexterity and bool(strength and dexterity)


def proposal(now: Points, full: Points, points: int, unconscious_at: UnconsciousAt) -> Points:
    """Return the split of a later wound that keeps the victim conscious as long as possible.

    It empties Endurance first and leaves a point in what must not reach 0; a characteristic that
    is still whole is spared where that costs nothing, as the third damaged one makes the wound
    serious.

    Args:
        now: The scores before.
        full: The undamaged scores.
        points: Points of damage after armour.
        unconscious_at: The house rule that says when consciousness goes.

    Rules: CE-DMG-06
    """
    order = sorted(_BY_USE, key=lambda key: now.at(key) == full.at(key))
    may_be_emptied = unconscious_at == "str_or_dex_zero" or 0 not in now
    lost = Points()
    for floor in (1, 0):
        for key in order:
            kept = 0 if key == "endurance" and may_be_emptied else floor
            part = max(0, min(points, now.at(key) - lost.at(key) - kept))
            lost, points = lost.plus(key, part), points - part
    return lost


def completed(
    now: Points, full: Points, points: int, fixed: Points, unconscious_at: UnconsciousAt
) -> Points:
    """Return the proposal for a wound of which some points have their place already.

    Args:
        now: The scores before.
        full: The undamaged scores.
        points: Points of damage after armour, the fixed ones among them.
        fixed: Those that have their place.
        unconscious_at: The house rule that says when consciousness goes.

    Rules: CE-DMG-05, CE-DMG-06
    """
    left = Points(*(a - b for a, b in zip(now, fixed, strict=True)))
    rest = proposal(left, full, points - fixed.total, unconscious_at)
    return Points(*(a + b for a, b in zip(fixed, rest, strict=True)))


def by_default(now: Points, full: Points, points: int, switches: CepheusSwitches) -> Points:
    """Return the losses from a wound where nobody chooses: what the victim would be proposed.

    Args:
        now: The scores before.
        full: The undamaged scores.
        points: Points of damage after armour.
        switches: The house rules.

    Rules: CE-DMG-05, CE-DMG-06
    """
    points, fixed = min(points, now.total), Points()
    if is_first_wound(now, full):
        if points <= now.endurance or switches.first_damage_split == "one_then_other":
            return in_order(now, points, first_order(first_choice(now, points)))
        fixed = Points(endurance=now.endurance)
    return completed(now, full, points, fixed, switches.unconscious_at)


@kept_of_fight(256)
def left_words(now: Points, points: int, second: Physical) -> str:
    """Return what becomes of Strength and Dexterity if one of them is next."""
    lost = in_order(now, points, first_order(second))
    return ", ".join(
        f"{key.capitalize()} {now.at(key)} \u2192 {now.at(key) - lost.at(key)}"
        for key in SECOND
        if lost.at(key)
    )
