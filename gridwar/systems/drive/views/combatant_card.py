"""What card and token show: damage, injuries, armour, sources, light, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge, Card, Figure, Pool, Vital, eyes_told, notches_every
from gridwar.systems.drive.auras import shines
from gridwar.systems.drive.core.fight_state import points_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.damage_by_gm import change_by_hand
from gridwar.systems.drive.harm.resistances_and_degrees import modifiers_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.drive.core.sheet import DriveSheet


def vital_of(encounter: Encounter, who: str) -> Vital:
    """Return what is left until somebody is out, or until the next injury of whom nobody said when.

    Rules: DR-ARM-06
    """
    sheet = sheet_of(encounter[who])
    factor, taken = sheet.injury_factor, sheet.damage_taken
    if sheet.out_at is None:
        return Vital(factor - taken % factor, factor, sheet.is_out, taken)
    return Vital(max(0, sheet.out_at - taken), sheet.out_at, sheet.is_out, taken)


def card_of(encounter: Encounter, who: str) -> Card:
    """Return what is left before it is out, damage, armour, fatigue, shields, auras, light.

    Rules: DR-ARM-02, DR-ARM-06, DR-NRG-04, DR-NRG-08, DR-SHD-12, DR-AUR-01
    """
    sheet, vital = sheet_of(encounter[who]), vital_of(encounter, who)
    return Card(
        pools=(_pool(who, sheet, vital),),
        figures=tuple(_figures(encounter, who)),
        badges=tuple(badges(encounter, who)),
        out=vital.out,
        box=sheet.form in ("vehicle", "gravnet_airship"),
    )


def _pool(who: str, sheet: DriveSheet, vital: Vital) -> Pool:
    factor, notches = sheet.injury_factor, tuple[int, ...]()
    label = _("Until the next degree")
    if sheet.out_at is not None:
        label, notches = _("Until out"), notches_every(factor, vital.full)
    return Pool(
        "damage",
        label,
        vital.points,
        vital.full,
        _("An injury for every {n} of damage").format(n=factor),
        played=lambda table, by: change_by_hand(table, who, by),
        rule_id="DR-ARM-06",
        notches=notches,
    )


def _figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    sheet = sheet_of(encounter[who])
    armour, factor = sheet.armour, sheet.injury_factor
    degrees = sum(one.degrees for one in sheet.injuries)
    yield Figure(_("Damage"), str(sheet.damage_taken), rule_id="DR-ARM-06")
    next_at = factor - sheet.damage_taken % factor
    hint = _("{n} more for the next degree").format(n=next_at)
    yield Figure(_("Injury factor"), str(factor), hint, "DR-ARM-06", in_head=True)
    yield Figure(_("Degrees"), str(degrees), rule_id="DR-ARM-06")
    metal = _("metallic") if armour is not None and armour.metallic else ""
    band = f"{armour.lo}\u2013{armour.hi}" if armour else _("none")
    yield Figure(_("Armour"), band, metal, "DR-NRG-05" if metal else "DR-ARM-02", in_head=True)
    yield Figure(_("Fatigue"), str(sheet.fatigue), rule_id="DR-NRG-08")
    yield from eyes_told(encounter, who)
    for one in modifiers_of(encounter, who):
        yield Figure(one.match.words, f"{one.percent}%", one.origin, "DR-RES-01")
    for own in sheet.shields:
        hint = ", ".join(filter(None, (own.precision, own.pool_id or "")))
        points = str(points_of(encounter, own)) if own.active else _("off")
        yield Figure(own.id, points, hint, "DR-SHD-18" if own.pool_id else "DR-SHD-12")
    for aura in sheet.auras:
        yield Figure(aura.id, str(aura.stored), aura.kind, "DR-AUR-01")
    for source in sheet.gravity:
        points = str(points_of(encounter, source))
        yield Figure(source.id, points, _("pseudogravity"), "DR-PSG-04")
    if sheet.flying_spd and sheet.resists:
        heavier = f"+{constants().gravity.percent_a_flying_spd * sheet.flying_spd}%"
        yield Figure(_("Weight"), heavier, _("resists with flight"), "DR-PSG-06")


def badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield what is known of somebody beside conditions, which are shown by themselves.

    Rules: DR-NRG-04, DR-AUR-11, DR-AUR-12, DR-SHD-10, DR-SHD-15, DR-PSG-06, DR-PSG-09, DR-PSG-13
    """
    sheet = sheet_of(encounter[who])
    if shines(sheet):
        yield Badge("sun", _("Moderate light, low Stealth"), "DR-AUR-12")
    particles = sum(sheet.particle_attacks)
    if particles:
        words = _("Particle degrees: {n}").format(n=particles)
        yield Badge("biohazard", words, "DR-NRG-04")
    if any(own.precision == "high" and own.active for own in sheet.shields):
        yield Badge("shield-check", _("Neither deafened nor ignited"), "DR-SHD-15")
    if sheet.in_cover:
        yield Badge("brick-wall", _("In cover"), "DR-PSG-13")
    if sheet.in_group_defence:
        yield Badge("shield", _("In group defence"), "DR-PSG-09")
    if sheet.flying_spd and sheet.resists:
        yield Badge("wind", _("Resists pseudogravity with flight"), "DR-PSG-06")
    if not sheet.organic and sheet.form == "character":
        yield Badge("settings", _("Not organic"), "DR-NRG-12")
