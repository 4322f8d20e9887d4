"""The card of a combatant: wounds or hull, actions left, figures, badges."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge, Card, Figure, Pip, PipKind, Pool, Vital, _, eyes_told
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import evasion_number, strongest
from gridwar.systems.percentile.core.altitude_bands import band_of
from gridwar.systems.percentile.core.fight_state import grapple_of, sheet_of, state_of, watch_of
from gridwar.systems.percentile.core.scores import bonus, decayed, score
from gridwar.systems.percentile.harm.wounds_and_fatigue import WoundsChanged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.systems.percentile.core.sheet import PercentileSheet

_EVASIONS = {"dodge": _("Dodge"), "parry": _("Parry"), "point_defend": _("Point Defend")}
_SHORT = (("ws", "WS"), ("bs", "BS"), ("s", "S"), ("t", "T"), ("ag", "Ag"))


def vital_of(encounter: Encounter, who: str) -> Vital:
    """Return Wounds, or a ship's Hull, and whether somebody is out."""
    sheet = sheet_of(encounter[who])
    return Vital(sheet.wounds, sheet.wounds_full, sheet.dead)


def card_of(encounter: Encounter, who: str) -> Card:
    """Return the card.

    Rules: PC-TIM-04, PC-ECO-08, PC-ATK-19, PC-ATK-20, PC-SHP-02
    """
    sheet, vital = sheet_of(encounter[who]), vital_of(encounter, who)
    label = _("Wounds") if sheet.ship is None else _("Hull")
    pool = Pool("wounds", label, vital.points, vital.full, changed=partial(_wounds_events, who))
    extended = sheet.extended
    progress = None if extended is None else extended.done / extended.needed
    return Card(
        subtitle="" if sheet.ship is None else _("Starship, Size {n}").format(n=sheet.ship.size),
        pools=(pool,),
        figures=tuple(_figures(encounter, who)),
        pips=_pips(encounter, who),
        progress=None if extended is None or extended.hidden else progress,
        badges=tuple(_badges(encounter, who)),
        out=vital.out,
        box=sheet.ship is not None,
    )


def _wounds_events(who: str, by: int) -> tuple[WoundsChanged, ...]:
    return (WoundsChanged(who=who, by=by),) if by else ()


def _pips(encounter: Encounter, who: str) -> tuple[Pip, ...]:
    """Return two Half Actions, the Reactions, and whether Attack and Concentration are used.

    Rules: PC-TIM-04, PC-ECO-08
    """
    sheet, state = sheet_of(encounter[who]), state_of(encounter)
    reactions = max(sheet.reactions, sheet.reactions_full)
    return (
        Pip(PipKind.OWN, _("Half Actions"), sheet.half_actions, 2),
        Pip(PipKind.OTHERS, _("Reactions"), sheet.reactions, reactions),
        Pip(PipKind.SMALL, _("Attack action"), int(who not in state.attacked), 1),
        Pip(PipKind.SMALL, _("Concentration action"), int(who not in state.concentrated), 1),
    )


def _figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    """Yield scores with what they were before decay, bonuses, evasion, Fatigue.

    Rules: PC-AIL-02, PC-TST-02, PC-DEF-05, PC-ATK-20, PC-UNA-03, PC-UNA-04, PC-SEQ-04
    """
    sheet = sheet_of(encounter[who])
    if sheet.initiative is not None:
        yield Figure(_("Initiative"), str(sheet.initiative))
    for name, title in _SHORT:
        yield Figure(title, _score_words(sheet, name))
    bonuses = "/".join(str(bonus(encounter, who, name)) for name in ("sb", "tb", "ab"))
    yield Figure("SB/TB/AB", bonuses, _("Strength, Toughness and Agility Bonus"))
    yield Figure(_("Armour"), str(sheet.ap), in_head=True)
    for way, title in _EVASIONS.items():
        yield Figure(title, str(evasion_number(encounter, who, way)))
    if strongest(sheet) is not None:
        number = str(evasion_number(encounter, who, "deflect"))
        yield Figure(_("Deflector"), number, _sources(sheet), in_head=True)
    yield from eyes_told(encounter, who)
    if sheet.fatigue:
        yield Figure(_("Fatigue"), str(sheet.fatigue))
    if sheet.lethal:
        yield Figure(_("Lethal Damage"), str(sheet.lethal))
    if sheet.traits:
        yield Figure(_("Traits and notes"), sheet.traits, sheet.traits)


def _sources(sheet: PercentileSheet) -> str:
    """Return all Deflectors with their ratings, the strongest first: it alone counts.

    Rules: PC-DEF-05
    """
    found = sorted(sheet.deflectors, key=lambda one: -one.rating)
    words = ((one.name or _("Deflector"), one.rating) for one in found)
    return ", ".join(f"{name} {rating}" for name, rating in words)


def _score_words(sheet: PercentileSheet, name: str) -> str:
    now = score(sheet, name)
    return f"{now} ({getattr(sheet, name)})" if decayed(sheet, name) else str(now)


def _badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield what is pending or lasts and is no timed effect."""
    yield from _body_badges(encounter, who)
    sheet = sheet_of(encounter[who])
    if sheet.aim:
        yield Badge("crosshair", _("Aim +{n}").format(n=sheet.aim), "PC-ACT-16")
    if watch_of(encounter, who) is not None:
        yield Badge("eye", _("Overwatch"), "PC-ACT-10")
    if sheet.extended is not None:
        yield Badge("hourglass", sheet.extended.name, "PC-ECO-06")
    grapple = grapple_of(encounter, who)
    if grapple is not None:
        if grapple.controller == who:
            yield Badge("crown", _("Controls the grapple"), "PC-GRP-01")
        else:
            yield Badge("grab", _("Restrained"), "PC-GRP-01")
    for weapon in sheet.weapons:
        if weapon.jammed:
            yield Badge("ban", _("{weapon}: jammed").format(weapon=weapon.title), "PC-ACT-02")


def _body_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield death, band, fall, Fatigue and Deflector.

    Rules: PC-ALT-01, PC-ALT-02, PC-ALT-09, PC-DEF-06
    """
    one = encounter[who]
    sheet, band = sheet_of(one), band_of(one)
    if sheet.dead:
        yield Badge("skull", _("Dead"), "PC-ATK-19")
    if band != "ground":
        words = {"low": _("Low"), "high": _("High")}[band]
        yield Badge("plane", words, "PC-ALT-01")
    if sheet.falling_from:
        yield Badge("chevrons-down", _("Falling"), "PC-ALT-09")
    if sheet.fatigue:
        yield Badge("moon", _("Fatigue {n}").format(n=sheet.fatigue), "PC-UNA-03")
    if strongest(sheet) is not None:
        number = evasion_number(encounter, who, "deflect")
        yield Badge("shield-half", _("Deflector {n}").format(n=number), "PC-DEF-06")
