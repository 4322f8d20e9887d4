"""What is to be chosen of a manoeuvre before it is played, and what it takes in on the map.

Declares only; each option is the very command that would be played with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Aimed, CommandChoice, CommandOption, price_of
from gridwar.model.geometry import Cell, cell_name
from gridwar.systems.arrgs.attacks.aiming import is_willing
from gridwar.systems.arrgs.attacks.charging import Charge, charge_ways, path_of, replacements
from gridwar.systems.arrgs.attacks.replacing import (
    REPLACING,
    Disarm,
    Replacing,
    Reposition,
    Sunder,
    key_of,
    usable,
)
from gridwar.systems.arrgs.core.commands import Manoeuvre, WeaponManoeuvre
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import check_table, check_title
from gridwar.systems.arrgs.equipment.items import item_named, visible_items
from gridwar.systems.arrgs.gm.commands import Spend
from gridwar.systems.arrgs.manoeuvres.helping import AidAnother, ChangeReach, ring_words, shifts
from gridwar.systems.arrgs.movement.moving import Dash
from gridwar.systems.arrgs.movement.planning import mover_choices
from gridwar.systems.arrgs.movement.pushing import STEPS, line_of
from gridwar.systems.arrgs.positions.distances import threatened_cells
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.sheet import Pool

MOST_SHOWN = 3
"""Squares of a push that are drawn before it is known how far it goes."""
_Options = tuple[tuple[CommandOption, bool], ...]


def choices_of(encounter: Encounter, command: Command) -> tuple[CommandChoice, ...]:
    """Return what is to be chosen about a manoeuvre before it is played.

    Rules: AR-ACT-04, AR-ATK-04, AR-MNV-01, AR-MNV-03, AR-MNV-04, AR-MNV-08, AR-MNV-16, AR-MNV-19
    """
    if command.actor not in encounter:
        return ()
    more = mover_choices(encounter, command)
    return more + (tuple(_choices(encounter, command)) if isinstance(command, Manoeuvre) else ())


def _choices(encounter: Encounter, command: Manoeuvre) -> Iterator[CommandChoice]:
    if isinstance(command, Replacing | Charge):
        yield from _choice("weapon", _("With"), _weapons(encounter, command))
    if isinstance(command, Charge):
        found = tuple(charge_ways(encounter, command))
        way = path_of(encounter, command) if command.path else next(iter(found), ())
        yield from _choice("way", _("Strike from"), _ways(command, found, way))
        yield from _choice("instead", _("At the end"), _instead(encounter, command))
        if _is_long(encounter, command, way):
            yield from _choice("run_up", _("Own speed"), _run_up(encounter, command))
    if isinstance(command, Sunder | Disarm) or (
        isinstance(command, Charge) and command.instead == "disarm"
    ):
        yield from _choice("item", _("What"), _items(encounter, command), least=1)
    if isinstance(command, Reposition):
        yield from _choice("direction", _("Where to"), _directions(encounter, command))
    if isinstance(command, AidAnother):
        yield from _choice("check", _("With which check"), _checks(command))
    if isinstance(command, ChangeReach):
        yield from _choice("shift", _("Shift by"), _shifts(encounter, command))
    if isinstance(command, WeaponManoeuvre):
        yield from _choice("willing", _("The target"), _willing(encounter, command))
    if not command.readied:
        yield from _choice("pool", _("Paid in"), _pools(encounter, command))


def _choice(key: str, title: str, options: _Options, least: int = 2) -> Iterator[CommandChoice]:
    """Yield a choice where there is more than one thing to choose, or what the only one is."""
    if len(options) >= least:
        chosen = next((one.id for one, is_it in options if is_it), "")
        yield CommandChoice(key, title, tuple(one for one, _is_it in options), chosen)


def _weapons(encounter: Encounter, command: Replacing | Charge) -> _Options:
    key = "trip" if isinstance(command, Charge) else key_of(command)
    return tuple(
        (CommandOption(one.id, one.title, command.replace(weapon=one.id)), one.id == command.weapon)
        for one in usable(encounter, command.actor, key)
    )


def _pools(encounter: Encounter, command: Manoeuvre) -> _Options:
    who = command.actor
    sheet = sheet_of(encounter[who])
    if isinstance(command, Dash | Spend) or not (sheet.aap or sheet.aap_max):
        return ()  # what is played at the GM's word is not offered, and has no price declared
    pools: tuple[tuple[Pool, str, int], ...] = (
        ("ap", _("AP"), sheet.ap),
        ("aap", _("AAP, as a Swift Action"), sheet.aap),
    )
    found = []
    for pool, title, left in pools:
        paid = command.replace(pool=pool)
        note = _("{n} of {left}").format(n=price_of(encounter, paid).points, left=left)
        found.append((CommandOption(pool, title, paid, note), command.pool == pool))
    return tuple(found)


def _willing(encounter: Encounter, command: WeaponManoeuvre) -> _Options:
    lets_it = command.target in encounter and is_willing(encounter, command)
    fights, yields = command.replace(willing=False), command.replace(willing=True)
    return (
        (CommandOption("no", _("Defends itself"), fights), not lets_it),
        (CommandOption("yes", _("Lets it happen"), yields, _("DC 0")), lets_it),
    )


def _items(encounter: Encounter, command: WeaponManoeuvre) -> _Options:
    sheet = sheet_of(encounter[command.target])
    wanted = item_named(sheet, getattr(command, "item", ""))
    options = []
    for one in visible_items(sheet):
        left = _("{n} of {all}").format(n=one.integrity - one.damage, all=one.integrity)
        note = left if one.integrity and isinstance(command, Sunder) else ""
        note = ", ".join(filter(None, (note, "" if one.state == "intact" else one.state)))
        option = CommandOption(one.name, one.name, command.replace(item=one.name), note)
        options.append((option, wanted is not None and one.name == wanted.name))
    return tuple(options)


def _directions(encounter: Encounter, command: Reposition) -> _Options:
    later = CommandOption("", _("after the roll"), command.replace(direction="", squares=None))
    found = [(later, not command.direction)]
    for direction in STEPS:
        line = line_of(encounter, command.target, direction, MOST_SHOWN)
        if not line.cells and not line.collides:
            continue
        note = ""
        if line.against:
            note = _("into {name}").format(name=encounter[line.against].name)
        elif line.solid:
            note = _("into something solid")
        chosen = command.replace(direction=direction)
        option = CommandOption(direction, _compass(direction), chosen, note)
        found.append((option, command.direction == direction))
    return tuple(found)


def _compass(direction: str) -> str:
    return {
        "N": _("North"),
        "NE": _("Northeast"),
        "E": _("East"),
        "SE": _("Southeast"),
        "S": _("South"),
        "SW": _("Southwest"),
        "W": _("West"),
        "NW": _("Northwest"),
    }[direction]


def _ways(
    command: Charge, found: tuple[tuple[Cell, ...], ...], chosen: tuple[Cell, ...]
) -> _Options:
    return tuple(
        (
            CommandOption(
                cell_name(*way[-1]),
                cell_name(*way[-1]),
                command.replace(path=way),
                _("{n} squares").format(n=len(way)),
            ),
            way == chosen,
        )
        for way in found
    )


def _instead(encounter: Encounter, command: Charge) -> _Options:
    plain = CommandOption("", _("Attack"), command.replace(instead=""))
    return (
        (plain, not command.instead),
        *(
            (
                CommandOption(
                    one, REPLACING[one].title, command.replace(instead=one), _("provokes")
                ),
                command.instead == one,
            )
            for one in replacements(encounter)
        ),
    )


def _is_long(encounter: Encounter, command: Charge, way: tuple[Cell, ...]) -> bool:
    """Return whether the run is long enough for its speed to count."""
    sheet = sheet_of(encounter[command.actor])
    return len(way) + sheet.squares_moved > sheet.base_speed


def _run_up(encounter: Encounter, command: Charge) -> _Options:
    by_rule = switches_of(encounter).charge_speed_as_bonus
    helps = by_rule if command.run_up is None else command.run_up
    return (
        (CommandOption("no", _("hampers the attack"), command.replace(run_up=False)), not helps),
        (CommandOption("yes", _("helps the attack"), command.replace(run_up=True)), helps),
    )


def _checks(command: AidAnother) -> _Options:
    return tuple(
        (CommandOption(one, check_title(one), command.replace(check=one)), one == command.check)
        for one in check_table().checks
    )


def _shifts(encounter: Encounter, command: ChangeReach) -> _Options:
    who = command.actor
    sheet = sheet_of(encounter[who])
    later = CommandOption("", _("after the roll"), command.replace(shift_by=None))
    return (
        (later, command.shift_by is None),
        *(
            (
                CommandOption(
                    str(by),
                    f"{by:+d}",
                    command.replace(shift_by=by),
                    ring_words(encounter, who, by),
                ),
                command.shift_by == by,
            )
            for by in shifts(encounter, who, max(sheet.reach, sheet.reach_shift, 1))
        ),
    )


# --- what is taken in -----------------------------------------------------------------------------


def aimed_by(encounter: Encounter, command: Command) -> Aimed | None:
    """Return what a manoeuvre takes in: the run of a Charge, the way of a push, a ring.

    Rules: AR-MNV-03, AR-MNV-04, AR-MNV-16
    """
    who = command.actor
    if who is None or who not in encounter:
        return None
    if isinstance(command, Charge) and command.target in encounter:
        cells = frozenset(path_of(encounter, command))
        return Aimed(_("the run"), cells=cells, rule_id="AR-MNV-04") if cells else None
    if isinstance(command, Reposition) and command.target in encounter:
        wanted = (command.direction,) if command.direction else tuple(STEPS)
        lines = (line_of(encounter, command.target, one, MOST_SHOWN) for one in wanted)
        cells = frozenset(cell for line in lines for cell in line.cells)
        return Aimed(_("where to"), cells=cells, rule_id="AR-MNV-16") if cells else None
    if isinstance(command, ChangeReach):
        return _ring(encounter, who, command.shift_by or 0)
    return None


def _ring(encounter: Encounter, who: str, by: int) -> Aimed:
    one = encounter[who]
    sheet = sheet_of(one)
    shifted = one.replace(sheet=sheet.replace(reach_shift=sheet.reach_shift + by))
    cells = threatened_cells(encounter.with_combatant(shifted), who)
    return Aimed(_("threat range"), cells=cells, rule_id="AR-MNV-03")
