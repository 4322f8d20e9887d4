"""What the map and the card show of close quarters: things on the ground, what is readied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge, Figure, Mark
from gridwar.systems.arrgs.action_points.readying import readied_words
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of
from gridwar.systems.arrgs.manoeuvres.complementary import complementary_left
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


def item_marks(encounter: Encounter) -> tuple[Mark, ...]:
    """Return the things on the ground, one mark for each square.

    Rules: AR-ACT-02, AR-MNV-08, AR-CND-06
    """
    names: dict[Cell, list[str]] = {}
    for one in state_of(encounter).lying:
        names.setdefault(one.cell, []).append(one.item.name)
    return tuple(Mark(cell, "hand", ", ".join(here)) for cell, here in names.items())


def close_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield what is readied, a bonus that waits, and broken things, as icon and words.

    Rules: AR-MNV-01, AR-MNV-13, AR-MNV-19
    """
    sheet = sheet_of(encounter[who])
    if sheet.readied is not None and (sheet.readied.points or sheet.readied.manoeuvre):
        yield Badge("hourglass", _("ready: {what}").format(what=readied_words(sheet.readied)))
    for one in sheet.modifiers:
        if one.once:
            words = _("{check} {value:+d}, {source}")
            yield Badge(
                "hand-helping", words.format(check=one.check, value=one.value, source=one.source)
            )
    for item in sheet.items:
        if item.state != "intact":
            words = _("{item}: broken") if item.state == "broken" else _("{item}: destroyed")
            yield Badge("slash", words.format(item=item.name))


def close_figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    """Yield weapons that hold rounds, items that can break, and what may go along with actions.

    Rules: AR-ACT-02, AR-MNV-14, AR-MNV-19
    """
    sheet = sheet_of(encounter[who])
    used = f"{sheet.complementary_used}/{sheet.actions_taken}"
    hint = _("{n} more along with actions").format(n=complementary_left(encounter, who))
    yield Figure(_("Complementary"), used, hint)
    for weapon in sheet.weapons:
        if weapon.capacity:
            title = _("{weapon}, loaded").format(weapon=weapon.title)
            yield Figure(title, f"{weapon.loaded}/{weapon.capacity}", _("rounds"))
    for item in sheet.items:
        if item.integrity:
            left = max(0, item.integrity - item.damage)
            held = "" if item.held else _("not in hand")
            yield Figure(item.name, f"{left}/{item.integrity}", held)
