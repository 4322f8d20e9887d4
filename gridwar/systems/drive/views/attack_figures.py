"""The figures of an attack as a sheet shows them: what it is built of, and what of it arrives.

They are read off the blow after its stages, and never worked out anew.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import StageFigure, worked_out
from gridwar.systems.drive.attacks.declaration_and_original_values import build
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.harm.blow_and_elements import Blow, in_words, value_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Line, Procedure, Table, Tally

_WHOLE: Final = 100
_PASSING: Final = {0: "0", 50: "\u00bd", _WHOLE: "1/1"}
"""What an armour lets through, as it is read; other shares are percentages."""


def built_figures(encounter: Encounter, blow: Blow) -> tuple[StageFigure, ...]:
    """Return damage and drive of each shot, with all that adds to them.

    Rules: DR-ARM-01, DR-RED-02, DR-NRG-01
    """

    def sums(table: Table) -> Procedure[tuple[Blow, tuple[Tally, ...]]]:
        built = yield from build(table, blow)
        return built, tuple(table.tallies)

    built, tallies = worked_out(encounter, sums)
    by_name = {one.name: one for one in tallies}
    found: list[StageFigure] = []
    for element in built.elements:
        if element.is_energy:
            words = element.kind.capitalize()
            found.append(StageFigure(in_words(element.built), words, "DR-NRG-01"))
            continue
        for what, title in (("damage", _("Damage {n}")), ("drive", _("Drive {n}"))):
            tally = by_name[f"{what} {element.shot}"]
            value = element.built if what == "damage" else element.built_drive
            words = ", ".join(_summands(tally.lines, title))
            found.append(StageFigure(in_words(value), words, "DR-ARM-01"))
    return tuple(dict.fromkeys(found))


def _summands(lines: tuple[Line, ...], title: str) -> Iterator[str]:
    """Yield what a sum is made of: what the weapon has itself, then what adds to it."""
    for line in lines[:1]:
        yield title.format(n=line.value)
    for line in lines[1:]:
        if line.value and not line.off:
            is_said = line.label.endswith(f" {line.value}")
            yield line.label if is_said else f"{line.label} {line.value:+d}"


def arriving_figures(
    before: Encounter, after: Encounter, result: object
) -> tuple[StageFigure, ...]:
    """Return what becomes of a blow from stage to stage, and what is left of its target then.

    Rules: DR-ARM-01, DR-ARM-02, DR-SHD-20, DR-RES-02
    """
    if not isinstance(result, Blow) or result.target not in after or not result.is_hit:
        return ()
    return tuple(_stages(before, after, result))


def _stages(before: Encounter, after: Encounter, blow: Blow) -> Iterator[StageFigure]:
    elements = blow.elements
    yield StageFigure(in_words(value_of(elements, "built")), _("built"), "DR-ARM-01")
    past = value_of(elements, "after_medium")
    yield StageFigure(in_words(past), _("past shields"), "DR-SHD-20")
    delivered = value_of(elements, "delivered")
    if delivered != past:
        yield StageFigure(in_words(delivered), _("share of the area"), "DR-AOE-01")
    yield _past_armour(blow)
    left, high = value_of(elements, "after_armour"), value_of(elements, "after_high")
    if high != left:
        yield StageFigure(in_words(high), _("past high shields"), "DR-SHD-20")
    if value_of(elements, "damage") != high:
        percents = value_of(elements, "damage")
        yield StageFigure(in_words(percents), _("resistances"), "DR-RES-02")
    arrives = 0 if blow.totals is None else blow.totals.damage
    yield StageFigure(str(floor(arrives)), _("arrives"), "DR-ARM-06", "harm")
    sheet = sheet_of(after[blow.target])
    if sheet.out_at is not None:
        rest = max(0, sheet.out_at - sheet_of(before[blow.target]).damage_taken - arrives)
        yield StageFigure(str(rest), _("until out"), "DR-ARM-06")


def _past_armour(blow: Blow) -> StageFigure:
    """Return what the armour lets through: of all the same share, or else what is left of all."""
    shares = {(one.passing_percent, one.drive) for one in blow.elements}
    if len(shares) == 1:
        percent, drive = shares.pop()
        words = _("armour, drive {n}").format(n=in_words(drive))
        shown = _PASSING.get(percent, _("{n}%").format(n=percent))
        return StageFigure(shown, words, "DR-ARM-02")
    left = in_words(value_of(blow.elements, "after_armour"))
    return StageFigure(left, _("past armour"), "DR-ARM-02")
