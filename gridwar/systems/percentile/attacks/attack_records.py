"""The small records that describe an attack: the order, its sum, its hits, what is left of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from msgspec import Struct

from gridwar.engine.kit import ChoiceField, _, ngettext
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.core.action_and_evasion_tables import ActionRow
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

LOWEST_DIE: Final = {True: _("Degrees, if higher"), False: _("As rolled")}
LowestDie: TypeAlias = Annotated[bool, ChoiceField(_("Lowest die"), LOWEST_DIE)]
"""Whether degrees may take the place of a damage die (PC-ATK-12)."""

_WITHOUT_WEAPON = frozenset({"grapple", "boarding", "ram"})
"""Kinds of attack in which the weapon says nothing."""


class AttackOrder(Struct, frozen=True):
    """An attack to be made: who, whom, with what, as which action of the list.

    Attributes:
        attacker: Who attacks.
        target: Whom; of an attack at an area the one whose share of hits is resolved.
        weapon: The weapon's id.
        action: The action's key in the list, whose own modifier counts.
        hits: Hits intended by a Burst or Flurry.
        place: The body part of a Called Shot.
        thing: Whether a Called Shot is at a thing that the target has, or that is there.
        score: A characteristic in the place of WS or BS; empty for the usual one.
        replace_die: Whether degrees may replace a damage die.
        kind: Its row in the table of evasions; empty: as the weapon's kind says.
        multiple: It is part of a Multiple Attack: -20 in place of the bonus.
        no_bonuses: Only penalties count (Suppressive Fire).
        critical: Whether a damage die at its maximum may make it critical.
        pays: The action whose price is taken with it; empty where it is paid for already.
        extra: Modifiers of its own: rule id, words, value.
    """

    attacker: str
    target: str
    weapon: str
    action: str
    hits: int = 1
    place: str = ""
    thing: bool = False
    score: str = ""
    replace_die: bool = True
    kind: str = ""
    multiple: bool = False
    no_bonuses: bool = False
    critical: bool = True
    pays: str = ""
    extra: tuple[tuple[str, str, int], ...] = ()

    @property
    def row(self) -> ActionRow:
        """Its action in the list."""
        return row(self.action)

    def weapon_in(self, encounter: Encounter) -> PercentileWeapon:
        """Return the weapon that it is made with.

        Raises:
            KeyError: The attacker has no such weapon.
        """
        found = weapon_of(encounter[self.attacker], self.weapon)
        if found is None:
            raise KeyError(self.weapon)
        return found

    def words_in(self, encounter: Encounter) -> str:
        """Return in words what is done: the action, the place, the weapon where one is used.

        Rules: PC-ATK-01, PC-ACT-04
        """
        title = self.row.title
        place = _("a thing") if self.thing else self.place
        if place:
            title = _("{action} ({place})").format(action=title, place=place)
        if self.kind in _WITHOUT_WEAPON:
            return title
        weapon = self.weapon_in(encounter).title
        return _("{action}, {weapon}").format(action=title, weapon=weapon)

    def score_in(self, encounter: Encounter) -> str:
        """Return the name of the score that is tested.

        Rules: PC-ATK-04, PC-ATK-05
        """
        return self.score or ("bs" if self.weapon_in(encounter).kind == "ranged" else "ws")


class Share(Struct, frozen=True):
    """The hits of an attack that one target gets; ``dos`` may replace a die of the first."""

    order: AttackOrder
    hits: int
    dos: int = 0
    may_evade: bool = True


class AttackResult(Struct, frozen=True):
    """What an attack came to; how it came about stands in the log.

    ``struck`` tells that a hit was left after all evasions, ``given`` who else got hits. It holds
    no more than the odds have to tell apart: each further field would be one more branch.
    """

    success: bool
    jam: bool = False
    struck: bool = False
    given: tuple[str, ...] = ()


def hits_words(hits: int) -> str:
    """Return a number of hits in words."""
    return ngettext("{n} hit", "{n} hits", hits).format(n=hits)
