"""Tables of the rules of attacks as they are looked up: range, firing, cover, conditions, sensors.

Each says which row and column count for the attack that is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import (
    ReferenceColumn,
    ReferenceRow,
    ReferenceTable,
    columns_of,
    points_table,
    points_words,
    stand_at,
)
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.zones import Light
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt, shot_of
from gridwar.systems.cepheus.attacks.firing_modes import burst_row, firing_table, rounds_used
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.modifier_tables import cover_table, modifiers
from gridwar.systems.cepheus.core.weapons_in_use import weapon_in_use
from gridwar.systems.cepheus.positions.cover import cover_between, row_title, worth_of
from gridwar.systems.cepheus.positions.range_bands import (
    band_between,
    band_table,
    band_title,
    range_dm,
)
from gridwar.systems.cepheus.positions.visibility_and_sensors import condition_table, conditions_on
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, LookedAt, TableMaker
    from gridwar.systems.cepheus.attacks.attack_records import Shot
    from gridwar.systems.cepheus.core.weapon_records import Weapon, WeaponType
    from gridwar.systems.cepheus.positions.range_bands import Band
    from gridwar.systems.cepheus.positions.visibility_and_sensors import Conditions

_TYPES: Final[Mapping[WeaponType, str]] = {
    "close_quarters": _("close quarters"),
    "extended_reach": _("extended reach"),
    "thrown": _("thrown"),
    "pistol": _("pistol"),
    "rifle": _("rifle"),
    "shotgun": _("shotgun"),
    "assault": _("assault weapon"),
    "rocket": _("rocket"),
}
_RARE: Final = frozenset({"extended_reach", "rocket"})
_LIGHTS: Final = {Light.LOW: "low", Light.DARK: "dark"}
_SMOKES: Final = ("", "normal", "thick")


def type_title(weapon: Weapon) -> str:
    """Return the row of the attack difficulty matrix that a weapon stands in, in words."""
    return _TYPES[weapon.type]


def _shot(encounter: Encounter, at: LookedAt) -> tuple[Shot, Weapon] | None:
    """Return the attack that is looked at, with its weapon; None where it is none."""
    command = at.command
    if not isinstance(command, Attack | ThrowAt | FireBlind) or command.actor not in encounter:
        return None
    weapon = weapon_in_use(encounter, command.actor, command.weapon)
    return None if weapon is None else (shot_of(command), weapon)


def _weapon(encounter: Encounter, at: LookedAt) -> Weapon | None:
    """Return the weapon that is looked at, by itself or in an attack."""
    if at.weapon and at.who in encounter:
        return weapon_in_use(encounter, at.who, at.weapon)
    found = _shot(encounter, at)
    return None if found is None else found[1]


def _band(encounter: Encounter, at: LookedAt) -> Band | None:
    """Return the band between those of the attack that is looked at."""
    found = _shot(encounter, at)
    target = "" if found is None else found[0].target
    if found is None or not target or target not in encounter:
        return None
    return band_between(encounter, found[0].actor, target)


def _bands(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-RNG-01."""
    columns = columns_of(("squares", _("Squares")), ("metres", _("Metres")))
    rows, squares, metres = [], 0, 0.0
    for row in band_table().bands:
        if row.squares is None or row.metres is None:
            values = (f"{squares}+", _("over {m:g}").format(m=metres))
        else:
            here = f"{squares}\u2013{row.squares}" if squares < row.squares else f"{row.squares}"
            below = _("below {m:g}") if row.below else _("up to {m:g}")
            values = (here, below.format(m=row.metres))
            squares, metres = row.squares + 1, row.metres
        rows.append(ReferenceRow(row.id, row.title, values))
    by = "metres" if switches_of(encounter).band_source == "metres" else "squares"
    now = _band(encounter, at)
    return ReferenceTable(
        columns, tuple(rows), _("Band"), row=now or "", column=by if now is not None else ""
    )


def _difficulty(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-RNG-03."""
    bands = band_table().bands
    reach = {row.id: row.values[0] for row in _bands(encounter, at).rows}
    columns = tuple(ReferenceColumn(one.id, one.title, reach[one.id]) for one in bands)
    rows = tuple(
        ReferenceRow(
            kind,
            title,
            tuple(_dm(range_dm(kind, band.id)) for band in bands),
            is_rare=kind in _RARE,
        )
        for kind, title in _TYPES.items()
    )
    weapon = _weapon(encounter, at)
    return ReferenceTable(
        columns,
        rows,
        _("Weapon"),
        empty=_("cannot be used there"),
        row="" if weapon is None else weapon.type,
        column=_band(encounter, at) or "",
        bent_by=("CE-RNG-01",),
    )


def _dm(points: int | None) -> str:
    return "" if points is None else points_words(points)


def _bursts(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-FIR-02."""
    columns = columns_of(("attack", _("To hit")), ("damage", _("Or damage")))
    return _rounds(encounter, at, columns, mode="burst")


def _panic(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-FIR-03."""
    return _rounds(encounter, at, columns_of(("damage", _("Damage"))), mode="panic")


def _rounds(
    encounter: Encounter, at: LookedAt, columns: tuple[ReferenceColumn, ...], mode: str
) -> ReferenceTable:
    """Return what rounds are worth; the last column is damage."""
    rows = firing_table().bursts
    shown = tuple(
        ReferenceRow(
            str(row.rounds),
            str(row.rounds),
            (points_words(row.dm), _more(row.dice, row.points))[-len(columns) :],
        )
        for row in rows
    )
    found = _shot(encounter, at)
    if found is None or found[0].mode != mode:
        return ReferenceTable(columns, shown, _("Rounds"))
    shot, weapon = found
    row = burst_row(rounds_used(weapon, shot), switches_of(encounter))
    use = "damage" if mode == "panic" else shot.use
    return ReferenceTable(columns, shown, _("Rounds"), row=str(row.rounds), column=use)


def _more(dice: int, points: int) -> str:
    """Return extra damage as it is written."""
    if dice:
        return f"+{dice}D6"
    return points_words(points)


def _spread(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-FIR-04."""
    spread = firing_table().spread
    columns = columns_of(("dm", _("To hit")), ("dice", _("Damage")))
    values = (points_words(spread.dm), f"{spread.dice}D6")
    rows = tuple(ReferenceRow(band, band_title(band), values) for band in spread.bands)
    found, band = _shot(encounter, at), _band(encounter, at)
    counts = found is not None and found[1].ammo_kind == "flechette" and band in spread.bands
    return ReferenceTable(columns, rows, _("Range"), row=(band or "") if counts else "")


def _cover(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-COV-01, CE-COV-02, CE-COV-03."""
    columns = columns_of(("standing", _("Standing")), ("crouched", _("Crouched or prone")))
    switches = switches_of(encounter)
    rows = tuple(
        ReferenceRow(
            degree,
            row_title(degree),
            (
                _dm(worth_of(degree, "standing", switches).dm),
                _dm(worth_of(degree, "crouched", switches).dm),
            ),
        )
        for degree in CoverDegree
        if degree in cover_table().dm
    )
    row, column = "", ""
    found = _shot(encounter, at)
    if found is not None and found[0].target in encounter:
        target = str(found[0].target)
        cover = cover_between(encounter, found[0].actor, target)
        row = CoverDegree.NONE if cover is None else cover.degree
        column = "standing" if sheet_of(encounter[target]).stance == "standing" else "crouched"
    return ReferenceTable(
        columns,
        rows,
        _("Cover"),
        empty=_("cannot be hit"),
        row=row,
        column=column,
        bent_by=("CE-COV-03",),
    )


def _conditions(encounter: Encounter, at: LookedAt) -> Conditions | None:
    """Return what lies on the line of the attack that is looked at."""
    found = _shot(encounter, at)
    if found is None or found[0].target not in encounter:
        return None
    here, there = (stand_at(encounter, one) for one in (found[0].actor, str(found[0].target)))
    return conditions_on(encounter, here, there)


def _light(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-ENV-01."""
    titles = {"bright": _("bright"), "low": _("low light"), "dark": _("complete darkness")}
    dms = {"bright": 0, **condition_table().light}
    now = _conditions(encounter, at)
    row = "" if now is None else titles[_LIGHTS.get(now.light, "bright")]
    rows = tuple((titles[key], dm, "") for key, dm in dms.items() if key in titles)
    return points_table(_("On the target's square"), _("DM"), rows, row)


def _smoke(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-ENV-02."""
    figures, titles = condition_table(), {"normal": _("smoke or fog"), "thick": _("thick smoke")}
    rows = tuple(
        ReferenceRow(
            key,
            title,
            (points_words(figures.smoke[key]), points_words(figures.smoke_laser[key])),
        )
        for key, title in titles.items()
    )
    columns = columns_of(("others", _("Other weapons")), ("laser", _("Lasers")))
    found, now = _shot(encounter, at), _conditions(encounter, at)
    if found is None or now is None:
        return ReferenceTable(columns, rows, _("On the line"))
    row = _SMOKES[min(len(_SMOKES) - 1, now.smoke)]
    column = "laser" if found[1].laser else "others"
    return ReferenceTable(columns, rows, _("On the line"), row=row, column=column if row else "")


def _weather(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-ENV-03."""
    del encounter, at
    titles = {"visibility": _("visibility"), "interference": _("interference")}
    figures = condition_table().weather
    rows = ((titles[key], dm, "") for key, dm in figures.items() if key in titles)
    return points_table(_("Rain, storm, snow"), _("DM"), rows)


def _sensors(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-SEN-01, CE-SEN-03."""
    columns = (
        ReferenceColumn("text", _("What it does"), is_words=True),
        ReferenceColumn("light", _("No light DM")),
        ReferenceColumn("smoke", _("No smoke DM")),
    )
    signs = {
        "": _("yes"),
        "warm": _("if warm"),
        "living": _("if alive"),
        "moving": _("if it moves"),
    }
    rows = tuple(
        ReferenceRow(
            row.id,
            row.title,
            (row.text, signs.get(row.needs, "") if row.light else "", signs[""] * row.smoke),
        )
        for row in condition_table().sensors
    )
    found = _shot(encounter, at)
    now = "" if found is None or found[0].sight_by == "eye" else found[0].sight_by
    return ReferenceTable(columns, rows, _("Sensor"), row=now, bent_by=("CE-SEN-02",))


def _others(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: CE-SIG-07."""
    del encounter, at
    now = modifiers()
    aim, reaction, target = now.aim, now.reaction, now.target
    rows = (
        (_("aim, each minor action, at most +6"), 1, "CE-MIN-02"),
        (_("laser sight, if aimed"), aim.laser_sight, "CE-SIG-09"),
        (_("intelligent weapon"), aim.intelligent, "CE-SIG-08"),
        (_("panic fire"), now.fire.panic, "CE-FIR-03"),
        (_("extreme range"), now.fire.extreme, "CE-FIR-06"),
        (_("suppressing fire"), now.fire.suppression, "CE-FIR-07"),
        (_("recoil in zero gravity"), now.fire.recoil, "CE-ZRG-02"),
        (_("firing into combat"), now.into_combat.dm, "CE-FIR-05"),
        (_("target moved, each {m} m").format(m=target.metres_a_step), -1, "CE-SIG-10"),
        (_("target prone, at Personal range"), target.prone_personal, "CE-STA-03"),
        (_("target prone, farther than Close"), target.prone_ranged, "CE-STA-03"),
        (_("target dodges"), reaction.dodge, "CE-REA-03"),
        (_("target dodges in cover"), reaction.dodge_in_cover, "CE-REA-03"),
        (_("something of starship scale"), now.ship.to_hit, "CE-STS-01"),
    )
    return points_table(_("Modifier"), _("DM"), rows)


ATTACK_TABLES: Final[Mapping[str, TableMaker]] = frozendict(
    {
        "CE-RNG-01": _bands,
        "CE-RNG-03": _difficulty,
        "CE-FIR-02": _bursts,
        "CE-FIR-03": _panic,
        "CE-FIR-04": _spread,
        "CE-COV-01": _cover,
        "CE-COV-02": _cover,
        "CE-COV-03": _cover,
        "CE-ENV-01": _light,
        "CE-ENV-02": _smoke,
        "CE-ENV-03": _weather,
        "CE-SEN-01": _sensors,
        "CE-SEN-03": _sensors,
        "CE-SIG-07": _others,
    }
)
"""By the rule whose table it is."""
