"""What is passed about while an attack is played: small frozen values, no combatants; its words.

An attack goes through these in order: ``Shot`` (named), ``AnsweredShot`` (the target has reacted),
``PaidShot`` (added up and paid for), ``RolledShot``, and where it strikes its target ``HitShot``.
Each victim of it: ``Hit``, ``RolledHit`` (both in ``weapon_damage``), ``Injury``, ``Wound``. What
followed altogether: ``Consequences``, then ``AttackResult``. Owns no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from msgspec import Struct

from gridwar.model.floors import square_name
from gridwar.systems.cepheus.core.person_records import Arm, SightBy
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter, Line
    from gridwar.systems.cepheus.core.weapon_records import Weapon
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury
    from gridwar.systems.cepheus.positions.cover import CoverOn
    from gridwar.systems.cepheus.positions.range_bands import Band
    from gridwar.systems.cepheus.positions.scatter import Scatter
    from gridwar.systems.cepheus.positions.visibility_and_sensors import Environment

Against = Literal["melee", "ranged", "thrown", "blast"]
"""What a reaction answers."""
ReactionKind = Literal["none", "dodge", "parry", "dive"]
ArmChoice = Literal["", Arm]
"""What a melee attack is made with; empty: the better one."""
BurstUse = Literal["attack", "damage"]
"""What the rounds of a burst are used for: spread to hit, or grouped for damage."""
BURST, PANIC, SUPPRESSION, SINGLE = "burst", "panic", "suppression", "single"
"""Ways of firing."""


class BurstExtra(Struct, frozen=True):
    """What a way of firing adds: to the roll, or to the damage."""

    dm: int = 0
    dice: int = 0
    points: int = 0


NO_EXTRA: Final = BurstExtra()


class Shot(Struct, frozen=True):
    """An attack as it is named. It is aimed at somebody or, a throw or blind fire, at a square.

    Attributes:
        rounds: of a burst; of suppressing fire those of the ordinary attack, which it doubles.
        sight_by: what is aimed by.
        others: who else is to be kept down by suppressing fire.
    """

    actor: str
    weapon: str
    target: str | None = None
    square: Cell | None = None
    mode: str = "single"
    arm: ArmChoice = ""
    rounds: int = 1
    use: BurstUse = "attack"
    sight_by: SightBy = "eye"
    blind: bool = False
    others: tuple[str, ...] = ()


class Look(Struct, frozen=True):
    """What the attacker's line shows: distance, band, the DM of the range, cover, conditions.

    Attributes:
        crowd: who is at Personal range to the target, nearest first.
        exposed: those of them whom flechettes strike too: nobody low behind full cover.
        into_combat: whether anybody is at Personal range to the target.
        spreads: whether it is flechettes that spread.
        extreme: whether the target is at extreme range.
    """

    squares: int
    band: Band
    range_dm: int
    cover: CoverOn | None = None
    environment: Environment | None = None
    crowd: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    into_combat: bool = False
    spreads: bool = False
    extreme: bool = False

    def past_the_roll(self) -> Look:
        """Return what of it may still decide something once the attack is rolled.

        Distance, band, cover and conditions are in the sum by then. Who else a miss may hit is
        asked when there is one.
        """
        return Look(
            squares=0,
            band="personal",
            range_dm=0,
            exposed=self.exposed,
            into_combat=self.into_combat,
            spreads=self.spreads,
            extreme=self.extreme,
        )


class AnsweredShot(Struct, frozen=True):
    """An attack that may be rolled: what was named, what the line shows, the reaction.

    ``others`` are the reactions of those who are struck beside the target.
    """

    shot: Shot
    look: Look
    reaction: ReactionKind = "none"
    why_no_reaction: str = ""
    others: tuple[tuple[str, ReactionKind], ...] = ()


class ShotSum(Struct, frozen=True):
    """The sum of an attack, with its lines for the log (none while odds are explored)."""

    dm: int
    lines: tuple[Line, ...] = ()


class PaidShot(Struct, frozen=True):
    """An attack that is paid for: its sum, and all that hit and miss need to know.

    ``square`` is where it goes (None: beyond the edge of the map, or nothing comes down there),
    ``up_m`` how high above the ground there; ``extra`` what its rounds add, ``eligible`` who is on
    the line of blind fire, nearest first.
    """

    answered: AnsweredShot
    summed: ShotSum
    weapon: Weapon
    square: Cell | None
    up_m: float = 0.0
    kill_aim: int = 0
    extra: BurstExtra = NO_EXTRA
    eligible: tuple[str, ...] = ()

    @property
    def shot(self) -> Shot:
        """The attack as it was named."""
        return self.answered.shot


class RolledShot(NamedTuple):
    """A rolled attack: its Effect decides what follows."""

    paid: PaidShot
    effect: int
    result: AttackResult
    """What came of the roll alone."""

    @property
    def shot(self) -> Shot:
        """The attack as it was named."""
        return self.paid.answered.shot


class HitShot(NamedTuple):
    """A shot that strikes its target, before its damage: the shot, and what came of the roll.

    ``landing`` is where a thrown weapon lies then.
    """

    shot: Shot
    rolled: AttackResult
    landing: Cell | None = None


class Consequences(NamedTuple):
    """What followed from the roll: who was hurt and how, and where a projectile came down.

    The further fields are those of ``AttackResult``.
    """

    injuries: tuple[Injury, ...] = ()
    landing: Cell | None = None
    scatter: Scatter | None = None
    eligible: tuple[str, ...] = ()
    struck: str | None = None
    stray: str | None = None
    suppressed: tuple[str, ...] = ()


class AttackResult(Struct, frozen=True, eq=False, gc=False):
    """What came of an attack. Outcomes differ by who was hurt; the figures are for the reader.

    ``dm``, ``total`` and ``effect`` are those of the attack roll; None where nothing was rolled.
    """

    hit: bool
    injuries: tuple[Injury, ...] = ()
    dm: int | None = None
    total: int | None = None
    effect: int | None = None
    kill_aim: int = 0
    scatter: Scatter | None = None
    landing: Cell | None = None
    """Where a projectile came down that was thrown to arrive."""
    kept: tuple[int, ...] = ()
    """The dice of blind fire without the highest."""
    eligible: tuple[str, ...] = ()
    """Who is on the line of blind fire, nearest first."""
    struck: str | None = None
    stray: str | None = None
    """Who was hit instead of the one they fight with."""
    suppressed: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Compare whether it hit, who was hurt, and who is kept down."""
        return isinstance(other, AttackResult) and self._compared == other._compared

    def __hash__(self) -> int:
        """Return the hash of what is compared."""
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[bool, tuple[Injury, ...], tuple[str, ...]]:
        return self.hit, self.injuries, self.suppressed


def attack_words(encounter: Encounter, shot: Shot, weapon: str) -> str:
    """Return in words what an attack is: at whom or at which square, with what."""
    aim = encounter.combatants.get(shot.target or "")
    words = _("Suppressing fire with {weapon}") if shot.mode == SUPPRESSION else ""
    if aim is None:
        return (words or _("Attack with {weapon}")).format(weapon=weapon)
    words = _("Suppressing fire at {target} with {weapon}") if words else ""
    words = words or _("Attack on {target} with {weapon}")
    return words.format(target=aim.name, weapon=weapon)


def needed_words(least: int) -> str:
    """Return in words what 2D6 have to show."""
    if least <= 2:  # noqa: PLR2004 the least that two dice show
        return _("Hits with any 2D6")
    if least > 12:  # noqa: PLR2004 the most that two dice show
        return _("No 2D6 can hit")
    return _("Hits on {n} or more with 2D6").format(n=least)


def aim_words(encounter: Encounter, shot: Shot) -> str:
    """Return the target's id, or the square in words."""
    if shot.target is not None:
        return shot.target
    if shot.square is None:
        return ""
    place = square_name(encounter.map.floors, shot.square)
    return _("the square {place}").format(place=place)
