"""What the winner of a check in a grapple may do: the seven options, and letting go.

The check itself is ``grapple``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Walk, ask, call, emit, roll, walk
from gridwar.model.command import Answer
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question
from gridwar.model.trace import Trace
from gridwar.systems.cepheus.actions.walking import cells_to_move, pushed_to, squares_around, way_to
from gridwar.systems.cepheus.attacks.apply_damage import take_harm
from gridwar.systems.cepheus.core.body_events import (
    GrappleEnded,
    WeaponDropped,
    WeaponGone,
    WeaponTaken,
)
from gridwar.systems.cepheus.core.dms import EXCEPTIONAL
from gridwar.systems.cepheus.core.events import StanceChanged, Stepped
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.harm.wounds import Wound
from gridwar.systems.cepheus.modifiers.armor import damage_trace, take_armor_off
from gridwar.systems.cepheus.modifiers.attack_values import Injury
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.cepheus.core.weapons import Weapon

Win = Literal["hold", "disarm", "drag", "break_free", "damage", "prone", "throw"]
WINS: Final[tuple[Win, ...]] = (
    "hold",
    "disarm",
    "drag",
    "break_free",
    "damage",
    "prone",
    "throw",
)
DRAG_SQUARES: Final = 2
"""How far somebody is dragged or thrown: 3 m."""
GRIP_DAMAGE: Final = 2
ENDS_ANYWAY: Final[tuple[Win, ...]] = ("hold", "break_free", "throw")
"""Wins after which nobody has to be asked whether the grapple goes on."""
WINDOW: Final = "grapple"


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
    answer = yield from ask(lambda: _which(table.now, won))
    what: Win = next((one for one in WINS if one == answer.option), "hold")
    injury = yield from call(play_win, Chosen(won, what), key=what)
    return injury


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
        answer = yield from ask(lambda: _keep_hold(table.now, won))
        if answer.option == "let_go":
            yield from _let_go(table, won)
    return injury


def _which(encounter: Encounter, won: Won) -> Question:
    names = {"winner": encounter[won.winner].name, "loser": encounter[won.loser].name}
    title = _("{winner} has the upper hand over {loser}").format(**names)
    return Question(
        key="what",
        recipient=won.winner,
        title=title,
        text=_("Effect {effect}").format(effect=won.effect),
        options=tuple(_option(encounter, won, one) for one in WINS),
        default=Answer(option="hold"),
        follow_up=True,
        rule_ids=("CE-GRP-02",),
    )


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
    if what == "prone" and sheet_of(encounter[won.loser]).stance == "prone":
        why_not = _("Is prone already")
    return Option(what, win_title(what), effect=effect, enabled=not why_not, why_not=why_not)


def _keep_hold(encounter: Encounter, won: Won) -> Question:
    title = _("Does {winner} keep hold of {loser}?")
    names = {"winner": encounter[won.winner].name, "loser": encounter[won.loser].name}
    return Question(
        key="keep",
        recipient=won.winner,
        title=title.format(**names),
        options=(Option("keep", _("Keep hold")), Option("let_go", _("Let go"))),
        default=Answer(option="keep"),
        window=WINDOW,
        rule_ids=("CE-GRP-02",),
    )


# --- the options --------------------------------------------------------------------------------


def _hold(table: Table, won: Won) -> Procedure[Injury | None]:
    yield from _say(table, won, _("{winner} holds on to {loser}"))
    return None


def in_hand(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return what can be taken from somebody: the things in hand, one entry for each."""
    sheet = sheet_of(encounter[who])
    carried = {one.id for one in sheet.weapons}
    return tuple(
        one for one in sheet.weapons if one.ready and one.draw_minor and one.same_as not in carried
    )


def _disarm(table: Table, won: Won) -> Procedure[Injury | None]:
    """Take the weapon with an Effect of 6 or more; otherwise it drops to the floor.

    Rules: CE-GRP-02
    """
    weapons = in_hand(table.now, won.loser)
    if not weapons:
        return None
    weapon, name = weapons[0].id, weapons[0].name
    if len(weapons) > 1:
        answer = yield from ask(lambda: _which_weapon(table.now, won))
        found = next((one for one in weapons if one.id == answer.option), weapons[0])
        weapon, name = found.id, found.name
    things = sheet_of(table.now[won.loser]).same_things(weapon)
    place = table.now[won.loser].pos
    yield from emit(WeaponGone(who=won.loser, weapon=weapon))
    if won.effect >= EXCEPTIONAL:
        yield from emit(WeaponTaken(who=won.winner, weapons=things))
        words = _("{winner} takes {loser}'s weapon")
    else:
        if place is not None:
            yield from emit(WeaponDropped(cell=place, weapons=things))
        words = _("{winner} knocks {loser}'s weapon to the floor")
    yield from _say(table, won, words, name)
    return None


def _which_weapon(encounter: Encounter, won: Won) -> Question:
    weapons = in_hand(encounter, won.loser)
    return Question(
        key="weapon",
        recipient=won.winner,
        title=_("Which weapon?"),
        options=tuple(Option(one.id, one.name) for one in weapons),
        default=Answer(option=weapons[0].id),
        follow_up=True,
        rule_ids=("CE-GRP-02",),
    )


def _drag(table: Table, won: Won) -> Procedure[Injury | None]:
    """Move both, up to 3 m.

    Rules: CE-GRP-02
    """
    cells = squares_around(table.now, won.loser, DRAG_SQUARES)
    if not cells:
        return None
    goal = yield from _place(table, won, _("Where does {winner} drag {loser}?"), cells)
    for who in (won.winner, won.loser):
        yield from _push(table, who, goal)
    yield from _say(table, won, _("{winner} drags {loser} along"))
    return None


def _break_free(table: Table, won: Won) -> Procedure[Injury | None]:
    """Get free and move as with a move action.

    Rules: CE-GRP-02, CE-MIN-06
    """
    yield from _let_go(table, won)
    cells = cells_to_move(table.now, won.winner)
    if len(cells) > 1:
        yield from _step_away(table, won, cells)
    yield from _say(table, won, _("{winner} breaks free of {loser}"))
    return None


def _step_away(table: Table, won: Won, cells: frozenset[Cell]) -> Procedure[None]:
    goal = yield from _place(table, won, _("Where does {winner} go, with a free move?"), cells)
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
    before = max(0, tally.total)
    injury = take_armor_off(tally, table, Injury(won.loser, 0, before))
    yield from emit(Explained(trace=damage_trace(table, tally, injury)))
    yield from call(take_harm, Wound(won.loser, injury.after_armor), key="wound")
    return injury


def _knock_down(table: Table, won: Won) -> Procedure[Injury | None]:
    """Knock the other down.

    Rules: CE-GRP-02
    """
    yield from emit(StanceChanged(who=won.loser, to="prone"))
    yield from _say(table, won, _("{winner} knocks {loser} down"))
    return None


def _throw(table: Table, won: Won) -> Procedure[Injury | None]:
    """Throw the other up to 3 m for 1D6; the grapple is over.

    Rules: CE-GRP-02
    """
    cells = squares_around(table.now, won.loser, DRAG_SQUARES, stay=True)
    if cells:
        goal = yield from _place(table, won, _("Where does {loser} land?"), cells)
    yield from _let_go(table, won)
    if cells:
        yield from _push(table, won.loser, goal)
    yield from _say(table, won, _("{winner} throws {loser}"))
    rolled = yield from roll("1d6", sum, key="throw", owner=won.winner, label=_("Throw"))
    tally = table.tally("damage")
    tally.line("CE-GRP-02", _("Thrown, 1D6"), rolled)
    injury = take_armor_off(tally, table, Injury(won.loser, 0, rolled))
    yield from emit(Explained(trace=damage_trace(table, tally, injury)))
    yield from call(take_harm, Wound(won.loser, injury.after_armor), key="wound")
    return injury


# --- their parts ----------------------------------------------------------------------------------


def _place(table: Table, won: Won, title: str, cells: frozenset[Cell]) -> Procedure[Cell]:
    """Ask the winner for a square among those that are offered."""
    here = table.now[won.winner].pos
    first = min(cells) if here is None else min(cells, key=lambda cell: _near(here, cell))
    names = {"winner": table.now[won.winner].name, "loser": table.now[won.loser].name}
    question = Question(
        key="place",
        recipient=won.winner,
        title=title.format(**names),
        cells=cells,
        default=Answer(cell=first),
        rule_ids=("CE-GRP-02",),
    )
    answer = yield from ask(lambda: replace(question))
    return first if answer.cell is None else answer.cell


def _near(here: Cell, cell: Cell) -> tuple[int, Cell]:
    return (cell.x - here.x) ** 2 + (cell.y - here.y) ** 2, cell


def _push(table: Table, who: str, goal: Cell) -> Procedure[None]:
    path = pushed_to(table.now, who, goal)
    if path:
        yield from walk(table, Walk(who, path, forced=True))


def _let_go(table: Table, won: Won) -> Procedure[None]:
    yield from emit(GrappleEnded(who=won.winner), GrappleEnded(who=won.loser))


def _say(table: Table, won: Won, words: str, result: str = "") -> Procedure[None]:
    names = {"winner": table.now[won.winner].name, "loser": table.now[won.loser].name}
    yield from emit(Explained(trace=Trace(title=words.format(**names), result=result)))
