"""What the map shows: bands, bubbles, auras, light, silence, ties, what a zone would take in."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Area,
    Blast,
    BlastCaught,
    BlastZoneView,
    Overlays,
    Ring,
    Scenery,
    Tie,
    rings_of,
)
from gridwar.engine.perception.light_of_fight import shining_lights
from gridwar.grid.areas.light_of_one_source import cells_reached
from gridwar.model.geometry import footprint
from gridwar.systems.drive.attacks.zone_attacks import zone_cells
from gridwar.systems.drive.core.action_headings import CUTTING
from gridwar.systems.drive.core.fight_state import points_of
from gridwar.systems.drive.core.house_rules_and_settings import settings_of
from gridwar.systems.drive.core.sheet import LINK_WORDS, gravity_of, sheet_of, weapon_of
from gridwar.systems.drive.harm.blow_and_elements import in_words
from gridwar.systems.drive.positions import (
    band_reach,
    cells_within,
    distance,
    is_straight,
    spot_of_cell,
    spot_of_one,
)
from gridwar.systems.drive.pseudogravity.silencing_and_weight import (
    GM_ALONE,
    SILENCING,
    combined,
    silencers,
)
from gridwar.systems.drive.shielding.bubble_areas import (
    bubble_area,
    bubbles,
    is_inside,
    middle_of,
    reach_of,
)
from gridwar.systems.drive.turns.ties_and_stances import MAKING, RULES
from gridwar.systems.drive.views.shed_light import glow_of, light_id
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Cell, Encounter

BANDS: Final = {
    "engagement": _("engagement"),
    "short": _("short"),
    "medium": _("medium"),
    "long": _("long"),
}


def overlays_of(encounter: Encounter, who: str, weapon: str, cell: Cell | None) -> Overlays:
    """Return the range bands, that of critical hits among them, and what a zone weapon takes in.

    Rules: DR-CRT-03, DR-AOE-13, DR-PSG-01
    """
    one = encounter[who]
    if one.pos is None:
        return Overlays()
    sheet = sheet_of(one)
    ranged = tuple((own.id, own.words) for own in sheet.weapons if own.ranged)
    lifting = tuple((own.id, own.id) for own in sheet.gravity if own.reach_squares is not None)
    blast = None if cell is None else blast_of(encounter, who, weapon, cell)
    rings = weapon_rings(encounter, who, weapon)
    return Overlays(rings=rings, weapons=(*ranged, *lifting), blast=blast)


def weapon_rings(encounter: Encounter, who: str, weapon: str) -> tuple[Ring, ...]:
    """Return the range bands of a weapon on the board, that of critical hits among them.

    Rules: DR-CRT-03, DR-PSG-01
    """
    if encounter[who].pos is None:
        return ()
    settings = settings_of(encounter)
    source = gravity_of(encounter[who], weapon)
    if source is not None and source.reach_squares is not None:
        reach = (_("moves up to"), source.reach_squares, "")
        return rings_of((reach,), is_unrounded=is_straight(encounter))
    own = weapon_of(encounter[who], weapon)
    critical = own.crit_max_band if own is not None and own.ranged else ""
    bands = tuple(
        (
            words,
            band_reach(encounter, band),
            _("critical hits up to here") if band == critical else "",
        )
        for band, words in BANDS.items()
        if settings.reach(band)
    )
    return rings_of(bands, is_unrounded=is_straight(encounter))


def blast_of(encounter: Encounter, who: str, weapon: str, cell: Cell) -> Blast | None:
    """Return what a zone weapon would take in if it went off at a square.

    Rules: DR-AOE-13, DR-AOE-15
    """
    own = weapon_of(encounter[who], weapon)
    if own is None or own.zone is None:
        return None
    cells, middle = zone_cells(encounter, cell), spot_of_cell(encounter, cell)
    caught = []
    for one in encounter.everyone():
        spot = spot_of_one(encounter, one.id)
        is_in = one.pos is not None and not cells.isdisjoint(footprint(one.pos, one.size))
        if spot is not None and is_in:
            caught.append(BlastCaught(one.id, 0, distance(encounter, middle, spot)))
    label = _("high {high}, low {low}").format(high=own.zone.high, low=own.zone.low)
    return Blast((BlastZoneView(label, cells),), tuple(caught), rule_id="DR-AOE-13")


def scenery_of(encounter: Encounter) -> Scenery:
    """Return what ties combatants together."""
    return Scenery(ties=tuple(_ties(encounter)))


def areas_of(encounter: Encounter) -> tuple[Area, ...]:
    """Return bubbles, auras, light and silence.

    Rules: DR-SHD-02, DR-SHD-03, DR-AUR-11, DR-AUR-12, DR-PSG-16, DR-SIL-01, DR-SIL-07
    """
    return (
        *_bubbles(encounter),
        *_auras(encounter),
        *_lights(encounter),
        *_silence(encounter),
    )


def _bubbles(encounter: Encounter) -> Iterator[Area]:
    """Yield the low-precision shields, with their points and who is inside; empty ones quiet.

    Rules: DR-SHD-02, DR-SHD-03, DR-SHD-12, DR-SHD-18
    """
    for bubble, owner in bubbles(encounter):
        middle = middle_of(encounter, bubble, owner)
        if middle is None:
            continue
        points = points_of(encounter, bubble)
        reach = reach_of(encounter, bubble)
        bearer = "" if owner is None else _(" of {name}").format(name=encounter[owner].name)
        pool = _("pool {pool}").format(pool=bubble.pool_id) if bubble.pool_id else ""
        yield Area(
            bubble_area(owner, bubble.id),
            _("{bubble}: {n}").format(bubble=f"{bubble.id}{bearer}", n=points),
            cells_within(encounter, middle, reach),
            note=pool,
            whose=owner or "",
            tone="good" if points else "quiet",
            rule_id="DR-SHD-02",
            inside=frozenset(
                one.id
                for one in encounter.everyone()
                if is_inside(encounter, bubble, owner, one.id)
            ),
        )


def _auras(encounter: Encounter) -> Iterator[Area]:
    """Yield the auras that hold something, round their holders; how much they hold is not told.

    Rules: DR-AUR-11
    """
    for one in encounter.everyone():
        kinds = [aura.kind for aura in sheet_of(one).auras if aura.stored]
        if kinds and one.pos is not None:
            yield Area(
                f"aura {one.id}",
                _("Aura of {name}").format(name=one.name),
                frozenset(footprint(one.pos, one.size)),
                note=", ".join(dict.fromkeys(kinds)),
                whose=one.id,
                tone="harm",
                rule_id="DR-AUR-11",
            )


def _lights(encounter: Encounter) -> Iterator[Area]:
    """Yield the light of stored energy and of those who have spent pseudogravity points.

    Rules: DR-AUR-11, DR-AUR-12, DR-PSG-16
    """
    shining = {light.id: light for light in shining_lights(encounter)}
    for one in encounter.everyone():
        glow, light = glow_of(one), shining.get(light_id(one.id))
        if glow is not None and light is not None:
            yield Area(
                f"light {one.id}",
                _("{light} of {name}").format(light=glow.words, name=one.name),
                cells_reached(encounter.map, light),
                note=_("low Stealth"),
                whose=one.id,
                tone="info",
                rule_id=glow.rule_id,
            )


def _silence(encounter: Encounter) -> Iterator[Area]:
    """Yield what those bear who silence, and what several areas come to where they overlap.

    Rules: DR-SIL-01, DR-SIL-07, DR-SIL-08
    """
    numbers: defaultdict[Cell, list[int]] = defaultdict(list)
    for who, strength, cells in silencers(encounter):
        name = encounter[who].name
        yield Area(
            f"silencing {who}",
            _("{n} silencing of {name}").format(n=strength, name=name),
            cells,
            whose=who,
            tone="harm",
            known_to=GM_ALONE,
            rule_id="DR-SIL-01",
        )
        for cell in cells:
            numbers[cell].append(strength)
    for zone in encounter.map.zones:
        if zone.kind == SILENCING:
            for cell in zone.cells:
                numbers[cell].append(zone.strength)
    together: defaultdict[tuple[int, ...], set[Cell]] = defaultdict(set)
    for cell, found in numbers.items():
        if len(found) > 1:
            together[tuple(sorted(found))].add(cell)
    for several, shared in together.items():
        yield Area(
            f"silencing {several}",
            _("{n} silencing in all").format(n=in_words(combined(several))),
            frozenset(shared),
            note=" + ".join(map(str, several)),
            tone="quiet",
            known_to=GM_ALONE,
            rule_id="DR-SIL-07",
        )


def _ties(encounter: Encounter) -> Iterator[Tie]:
    """Yield who is engaged, grouped, grappling, aboard, or held.

    Rules: DR-SHD-02, DR-SHD-06, DR-SHD-09, DR-PSG-03
    """
    for one in encounter.everyone():
        for link in sheet_of(one).links:
            if link.other_id in encounter:
                yield Tie(
                    one.id,
                    link.other_id,
                    LINK_WORDS[link.kind],
                    always=True,
                    icon=MAKING[link.kind][1],
                    group=CUTTING,
                    rule_id=RULES[link.kind],
                )
