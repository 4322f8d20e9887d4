"""Tables of the rules as they are looked up: manoeuvres, checks, sizes, ground, increments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import (
    ReferenceColumn,
    ReferenceRow,
    ReferenceTable,
    columns_of,
    points_words,
)
from gridwar.systems.arrgs.actions.offers import WeaponManoeuvre
from gridwar.systems.arrgs.attacks.legality import weapon_band
from gridwar.systems.arrgs.core.movement_speed import (
    increment_of,
    increments_in,
    penalty_after_first,
)
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.core.tables import (
    check_table,
    check_title,
    manoeuvre_table,
    size_steps,
    typical_obstacles,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, LookedAt, TableMaker
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

_MEDIUM: Final = "Medium"
_USUAL: Final = 5
"""A base speed, and a range increment, where nobody and no weapon is looked at."""
_LEAST_INCREMENTS: Final = 4
_MOST_INCREMENTS: Final = 10
_PROVOKES: Final = frozendict(
    always=_("yes"),
    never="",
    per_square=_("by each square"),
    by_attack=_("unless armed in melee"),
    if_check=_("with a check"),
)


def _manoeuvres(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: AR-ACT-03, AR-OPP-01, AR-OPP-04."""
    del encounter
    columns = (
        ReferenceColumn("points", _("Points")),
        ReferenceColumn("provokes", _("Provokes")),
        ReferenceColumn("answers", _("Answers an opportunity")),
    )
    rows = tuple(
        ReferenceRow(
            key,
            row.name,
            (
                str(row.points) if row.points else _("any"),
                _PROVOKES[row.provokes],
                _("yes") * row.answers,
            ),
            rule_id=row.rule,
            is_rare=not row.rule,
        )
        for key, row in manoeuvre_table().manoeuvres.items()
    )
    now = "" if at.command is None else at.command.kind
    found = next((row.id for row in rows if row.id.replace("_", "") == now.replace("_", "")), "")
    return ReferenceTable(columns, rows, _("Manoeuvre"), row=found)


def _checks(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: AR-CHK-07."""
    columns = (
        ReferenceColumn("ability", _("Ability"), is_words=True),
        ReferenceColumn("skill", _("Skill"), is_words=True),
    )
    rows = tuple(
        ReferenceRow(key, check_title(key), (row.ability.capitalize(), row.skill))
        for key, row in check_table().checks.items()
    )
    weapon = _weapon(encounter, at)
    check = "" if weapon is None else weapon.attack_check
    return ReferenceTable(
        columns, rows, _("Check"), row=check if check in check_table().checks else ""
    )


def _weapon(encounter: Encounter, at: LookedAt) -> Weapon | None:
    """Return the weapon that is looked at, by itself or in an attack."""
    if at.weapon and at.who in encounter:
        return sheet_of(encounter[at.who]).weapon(at.weapon)
    command = at.command
    if not isinstance(command, WeaponManoeuvre) or command.actor not in encounter:
        return None
    return sheet_of(encounter[command.actor]).weapon(command.weapon)


def _sizes(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: AR-MOD-08."""
    steps = size_steps()
    middle = steps.index(_MEDIUM)
    columns = columns_of(("others", _("Body, Intellect, Personality")), ("agility", _("Agility")))
    signs = {-1: ("\u2212", "+"), 0: ("0", "0"), 1: ("+", "\u2212")}
    rows = tuple(
        ReferenceRow(step, step, signs[(n > middle) - (n < middle)]) for n, step in enumerate(steps)
    )
    one = encounter.combatants.get(at.who)
    return ReferenceTable(
        columns,
        rows,
        _("Size value"),
        row="" if one is None else sheet_of(one).size,
    )


def _obstacles(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: AR-TER-01, AR-TER-03, AR-TER-04, AR-TER-05."""
    columns = (
        ReferenceColumn("n", _("Squares more")),
        ReferenceColumn("affects", _("Felt by"), is_words=True),
    )
    rows = tuple(
        ReferenceRow(
            kind.name,
            kind.name,
            (
                _("no way") if kind.impassable else f"{kind.difficulty}",
                ", ".join(sorted(kind.affects)) or _("everybody"),
            ),
        )
        for kind in typical_obstacles()
    )
    one = encounter.combatants.get(at.who)
    cell = at.cell or (None if one is None else one.pos)
    now = "" if cell is None else encounter.map.terrain_at(cell).name
    return ReferenceTable(columns, rows, _("Ground"), row=now)


def _increments(base: int, now: int, least: int) -> tuple[ReferenceRow, ...]:
    """Return the increments of some base up to the one that counts, with what each costs."""
    most = min(_MOST_INCREMENTS, max(least, now))
    return tuple(
        ReferenceRow(
            str(n),
            f"{(n - 1) * base + 1}\u2013{n * base}",
            (str(n), points_words(penalty_after_first(n))),
        )
        for n in range(1, most + 1)
    )


def _ranges(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: AR-RNG-01."""
    weapon = _weapon(encounter, at)
    base = (weapon and weapon.range_increment) or _USUAL
    now = 0
    command = at.command
    if weapon is not None and isinstance(command, WeaponManoeuvre) and command.target in encounter:
        band = weapon_band(encounter, command.actor, command.target, weapon)
        now = 0 if band is None else band.increment
    columns = columns_of(("increment", _("Increment")), ("points", _("To attack")))
    most = (weapon and weapon.max_increments) or _LEAST_INCREMENTS
    title = _("Squares, increment {n}").format(n=base)
    rows = _increments(base, now, most)
    return ReferenceTable(columns, rows, title, row=str(now or ""), column="points" * bool(now))


def _speeds(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: AR-INC-01, AR-INC-02."""
    one = encounter.combatants.get(at.who)
    base = _USUAL if one is None else sheet_of(one).base_for("")
    now = 0 if one is None else increment_of(one)
    columns = columns_of(("increment", _("Increment")), ("points", _("On own checks")))
    title = _("Squares moved, base {n}").format(n=base)
    rows = _increments(base, now, increments_in(_LEAST_INCREMENTS * base, base))
    return ReferenceTable(columns, rows, title, row=str(now or ""))


RULE_TABLES: Final[Mapping[str, TableMaker]] = frozendict(
    {
        "AR-ACT-03": _manoeuvres,
        "AR-OPP-01": _manoeuvres,
        "AR-OPP-04": _manoeuvres,
        "AR-CHK-07": _checks,
        "AR-MOD-08": _sizes,
        "AR-TER-01": _obstacles,
        "AR-TER-03": _obstacles,
        "AR-TER-04": _obstacles,
        "AR-TER-05": _obstacles,
        "AR-RNG-01": _ranges,
        "AR-INC-01": _speeds,
        "AR-INC-02": _speeds,
    }
)
"""By the rule whose table it is."""
