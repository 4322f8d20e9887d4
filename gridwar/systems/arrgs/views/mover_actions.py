"""Other ways of moving, mounts and crashes: what is offered, and what their sheets let choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Action, Candidates, CommandChoice, CommandOption, Move, Target
from gridwar.grid.ground import DIRECTIONS
from gridwar.grid.obstacles import ObstacleKind
from gridwar.model.geometry import cell_name, footprint
from gridwar.model.walls import WallKind
from gridwar.systems.arrgs.core.aboard import carrier_of, mover_of, payer_of, usual_category
from gridwar.systems.arrgs.core.commands import Collide, Dismount, Mount
from gridwar.systems.arrgs.core.sheet import CATEGORIES, WALKING, sheet_of
from gridwar.systems.arrgs.movement.crashes import impact_of, impact_speed, raw_loss
from gridwar.systems.arrgs.movement.mounts import MOUNT, landing_cells, mount_dc, why_not_mount
from gridwar.systems.arrgs.positioning import budgets, ways
from gridwar.systems.arrgs.positioning.threat import between
from gridwar.systems.arrgs.views.close_actions import pips, why_not
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.walls import Wall

ICONS = {
    WALKING: "footprints",
    "burrowing": "chevrons-down",
    "flying": "plane",
    "swimming": "waves",
    "climbing": "mountain",
    "space": "rocket",
}


def category_words(category: str) -> str:
    """Return a movement category in words.

    Rules: AR-MOV-01
    """
    return {
        WALKING: _("Walk"),
        "burrowing": _("Burrow"),
        "flying": _("Fly"),
        "swimming": _("Swim"),
        "climbing": _("Climb"),
        "space": _("Move in space"),
    }.get(category, category)


def mover_actions(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield movement by other categories, getting on and off, and running into things.

    Rules: AR-MOV-01, AR-MNV-11, AR-ACC-02
    """
    mover = mover_of(encounter, actor)
    sheet = sheet_of(encounter[mover])
    for category in CATEGORIES:
        walks = WALKING in sheet.natural or WALKING in sheet.speeds
        known = category in sheet.speeds or (category == WALKING and walks)
        if known and category != usual_category(encounter, mover):
            yield _move_by(encounter, actor, mover, category)
    if carrier_of(encounter, actor) is not None:
        yield _dismount(encounter, actor)
    if not (carrier_of(encounter, actor) and sheet_of(encounter[actor]).steers):
        yield from _mount(encounter, actor)
    if impact_speed(encounter, mover):
        yield _collide(encounter, actor, mover)


def _move_by(encounter: Encounter, actor: str, mover: str, category: str) -> Action:
    def go(target: Target) -> Command:
        return Move(actor=actor, path=target.path, mode=category)

    limits = ways.zone_limits(encounter, mover, category)
    squares = limits[0] if limits else 0
    note = ngettext("{n} square", "{n} squares", squares).format(n=squares)
    if not budgets.is_passive(encounter, mover, category):
        note = _("{squares} with a 10").format(squares=note)
    return Action(
        category,
        category_words(category),
        ICONS[category],
        go,
        ("path",),
        note,
        pips(budgets.MOVEMENT),
        "",
        budgets.why_immovable(encounter[mover])
        or why_not(encounter, payer_of(encounter, mover), budgets.MOVEMENT),
    )


def _mount(encounter: Encounter, actor: str) -> Iterator[Action]:
    fit = frozenset(
        one.id
        for one in encounter.everyone()
        if one.pos is not None and why_not_mount(encounter, actor, one.id) is None
    )
    if not fit:
        return

    def make(target: Target) -> Command:
        return Mount(actor=actor, target=target.combatant or "")

    yield Action(
        MOUNT,
        _("Mount, take the controls"),
        "log-in",
        make,
        ("combatant",),
        _("provokes"),
        pips(MOUNT),
        "",
        why_not(encounter, actor, MOUNT),
        candidates=lambda: Candidates(fit),
    )


def _dismount(encounter: Encounter, actor: str) -> Action:
    def make(target: Target) -> Command:
        return Dismount(actor=actor, square=target.cell)

    return Action(
        "dismount",
        _("Dismount"),
        "log-out",
        make,
        ("cell",),
        _("provokes"),
        pips(MOUNT),
        "",
        why_not(encounter, actor, MOUNT),
        candidates=lambda: Candidates(cells=landing_cells(encounter, actor)),
    )


def _collide(encounter: Encounter, actor: str, mover: str) -> Action:
    """Return running into something beside the mover, at the speed it has reached.

    Rules: AR-ACC-02, AR-ACC-03
    """

    def make(target: Target) -> Command:
        cell = target.cell
        who = target.combatant
        if who is None and cell is not None:
            who = next(
                (one for one in _beside(encounter, mover) if cell in _cells(encounter, one)), None
            )
        if who is not None:
            return Collide(actor=mover, target=who)
        return Collide(actor=mover, target=_thing(encounter, mover, cell), square=cell)

    loss = raw_loss(encounter, impact_of(encounter, Collide(actor=mover, target="")))
    note = _("{n} Force to both").format(n=loss) if loss else _("too slow to hurt")
    del actor
    return Action(
        "collide",
        _("Run into something"),
        "octagon-alert",
        make,
        ("cell",),
        note,
        (),
        "",
        candidates=_solid(encounter, mover),
        prepared=True,
    )


def _thing(encounter: Encounter, mover: str, cell: Cell | None) -> str:
    if cell is None:
        return _("something solid")
    known = _solid_things(encounter, mover).get(cell)
    return known or _("what stands at {place}").format(place=cell_name(*cell))


def _solid_things(encounter: Encounter, mover: str) -> dict[Cell, str]:
    """Return what stops a step of a mover: impassable squares, and those beyond a wall, by name.

    Rules: AR-ACC-02
    """
    here = encounter[mover].pos
    if here is None:
        return {}
    ground = ways.ground_for(encounter, mover, usual_category(encounter, mover))
    taken, found = set(_cells(encounter, mover)), {}
    for dx, dy in DIRECTIONS:
        there = here.shifted(dx, dy)
        obstacle = ground.why_blocked(here, there)
        if obstacle is None or obstacle.kind not in (ObstacleKind.CELL, ObstacleKind.WALL):
            continue
        if obstacle.wall is not None and dx and dy:
            continue  # a wall is met straight on
        for cell in footprint(there, ground.size):
            kind = encounter.map.terrain_at(cell)
            solid = kind.impassable and kind.hinders(ground.category)
            if cell not in taken and encounter.map.contains(cell):
                if obstacle.wall is not None:
                    found[cell] = _wall_words(obstacle.wall)
                elif solid:
                    found[cell] = kind.name
    return found


def _wall_words(wall: Wall) -> str:
    words = {
        WallKind.WALL: _("a wall"),
        WallKind.DOOR: _("a door"),
        WallKind.WINDOW: _("a window"),
    }
    return wall.name or words[wall.kind]


def _cells(encounter: Encounter, who: str) -> tuple[Cell, ...]:
    one = encounter[who]
    return () if one.pos is None else footprint(one.pos, one.size)


def _beside(encounter: Encounter, mover: str) -> tuple[str, ...]:
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.id != mover
        and one.pos is not None
        and carrier_of(encounter, one.id) != mover
        and (between(encounter, mover, one.id) or 0) <= 1
    )


def _solid(encounter: Encounter, mover: str) -> Callable[[], Candidates]:
    def possible() -> Candidates:
        cells = frozenset(_solid_things(encounter, mover))
        return Candidates(frozenset(_beside(encounter, mover)), cells)

    return possible


def mover_choices(encounter: Encounter, command: Command) -> tuple[CommandChoice, ...]:
    """Return what mounting and crashing let choose: Ride or Piloting; from behind or head-on.

    Rules: AR-MNV-11, AR-ACC-03
    """
    if isinstance(command, Mount | Dismount):
        return (_which_check(encounter, command),)
    if isinstance(command, Collide) and command.target in encounter:
        return (_how(encounter, command),)
    return ()


def _which_check(encounter: Encounter, command: Mount | Dismount) -> CommandChoice:
    who = command.actor or ""
    mods = sheet_of(encounter[who]).mods
    onto = command.target if isinstance(command, Mount) else carrier_of(encounter, who)
    known = onto is not None and onto in encounter
    dc = _("DC {n}").format(n=mount_dc(encounter, onto)) if onto is not None and known else ""
    options = tuple(
        CommandOption(key, title, command.replace(check=key), f"{mods.get(key, 0):+d}, {dc}")
        for key, title in (("ride", _("Ride")), ("piloting", _("Piloting")))
    )
    return CommandChoice("check", _("With which check"), options, command.check)


def _how(encounter: Encounter, command: Collide) -> CommandChoice:
    options = []
    for key, title, head_on in (
        ("side", _("Into its side or back"), False),
        ("head_on", _("Head-on"), True),
    ):
        changed = command.replace(head_on=head_on)
        loss = raw_loss(encounter, impact_of(encounter, changed))
        note = _("{n} Force to both").format(n=loss)
        options.append(CommandOption(key, title, changed, note))
    chosen = "head_on" if command.head_on else "side"
    return CommandChoice("how", _("They meet"), tuple(options), chosen)
