"""Moving: as far as the GM lets anybody go, for the page has no rules for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.engine.kit import (
    Act,
    Move,
    Movement,
    Procedure,
    Step,
    Variant,
    Walk,
    emit,
    must_exist,
    ngettext,
    offer,
    plays,
    require,
    require_path,
    say,
    walk,
)
from gridwar.grid.ground import Ground
from gridwar.grid.steps import uniform
from gridwar.systems.drive.core.events import LinkCut, LinkMade, StanceChanged
from gridwar.systems.drive.core.headings import MOVING, TIES
from gridwar.systems.drive.core.sheet import Link, sheet_of
from gridwar.systems.drive.turns.rounds import movement_phase
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table

Tied = Literal["engaged", "grouped", "grapple", "aboard", "held_by"]


def movement(encounter: Encounter, who: str, mode: str) -> Movement:
    """Return a map on which every square counts 1 and nothing runs out."""
    del mode
    ground = Ground(encounter.map, size=encounter[who].size)
    return Movement(
        ground,
        uniform(ground),
        (),
        lambda cost: ngettext("{n} square", "{n} squares", cost).format(n=cost),
    )


@offer(_("Move"), icon="footprints", group=MOVING, needs="path", shortcut="M")
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Walk anywhere; the first walk of the own turn begins its movement phase.

    Rules: DR-PSG-08
    """
    who = command.actor
    is_out = sheet_of(table.now[who]).is_out
    yield from require(not is_out, "out", _("{who} is out of the fight."), who=who)
    yield from require_path(table, who, movement(table.now, who, ""), command.path)
    yield from movement_phase(table, who)
    walked = yield from walk(table, Walk(who, command.path))
    n = walked.steps
    squares = ngettext("{n} square", "{n} squares", n).format(n=n)
    yield from say(table, _("{who} moves {far}"), who=who, far=squares)


def _ties(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the ties that can be made."""
    del encounter, who
    words: dict[Tied, tuple[str, str]] = {
        "engaged": (_("Engage"), "swords"),
        "grouped": (_("Group up with"), "users"),
        "grapple": (_("Grapple"), "grab"),
        "aboard": (_("Climb aboard"), "log-in"),
        "held_by": (_("Be held by"), "hand"),
    }
    for kind, (title, icon) in words.items():
        yield Variant(kind, fields={"tie": kind}, title=title, icon=icon)


@offer(_("Tie"), icon="link", group=TIES, needs="combatant", each=_ties)
class MakeTie(Act):
    """Tie two together at the GM's word: engaged, grouped, grappling, aboard, held."""

    target: str
    tie: Tied


@plays(MakeTie)
def make_tie(table: Table, command: MakeTie) -> Procedure[None]:
    """Note a tie.

    Rules: DR-SHD-02, DR-SHD-06, DR-SHD-09, DR-PSG-03
    """
    who, whom = command.actor, command.target
    yield from must_exist(table, whom)
    text = _("{who} cannot be tied to itself.")
    yield from require(who != whom, "tied_to_itself", text, waivable=False, who=who)
    link = Link(kind=command.tie, other_id=whom)
    is_new = link not in sheet_of(table.now[who]).links
    yield from require(is_new, "tied", _("They are tied so already."), waivable=False)
    yield from emit(LinkMade(who=who, link=link))
    step = Step(label=command.tie.replace("_", " "), rule_id="DR-SHD-02")
    yield from say(table, _("{who} is tied to {whom}"), who=who, whom=whom, steps=(step,))


def _cuts(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the ties of somebody that can be cut, whoever notes them."""
    for link in sheet_of(encounter[who]).links:
        if link.other_id in encounter:
            title = _("No longer {tie}: {name}").format(
                tie=link.kind.replace("_", " "), name=encounter[link.other_id].name
            )
            fields = {"tie": link.kind, "target": link.other_id}
            yield Variant(f"{link.kind}:{link.other_id}", fields=fields, title=title)


@offer(_("Cut a tie"), icon="unlink", group=TIES, each=_cuts)
class CutTie(Act):
    """Cut a tie at the GM's word."""

    target: str
    tie: Tied


@plays(CutTie)
def cut_tie(table: Table, command: CutTie) -> Procedure[None]:
    """Take a tie away.

    Rules: DR-SHD-02, DR-SHD-06, DR-SHD-09
    """
    who, whom = command.actor, command.target
    link = Link(kind=command.tie, other_id=whom)
    is_there = link in sheet_of(table.now[who]).links
    yield from require(is_there, "not_tied", _("They are not tied so."), waivable=False)
    yield from emit(LinkCut(who=who, link=link))
    yield from say(table, _("{who} is no longer tied to {whom}"), who=who, whom=whom)


def _stances(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield going into cover and group defence, or out of them."""
    sheet = sheet_of(encounter[who])
    cover, defence = sheet.in_cover, sheet.in_group_defence
    yield Variant(
        "cover",
        fields={"stance": "cover", "on": not cover},
        title=_("Leave cover") if cover else _("Take cover"),
        icon="brick-wall",
    )
    yield Variant(
        "defence",
        fields={"stance": "group_defence", "on": not defence},
        title=_("Leave group defence") if defence else _("Into group defence"),
        icon="shield",
    )


@offer(_("Stance"), icon="shield", group=TIES, each=_stances)
class TakeStance(Act):
    """Go into cover or group defence, or out of them, at the GM's word."""

    stance: Literal["cover", "group_defence"]
    on: bool


@plays(TakeStance)
def take_stance(table: Table, command: TakeStance) -> Procedure[None]:
    """Note cover or group defence: pseudogravity takes people out of both.

    Rules: DR-PSG-09, DR-PSG-13
    """
    who, is_cover, on = command.actor, command.stance == "cover", command.on
    sheet = sheet_of(table.now[who])
    cover, defence = sheet.in_cover, sheet.in_group_defence
    is_new = (cover if is_cover else defence) != on
    text = _("{who} is so already.")
    yield from require(is_new, "stance_already", text, waivable=False, who=who)
    cover, defence = (on, defence) if is_cover else (cover, on)
    yield from emit(StanceChanged(who=who, cover=cover, group_defence=defence))
    words = [_("in cover")] if cover else []
    words += [_("in group defence")] if defence else []
    yield from say(table, _("{who} changes stance"), who=who, result=", ".join(words))
