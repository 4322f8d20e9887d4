"""What the winner of a check in a grapple may do: the seven options, and letting go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from msgspec import Struct

from gridwar.engine.kit import (
    Option,
    Procedure,
    SheetEvent,
    Step,
    Walk,
    call,
    choose,
    choose_cell,
    emit,
    roll,
    say,
    sets,
    squared_from,
    walk,
)
from gridwar.model.floors import square_name
from gridwar.systems.cepheus.actions.dropped_weapons import WeaponDropped, WeaponGone, WeaponTaken
from gridwar.systems.cepheus.actions.stance import StanceChanged
from gridwar.systems.cepheus.attacks.weapon_damage import take_harm
from gridwar.systems.cepheus.checks.check_dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.weapons_in_use import in_hand
from gridwar.systems.cepheus.grapples.where_pushed import pushed_to, squares_around
from gridwar.systems.cepheus.harm.damage_after_armor import Injury, armored
from gridwar.systems.cepheus.harm.wounds import Wound
from gridwar.systems.cepheus.movement import Stepped, cells_to_move, way_to
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Cell, Encounter, Table, Tally

Win = Literal["hold", "disarm", "drag", "break_free", "damage", "prone", "throw"]
WINS: Final[tuple[Win, ...]] = get_args(Win)
DRAG_SQUARES: Final = 2
"""How far somebody is dragged or thrown: 3 m."""
GRIP_DAMAGE: Final = 2
ENDS_ANYWAY: Final[tuple[Win, ...]] = ("hold", "break_free", "throw")
"""Wins after which nobody has to be asked whether the grapple goes on."""
WINDOW: Final = "grapple"


@sets("grappled_with", None)
class GrappleEnded(SheetEvent):
    """Somebody is no longer locked in a grapple; one event for each of them."""


class Won(Struct, frozen=True):
    """Who won a check over whom, with the Effect that counts."""

    winner: str
    loser: str
    effect: int


class Chosen(Struct, frozen=True):
    """What the winner of a check does with it."""

    won: Won
    what: Win


def use_win(table: Table, won: Won) -> Procedure[Injury | None]:
    """Let the winner choose what to do, and play it.

    Rules: CE-GRP-02
    """
    chosen = yield from choose(
        table,
        _("{who} has the upper hand over {other}"),
        lambda: (_option(table.now, won, one) for one in WINS),
        "CE-GRP-02",
        key="what",
        whom=won.winner,
        info=_("Effect {effect}").format(effect=won.effect),
        follow_up=True,
        who=won.winner,
        other=won.loser,
    )
    what: Win = next((one for one in WINS if one == chosen), "hold")
    return (yield from call(play_win, Chosen(won, what), key=what))


def play_win(table: Table, chosen: Chosen) -> Procedure[Injury | None]:
    """Play one of the seven options; after most of them the winner may let go.

    Rules: CE-GRP-02
    """
    won, what = chosen.won, chosen.what
    plays: dict[Win, Callable[[Table, Won], Procedure[Injury | None]]] = {
        "hold": _hold,
        "disarm": _disarm,
        "drag": _drag,
        "break_free": _break_free,
        "damage": _damage,
        "prone": _knock_down,
        "throw": _throw,
    }
    injury = yield from plays[what](table, won)
    if what not in ENDS_ANYWAY and sheet_of(table.now[won.winner]).grappled_with == won.loser:
        options = {"keep": _("Keep hold"), "let_go": _("Let go")}
        text = _("Does {who} keep hold of {other}?")
        held = yield from choose(
            table,
            text,
            options,
            "CE-GRP-02",
            key="keep",
            whom=won.winner,
            window=WINDOW,
            who=won.winner,
            other=won.loser,
        )
        if held == "let_go":
            yield from _let_go(table, won)
    return injury


def win_title(what: Win) -> str:
    """Return the name of an option as the player reads it."""
    return {
        "hold": _("Hold on"),
        "disarm": _("Disarm"),
        "drag": _("Drag"),
        "break_free": _("Break free"),
        "damage": _("Hurt"),
        "prone": _("Knock down"),
        "throw": _("Throw"),
    }[what]


def _option(encounter: Encounter, won: Won, what: Win) -> Option:
    takes = won.effect >= EXCEPTIONAL
    points = max(0, GRIP_DAMAGE + won.effect)
    effect = {
        "hold": _("nothing changes"),
        "disarm": _("takes the weapon") if takes else _("the weapon drops to the floor"),
        "drag": _("both move, up to 3 m"),
        "break_free": _("and moves as with a move action"),
        "damage": _("{n} points, less armour").format(n=points),
        "prone": _("the other is prone"),
        "throw": _("up to 3 m, 1D6; the grapple is over"),
    }[what]
    why_not = ""
    if what == "disarm" and not in_hand(encounter, won.loser):
        why_not = _("Nothing in hand to be taken")
    if what == "drag" and not squares_around(encounter, won.loser, DRAG_SQUARES):
        why_not = _("There is no room for it")
    if what == "prone" and sheet_of(encounter[won.loser]).stance == "prone":
        why_not = _("Is prone already")
    return Option(what, win_title(what), effect=effect, enabled=not why_not, why_not=why_not)


# --- the options --------------------------------------------------------------------------------


def _hold(table: Table, won: Won) -> Procedure[Injury | None]:
    yield from _say(table, won, _("{who} holds on to {other}"))
    return None


def _disarm(table: Table, won: Won) -> Procedure[Injury | None]:
    """Take the weapon with an Effect of 6 or more; otherwise it drops to the floor.

    Rules: CE-GRP-02
    """
    weapons = in_hand(table.now, won.loser)
    if not weapons:
        return None
    weapon, name = weapons[0].id, weapons[0].name
    if len(weapons) > 1:
        carried = {one.id: one.name for one in weapons}
        weapon = yield from choose(
            table,
            _("Which weapon?"),
            carried,
            "CE-GRP-02",
            key="weapon",
            whom=won.winner,
            follow_up=True,
        )
        name = carried[weapon]
    things = sheet_of(table.now[won.loser]).same_things(weapon)
    place = table.now[won.loser].pos
    yield from emit(WeaponGone(who=won.loser, weapon=weapon))
    if won.effect >= EXCEPTIONAL:
        yield from emit(WeaponTaken(who=won.winner, weapons=things))
        words = _("{who} takes {other}'s weapon")
    else:
        if place is not None:
            yield from emit(WeaponDropped(cell=place, weapons=things))
        words = _("{who} knocks {other}'s weapon to the floor")
    yield from _say(table, won, words, name)
    return None


def _drag(table: Table, won: Won) -> Procedure[Injury | None]:
    """Move both, up to 3 m.

    Rules: CE-GRP-02
    """
    cells = squares_around(table.now, won.loser, DRAG_SQUARES)
    if not cells:
        return None
    goal = yield from _place(table, won, _("Where does {who} drag {other}?"), cells)
    for who in (won.winner, won.loser):
        yield from _push(table, who, goal)
    yield from _say(table, won, _("{who} drags {other} along"))
    return None


def _break_free(table: Table, won: Won) -> Procedure[Injury | None]:
    """Get free and move as with a move action.

    Rules: CE-GRP-02, CE-MIN-06
    """
    yield from _let_go(table, won)
    cells = cells_to_move(table.now, won.winner)
    if len(cells) > 1:
        yield from _step_away(table, won, cells)
    yield from _say(table, won, _("{who} breaks free of {other}"))
    return None


def _step_away(table: Table, won: Won, cells: frozenset[Cell]) -> Procedure[None]:
    goal = yield from _place(table, won, _("Where does {who} go, with a free move?"), cells)
    path = way_to(table.now, won.winner, goal) or ()
    if path:
        walked = yield from walk(table, Walk(won.winner, path))
        if table.now.turn == won.winner:
            metres = walked.steps * table.now.map.scale.cell_m
            yield from emit(Stepped(who=won.winner, metres=metres))


def _damage(table: Table, won: Won) -> Procedure[Injury | None]:
    """Hurt by 2 and the Effect, never below 0, less armour.

    Rules: CE-GRP-02
    """
    tally = table.tally("damage")
    tally.line("CE-GRP-02", _("In the grip"), GRIP_DAMAGE)
    tally.line("CE-GRP-02", _("Effect"), won.effect, source_id="effect")
    return (yield from _hurt(table, won, tally, max(0, tally.total)))


def _hurt(table: Table, won: Won, tally: Tally, points: int) -> Procedure[Injury]:
    injury = yield from armored(table, tally, Injury(won.loser, 0, points))
    yield from call(take_harm, Wound(won.loser, injury.after_armor), key="wound")
    return injury


def _knock_down(table: Table, won: Won) -> Procedure[Injury | None]:
    """Knock the other down.

    Rules: CE-GRP-02
    """
    yield from emit(StanceChanged(who=won.loser, to="prone"))
    yield from _say(table, won, _("{who} knocks {other} down"))
    return None


def _throw(table: Table, won: Won) -> Procedure[Injury | None]:
    """Throw the other up to 3 m for 1D6; the grapple is over.

    Rules: CE-GRP-02
    """
    cells = squares_around(table.now, won.loser, DRAG_SQUARES, stay=True)
    if cells:
        goal = yield from _place(table, won, _("Where does {other} land?"), cells)
    yield from _let_go(table, won)
    if cells:
        yield from _push(table, won.loser, goal)
    label = _("Up to {n} squares").format(n=DRAG_SQUARES)
    step = Step(
        label=label,
        rule_id="CE-GRP-02",
        after=square_name(table.now.map.floors, goal) if cells else "",
    )
    label = _("Damage to {name}, thrown").format(name=table.now[won.loser].name)
    rolled = yield from roll("1d6", sum, key="throw", owner=won.winner, label=label)
    die = Step(label=_("Thrown, 1D6"), rule_id="CE-GRP-02", faces=table.faces("throw"))
    text = _("{who} throws {other}")
    yield from say(table, text, tone="plain", steps=(step, die), who=won.winner, other=won.loser)
    tally = table.tally("damage")
    tally.line("CE-GRP-02", _("Thrown, 1D6"), rolled)
    return (yield from _hurt(table, won, tally, rolled))


def _place(table: Table, won: Won, title: str, cells: frozenset[Cell]) -> Procedure[Cell]:
    """Ask the winner for a square among those that are offered."""
    here = table.now[won.winner].pos
    first = min(cells)
    if here is not None:
        away = squared_from(table.now.map, here)
        first = min(cells, key=lambda cell: (away(cell), cell))
    goal = yield from choose_cell(
        table,
        title,
        cells,
        "CE-GRP-02",
        key="place",
        whom=won.winner,
        default=first,
        who=won.winner,
        other=won.loser,
    )
    return goal


def _push(table: Table, who: str, goal: Cell) -> Procedure[None]:
    path = pushed_to(table.now, who, goal)
    if path:
        yield from walk(table, Walk(who, path, forced=True))


def _let_go(table: Table, won: Won) -> Procedure[None]:
    yield from emit(GrappleEnded(who=won.winner), GrappleEnded(who=won.loser))


def _say(table: Table, won: Won, text: str, result: str = "") -> Procedure[None]:
    yield from say(table, text, tone="plain", result=result, who=won.winner, other=won.loser)
