"""Tables of the rules as they are looked up: the list of actions, evasions, altitude bands."""

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
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import (
    EVASION_WORDS,
    is_allowed,
    is_free,
    kind_of,
)
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import WeaponAct
from gridwar.systems.percentile.core.action_and_evasion_tables import action_table, evasion_table
from gridwar.systems.percentile.core.altitude_bands import (
    BANDS,
    LEVELS,
    band_of,
    band_pair,
    band_table,
)
from gridwar.systems.percentile.core.house_rules_and_settings import EVASIONS
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, LookedAt, TableMaker
    from gridwar.systems.percentile.core.altitude_bands import Band

_COSTS: Final = frozendict(
    full=_("full"),
    half=_("half"),
    free=_("free"),
    extended=_("extended"),
    grapple=_("part of Grapple"),
)
_KINDS: Final = frozendict(
    melee=_("melee"),
    ranged=_("ranged"),
    thrown_melee=_("thrown melee weapon"),
    grapple=_("grapple"),
    feinted=_("after a won Feint"),
    boarding=_("boarding"),
    ram=_("ram"),
)
_MOVES: Final = frozendict(
    half_move=_("Half Move"),
    full_move=_("Full Move"),
    charge=_("Charge"),
    run=_("Run"),
    disengage=_("Disengage"),
    ram=_("Ram"),
)


def _band_title(band: Band) -> str:
    return LEVELS[BANDS.index(band)].name


def _actions(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: PC-ECO-01, PC-ECO-07, PC-ATK-03."""
    del encounter
    columns = (
        ReferenceColumn("cost", _("Costs")),
        ReferenceColumn("modifier", _("Modifier")),
        ReferenceColumn("subtypes", _("Subtypes"), is_words=True),
    )
    rows = tuple(
        ReferenceRow(
            key,
            row.title,
            (
                _COSTS[row.cost],
                points_words(row.modifier) if row.modifier else "",
                ", ".join(sorted(row.subtypes)),
            ),
            rule_id=row.rule,
            is_rare=bool(row.role),
        )
        for key, row in action_table().actions.items()
    )
    now = at.command.action if isinstance(at.command, WeaponAct) else ""
    return ReferenceTable(columns, rows, _("Action"), row=now, column="modifier" if now else "")


def _evasions(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: PC-ATK-07, PC-DEF-04, PC-ACT-12."""
    columns = columns_of(*((way, EVASION_WORDS[way]) for way in EVASIONS))
    rows = tuple(
        ReferenceRow(
            kind,
            _KINDS.get(kind, kind.replace("_", " ")),
            tuple(_evasion(encounter, kind, way) for way in EVASIONS),
        )
        for kind in evasion_table().allowed
    )
    command, row = at.command, ""
    if at.weapon and at.who in encounter:
        looked_at = weapon_of(encounter[at.who], at.weapon)
        row = "" if looked_at is None else looked_at.kind
    elif isinstance(command, WeaponAct) and command.actor in encounter:
        weapon = weapon_of(encounter[command.actor], command.weapon)
        row = "" if weapon is None else kind_of(encounter, command.order())
    return ReferenceTable(columns, rows, _("Against"), empty=_("not allowed"), row=row)


def _evasion(encounter: Encounter, kind: str, way: str) -> str:
    if not is_allowed(encounter, kind, way):
        return ""
    return _("free") if is_free(kind, way) else _("Reaction")


def _pairs(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: PC-ALT-03, PC-ALT-04, PC-ALT-05."""
    columns = columns_of(*((band, _("at {band}").format(band=_band_title(band))) for band in BANDS))
    rows = tuple(
        ReferenceRow(
            band,
            _band_title(band),
            tuple(_attacks(band, other) for other in BANDS),
        )
        for band in BANDS
    )
    row, column = "", ""
    command = at.command
    who = at.who if command is None else command.actor
    if who and who in encounter:
        row = band_of(encounter[who])
    if isinstance(command, WeaponAct) and command.target in encounter:
        column = band_of(encounter[command.target])
    return ReferenceTable(columns, rows, _("From"), row=row, column=column)


def _attacks(attacker: Band, target: Band) -> str:
    """Return what may be done from one band at another, and its modifier."""
    pair = band_pair(attacker, target)
    words = _("all") if pair.melee else _("no melee")
    if pair.ranged == "approved":
        words = _("approved only") if not pair.melee else _("melee; approved")
    return f"{words}, {points_words(pair.modifier)}" if pair.modifier else words


def _changes(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: PC-ALT-06, PC-ALT-07."""
    del encounter
    rows = tuple(
        ReferenceRow(move, _MOVES.get(move, move), (str(bands),))
        for move, bands in band_table().changes.items()
    )
    now = "" if at.command is None else at.command.kind
    row = next((move for move in band_table().changes if move.replace("_", "") == now.lower()), "")
    return ReferenceTable(columns_of(("bands", _("Bands"))), rows, _("Move"), row=row)


def _falls(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: PC-ALT-10."""
    falls = band_table().falls
    rows = tuple(
        ReferenceRow(band, _band_title(band), (str(falls[band]),))
        for band in BANDS
        if band in falls
    )
    one = encounter.combatants.get(at.who)
    row = "" if one is None or band_of(one) not in falls else band_of(one)
    return ReferenceTable(columns_of(("squares", _("Squares"))), rows, _("Fall from"), row=row)


RULE_TABLES: Final[Mapping[str, TableMaker]] = frozendict(
    {
        "PC-ECO-01": _actions,
        "PC-ECO-07": _actions,
        "PC-ATK-03": _actions,
        "PC-ATK-07": _evasions,
        "PC-DEF-04": _evasions,
        "PC-ACT-12": _evasions,
        "PC-ALT-03": _pairs,
        "PC-ALT-04": _pairs,
        "PC-ALT-05": _pairs,
        "PC-ALT-06": _changes,
        "PC-ALT-07": _changes,
        "PC-ALT-10": _falls,
    }
)
"""By the rule whose table it is."""
