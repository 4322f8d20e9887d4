"""What a ledger comes to: table T2 line by line, and the cap. Pure; nothing happens here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import Entry, count_of, fight_of, sheet_of
from gridwar.systems.fluid.core.tables import event_rows, numbers
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit import Encounter, Tally
    from gridwar.systems.fluid.core.house_rules_and_settings import FluidSwitches
    from gridwar.systems.fluid.core.sheet import Weapon
    from gridwar.systems.fluid.core.tables import EventRow


class LedgerLine(Struct, frozen=True):
    """A line of the sum of a round.

    Attributes:
        row: The row of the table.
        at: Which line of the ledger it comes from.
        value: Points.
        label: Its words.
        off: It does not count: a repeat that the row forbids, or struck out.
        note: Why not, or what it was about.
    """

    row: str
    at: int
    value: int
    label: str
    off: bool = False
    note: str = ""

    @property
    def rule_id(self) -> str:
        """The rule of its row."""
        return event_rows()[self.row].rule


def row_of(entry: Entry) -> str:
    """Return the row of the table that an entry falls under.

    Rules: FL-EVT-14, FL-EVT-15, FL-EVT-17, FL-EVT-18, FL-EVT-19, FL-EVT-21
    """
    if entry.event == "injury":
        return "injury_critical" if entry.critical_hit else "injury"
    return f"failed_save_{entry.kind}" if entry.event == "failed_save" else entry.event


def points(row: EventRow, entry: Entry, int_mod: int) -> int:
    """Return what an entry is worth by its row.

    Rules: FL-EVT-01, FL-EVT-02, FL-EVT-03, FL-EVT-04, FL-EVT-05, FL-EVT-06, FL-EVT-07, FL-EVT-08,
        FL-EVT-09, FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-13, FL-EVT-14, FL-EVT-15, FL-EVT-16,
        FL-EVT-17, FL-EVT-18, FL-EVT-19, FL-EVT-22
    """
    times = {
        "": 1,
        "count": entry.count,
        "action_dice": entry.action_dice,
        "injury": int(entry.wounds > 0),
    }[row.per]
    added = {"": 0, "int_mod": int_mod, "modifier": entry.modifier}[row.adds]
    return row.modifier * times + added


def reckon(
    entries: Iterable[Entry], int_mod: int, switches: FluidSwitches
) -> tuple[LedgerLine, ...]:
    """Return the lines of a round's sum, those that do not count marked.

    Rules: FL-MOD-04, FL-MOD-08, FL-EVT-06, FL-EVT-20, FL-EVT-21
    """
    lines: list[LedgerLine] = []
    seen: set[tuple[str, str]] = set()
    for at, entry in enumerate(entries):
        for name in _rows(entry, switches):
            row = event_rows().get(name)
            if row is None:
                continue
            once = _once(name, row.repeats, entry, switches)
            why_not = _("struck out") if entry.struck else ""
            if not entry.struck and once is not None and entry.given != 0:
                repeats = once in seen and entry.given is None
                why_not = _("counts once a round") if repeats else ""
                seen.add(once)
            value = points(row, entry, int_mod) if entry.given is None else entry.given
            note = why_not or (_("at your word") if entry.given is not None else "")
            lines.append(LedgerLine(name, at, value, _label(row, entry), bool(why_not), note))
    return tuple(_worst_only(lines) if switches.fatigue_ladder == "worst_only" else lines)


def _rows(entry: Entry, switches: FluidSwitches) -> Iterator[str]:
    """Yield the rows that an entry falls under; one whose points were given stands in one of them.

    Rules: FL-EVT-19
    """
    yield row_of(entry)
    is_special = entry.event == "failed_save" and entry.kind != "general" and entry.given is None
    if is_special and switches.save_rows == "stack":
        yield "failed_save_general"


def _once(name: str, repeats: str, entry: Entry, switches: FluidSwitches) -> tuple[str, str] | None:
    """Return what may count only once a round; None where every time counts.

    Rules: FL-MOD-04, FL-EVT-04, FL-EVT-06, FL-EVT-20
    """
    if repeats == "weapon":
        return name, entry.weapon
    by_switch = name == "terrain_slowed" and switches.terrain_unit == "per_round"
    return (name, "") if repeats == "round" or by_switch else None


def _worst_only(lines: Iterable[LedgerLine]) -> Iterator[LedgerLine]:
    """Yield lines, of fatigued and exhausted only the worse counting.

    Rules: FL-EVT-20
    """
    lines = tuple(lines)
    is_worse = any(one.row == "exhausted" and not one.off for one in lines)
    for one in lines:
        if one.row == "fatigued" and is_worse and not one.off:
            yield replace(one, off=True, note=_("exhausted counts"))
        else:
            yield one


def _label(row: EventRow, entry: Entry) -> str:
    """Return the words of a line: the row, and what it was about."""
    about = entry.label or entry.weapon
    if row.per in ("count", "action_dice"):
        number = entry.count if row.per == "count" else entry.action_dice
        about = about or (f"\u00d7{number}" if number != 1 else "")
    elif row.per == "injury":
        about = about or _("{n} wounds").format(n=entry.wounds)
    return f"{row.title}: {about}" if about else row.title


def capped(values: Iterable[int], switches: FluidSwitches) -> int:
    """Return how far a Count goes for the lines of a round.

    Rules: FL-MOD-02
    """
    cap, counted = numbers().cap, tuple(values)
    if switches.cap_mode == "per_direction":
        up = sum(one for one in counted if one > 0)
        down = sum(one for one in counted if one < 0)
        return min(up, cap) + max(down, -cap)
    return max(-cap, min(cap, sum(counted)))


class Projected(Struct, frozen=True):
    """What a round has come to so far: the lines, their sum, what of it counts, and the Count."""

    lines: tuple[LedgerLine, ...]
    raw: int
    applied: int
    count: int


def projected(encounter: Encounter, who: str) -> Projected:
    """Return where somebody's Count would go if the round ended now.

    Rules: FL-MOD-08, FL-MOD-09
    """
    sheet, switches = sheet_of(encounter[who]), switches_of(encounter)
    lines = reckon(sheet.fight.ledger, sheet.int_mod, switches)
    values = [one.value for one in lines if not one.off]
    applied = capped(values, switches)
    return Projected(lines, sum(values), applied, risen(count_of(encounter, who) + applied))


def lines_of(encounter: Encounter, who: str, entries: Iterable[Entry]) -> tuple[LedgerLine, ...]:
    """Return the lines that entries would add to somebody's ledger, those that do not count marked.

    Their ``at`` counts from the first of these entries.

    Rules: FL-MOD-04, FL-MOD-08
    """
    sheet, switches = sheet_of(encounter[who]), switches_of(encounter)
    ledger = sheet.fight.ledger
    found = reckon((*ledger, *entries), sheet.int_mod, switches)
    return tuple(replace(one, at=one.at - len(ledger)) for one in found if one.at >= len(ledger))


def worth(encounter: Encounter, who: str, entries: Iterable[Entry]) -> int:
    """Return what entries would add to the sum of somebody's round."""
    return sum(one.value for one in lines_of(encounter, who, entries) if not one.off)


def weapon_entries(encounter: Encounter, who: str, weapon: Weapon) -> tuple[Entry, ...]:
    """Return the events of using a weapon once; of no proficiency only where it counts still.

    Rules: FL-EVT-05, FL-EVT-06
    """
    name = weapon.words
    fired = Entry(event="tactical_fire", label=name)
    unskilled = Entry(event="nonproficient", weapon=weapon.id, label=name)
    is_new = not all(one.off for one in lines_of(encounter, who, (unskilled,)))
    found = [fired] if weapon.tactical else []
    return (*found, *([unskilled] if is_new and not weapon.proficient else []))


def risen(count: int) -> int:
    """Return a Count after what befalls one of 0 or less.

    Rules: FL-MOD-07
    """
    return max(count + numbers().recovery, numbers().recovery_least) if count <= 0 else count


def summed(tally: Tally, encounter: Encounter, who: str) -> None:
    """Add the lines of somebody's ledger to a sum."""
    for one in projected(encounter, who).lines:
        entry = fight_of(encounter, who).ledger[one.at]
        tally.line(
            one.rule_id,
            one.label,
            one.value,
            source=one.note,
            source_id=f"{one.at}" if entry.event == "other" else f"{one.row} {one.at}",
            off=one.off,
        )


def worth_words(encounter: Encounter, who: str, *entries: Entry) -> str:
    """Return what entries would be worth to somebody now, and why some count nothing."""
    lines = lines_of(encounter, who, entries)
    why_not = next((one.note for one in lines if one.off), "")
    points = f"{worth(encounter, who, entries):+}"
    return f"{points}, {why_not}" if why_not else points
