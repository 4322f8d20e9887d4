"""Tables of the rules as they are looked up: checks, vehicles, communication, healing.

Those of attacks are in ``attack_rule_tables``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict

from gridwar.engine.kit import (
    ReferenceColumn,
    ReferenceRow,
    ReferenceTable,
    columns_of,
    points_table,
    points_words,
)
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.checks.check_dms import DIFFICULTY_DMS, characteristic_dm
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.modifier_tables import armour_points, modifiers
from gridwar.systems.cepheus.leadership.communication import means_table
from gridwar.systems.cepheus.machines.machine_parts import SINGLE, location_title, tables
from gridwar.systems.cepheus.positions.range_bands import band_title
from gridwar.systems.cepheus.turns.before_fight import table_of_starts
from gridwar.systems.cepheus.views.attack_rule_tables import ATTACK_TABLES
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, LookedAt, TableMaker
    from gridwar.systems.cepheus.turns.before_fight import Surroundings

_MOST_SCORE: Final = 17
_SAME_DM: Final = 3
"""Scores that have one DM."""
_HITS: Final = {1: _("Single"), 2: _("Double"), 3: _("Triple")}


def _characteristics(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-CORE-03."""
    del encounter, at
    rows = (
        (f"{low}\u2013{low + _SAME_DM - 1}", characteristic_dm(low), "")
        for low in range(0, _MOST_SCORE, _SAME_DM)
    )
    return points_table(_("Score"), _("DM"), rows)


def _difficulties(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-CORE-05."""
    del encounter
    words = {key: key.replace("_", " ").capitalize() for key in DIFFICULTY_DMS}
    command = at.command
    now = ""
    if isinstance(command, Check) and command.difficulty != "ask":
        now = words[command.difficulty]
    rows = ((words[key], dm, "") for key, dm in DIFFICULTY_DMS.items())
    return points_table(_("Task"), _("DM"), rows, now)


def _starts(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-RNG-04."""
    del encounter, at
    titles: Mapping[Surroundings, str] = {
        "tight": _("tight quarters"),
        "outdoors": _("outdoors"),
        "open": _("roads, sea, open country"),
    }
    found = table_of_starts()
    farthest: Mapping[Literal["dark", "low"], str] = {
        "dark": _("total darkness"),
        "low": _("partial darkness"),
    }
    rows = [
        ReferenceRow(key, title, (_(" or ").join(map(band_title, found.usual[key])),))
        for key, title in titles.items()
        if key in found.usual
    ]
    rows += [
        ReferenceRow(
            key, title, (_("{band} at most").format(band=band_title(found.darkness[key])),)
        )
        for key, title in farthest.items()
        if key in found.darkness
    ]
    column = ReferenceColumn("band", _("Usual range"), is_words=True)
    return ReferenceTable((column,), tuple(rows), _("Surroundings"))


def _means(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-COM-02."""
    columns = (
        ReferenceColumn("needs", _("Needs"), is_words=True),
        ReferenceColumn("jammed", _("Jamming stops it")),
        ReferenceColumn("smoke", _("Smoke stops it")),
    )
    rows = tuple(
        ReferenceRow(row.id, row.title, (row.needs, _("yes") * row.jammed, _("yes") * row.smoke))
        for row in means_table().means
    )
    one = encounter.combatants.get(at.who)
    sets = () if one is None else sheet_of(one).team.comms
    return ReferenceTable(columns, rows, _("Means"), row=sets[0].means if sets else "")


def _damage_steps(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-VDM-01."""
    del encounter, at
    columns = tuple(ReferenceColumn(str(hits), title) for hits, title in _HITS.items())
    rows, low = [], SINGLE
    for row in tables().rows:
        counted = tuple(str(row.hits.count(hits) or "") for hits in _HITS)
        title = f"{low}\u2013{row.to}"
        rows.append(ReferenceRow(title, title, counted))
        low = row.to + 1
    return ReferenceTable(columns, tuple(rows), _("Damage"), bent_by=("CE-VDM-02",))


def _locations(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-VDM-03."""
    columns = (
        ReferenceColumn("external", _("Vehicle"), is_words=True),
        ReferenceColumn("internal", _("Inside it"), is_words=True),
        ReferenceColumn("robot", _("Robot or drone"), is_words=True),
    )
    rows = tuple(
        ReferenceRow(
            str(row.roll),
            str(row.roll),
            tuple(map(location_title, (row.external, row.internal, row.robot))),
        )
        for row in tables().locations
    )
    one = encounter.combatants.get(at.who)
    machine = None if one is None else sheet_of(one).machine
    column = "" if machine is None else "robot" if machine.is_robot else "external"
    return ReferenceTable(columns, rows, _("2D6"), column=column)


def _explosion(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-VDM-05."""
    del encounter, at
    rows = tuple(
        ReferenceRow(
            f"{zone.radius_m:g}", _("{m:g} m").format(m=zone.radius_m), (f"{zone.dice}D6",)
        )
        for zone in modifiers().explosion
    )
    return ReferenceTable(columns_of(("dice", _("Damage"))), rows, _("Up to"))


def _armour(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-DMG-03."""
    del encounter, at
    rows = tuple(
        ReferenceRow(kind, kind.replace("_", " "), (str(points),))
        for kind, points in armour_points().items()
    )
    return ReferenceTable(columns_of(("points", _("Points"))), rows, _("Armour, for example"))


def _reactions(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-REA-01, CE-INI-07."""
    del encounter, at
    reaction, haste = modifiers().reaction, modifiers().haste
    columns = columns_of(("initiative", _("Initiative")), ("checks", _("Checks")))
    rows = tuple(
        ReferenceRow(
            rule, title, (points_words(one.initiative), points_words(one.checks)), rule_id=rule
        )
        for rule, title, one in (
            ("CE-REA-01", _("each reaction"), reaction),
            ("CE-INI-07", _("haste"), haste),
        )
    )
    return ReferenceTable(columns, rows, _("For this round"))


def _first_aid(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-HLT-07, CE-HLT-08, CE-HLT-09."""
    del encounter, at
    found = modifiers().treatment
    columns = (ReferenceColumn("worth", _("Worth"), is_words=True),)
    soon, late = found.first_aid_twice_rounds, found.first_aid_rounds
    rows = (
        ReferenceRow("soon", _("within {n} rounds").format(n=soon), (_("twice the Effect"),)),
        ReferenceRow("late", _("within {n} rounds").format(n=late), (_("the Effect"),)),
        ReferenceRow(
            "self", _("on oneself"), (_("DM {dm:+d}").format(dm=found.first_aid_on_oneself),)
        ),
        ReferenceRow(
            "surgery",
            _("surgery on oneself"),
            (_("DM {dm:+d}").format(dm=found.surgery_on_oneself),),
            rule_id="CE-HLT-08",
        ),
    )
    return ReferenceTable(columns, rows, _("First aid"))


RULE_TABLES: Final[Mapping[str, TableMaker]] = frozendict(
    {
        **ATTACK_TABLES,
        "CE-CORE-03": _characteristics,
        "CE-CORE-05": _difficulties,
        "CE-RNG-04": _starts,
        "CE-COM-02": _means,
        "CE-VDM-01": _damage_steps,
        "CE-VDM-03": _locations,
        "CE-VDM-05": _explosion,
        "CE-DMG-03": _armour,
        "CE-REA-01": _reactions,
        "CE-INI-07": _reactions,
        "CE-HLT-07": _first_aid,
        "CE-HLT-08": _first_aid,
    }
)
"""By the rule whose table it is."""
