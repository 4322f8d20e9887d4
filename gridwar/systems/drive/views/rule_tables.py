"""Tables of the rules as they are looked up: armour, holding back, areas, criticals, energy."""

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
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.drive_against_armour import passing_percent
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, LookedAt, TableMaker

_MOST_DEGREES: Final = 7


def _armour(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: DR-ARM-02, DR-NRG-05."""
    command = at.command
    who = "" if at.weapon else at.who
    if isinstance(command, Attack):
        who = command.target
    armour = sheet_of(encounter[who]).armour if who in encounter else None
    columns = columns_of(("normal", _("Damage")), ("electric", _("Electric, metal armour")))
    title = _("Drive")
    inside = f"{constants().armour.inside_percent} %"
    if armour is None:
        words = (_("below the range"), _("inside it"), _("above it"))
        values = (("0 %", "0 %"), (inside, "100 %"), ("100 %", "100 %"))
        rows = tuple(ReferenceRow(one, one, two) for one, two in zip(words, values, strict=True))
        return ReferenceTable(columns, rows, title)
    metal = armour.replace(metallic=True)
    spans = (
        ("below", _("below {n}").format(n=armour.lo), armour.lo - 1),
        ("inside", f"{armour.lo}\u2013{armour.hi}", armour.lo),
        ("above", _("above {n}").format(n=armour.hi), armour.hi + 1),
    )
    rows = tuple(
        ReferenceRow(
            key,
            words,
            (
                f"{passing_percent(armour, 'normal', drive)} %",
                f"{passing_percent(metal, 'electric', drive)} %",
            ),
        )
        for key, words, drive in spans
    )
    title = _("Drive against {name}").format(name=encounter[who].name)
    return ReferenceTable(columns, rows, title, column="electric" if armour.metallic else "")


def _held_back(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: DR-RED-03, DR-RED-04."""
    del encounter
    found = constants().reduction
    columns = columns_of(("percent", _("Left of it")), ("hindrance", _("Hindrance")))
    rows = [
        ReferenceRow(
            f"melee {percent}",
            _("melee weapon"),
            (f"{percent} %", str(found.melee_hindrance)),
            rule_id="DR-RED-03",
        )
        for percent in found.melee_percents
    ]
    ranged = (f"{found.ranged_percent} %", str(found.ranged_hindrance))
    rows.append(ReferenceRow("half", _("ranged weapon"), ranged, rule_id="DR-RED-04"))
    row, command = "", at.command
    if isinstance(command, Attack) and command.half_power:
        row = "half"
    elif isinstance(command, Attack) and command.mode == "melee":
        row = f"melee {command.weapon_percent}"
    known = {one.id for one in rows}
    return ReferenceTable(columns, tuple(rows), _("Held back"), row=row if row in known else "")


def _areas(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: DR-AOE-01."""
    del encounter
    found = constants().area
    columns = columns_of(
        ("from", _("From damage")), ("direct", _("Who is hit")), ("others", _("The others"))
    )
    impact, area = f"{found.impact_percent} %", f"{found.area_percent} %"
    rows = (
        ReferenceRow("deliberate", _("deliberate"), (str(found.deliberate_from), impact, area)),
        ReferenceRow("overeffect", _("overeffect"), (str(found.overeffect_from), "100 %", area)),
    )
    command = at.command
    now = "deliberate" if isinstance(command, Attack) and command.deliberate else ""
    return ReferenceTable(columns, rows, _("Area"), row=now)


def _zones(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: DR-AOE-14."""
    del encounter, at
    found = constants().zone
    times = _("{n} times the damage")
    column = ReferenceColumn("pays", _("A bubble pays"), is_words=True)
    rows = (
        ReferenceRow("cluster", _("cluster weapon"), (times.format(n=found.cluster_times),)),
        ReferenceRow("point", _("point weapon"), (times.format(n=found.point_times),)),
    )
    return ReferenceTable((column,), rows, _("Against a"))


def _criticals(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: DR-CRT-05."""
    del encounter, at
    found = constants().critical
    rows = (
        ReferenceRow("others", _("any weapon"), (points_words(found.drive),)),
        ReferenceRow("precise", _("melee weapon, Precise"), (points_words(found.precise_drive),)),
    )
    return ReferenceTable(columns_of(("drive", _("Drive"))), rows, _("Critical hit"))


def _fever(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: DR-NRG-04."""
    del encounter, at
    each = constants().after.degrees_a_fever_hindrance
    rows = tuple(
        ReferenceRow(str(n), str(n), (str((n - 1) // each),)) for n in range(1, _MOST_DEGREES + 1)
    )
    return ReferenceTable(columns_of(("hindrance", _("Hindrance"))), rows, _("Degrees"))


RULE_TABLES: Final[Mapping[str, TableMaker]] = frozendict(
    {
        "DR-ARM-02": _armour,
        "DR-NRG-05": _armour,
        "DR-RED-03": _held_back,
        "DR-RED-04": _held_back,
        "DR-AOE-01": _areas,
        "DR-AOE-14": _zones,
        "DR-CRT-05": _criticals,
        "DR-NRG-04": _fever,
    }
)
"""By the rule whose table it is."""
