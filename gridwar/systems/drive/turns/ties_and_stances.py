"""Links and stances: who is engaged, grouped, grappling, aboard, held, in cover or group defence.

All of them are the game master's word, given on the map, where a link is called a tie: choose
which, then to whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gridwar.engine.kit import (
    Act,
    Candidates,
    Procedure,
    Role,
    Step,
    Variant,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.drive.core.action_headings import CUTTING, TIES
from gridwar.systems.drive.core.events import LinkCut, LinkMade, StanceChanged
from gridwar.systems.drive.core.sheet import LINK_WORDS, Link, LinkKind, is_linked, linked, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table

MAKING: Final[dict[LinkKind, tuple[str, str]]] = {
    "engaged": (_("Engage"), "swords"),
    "grouped": (_("Group up with"), "users"),
    "grapple": (_("Grapple"), "grab"),
    "aboard": (_("Climb aboard"), "log-in"),
    "held_by": (_("Be held by"), "hand"),
}
CARRIERS: Final = ("vehicle", "gravnet_airship")
"""What can be climbed aboard."""


def carrier_of(encounter: Encounter, who: str) -> str:
    """Return the vehicle that somebody is aboard of; empty outside.

    Rules: DR-SHD-09
    """
    ties = (link.other_id for link in sheet_of(encounter[who]).links if link.kind == "aboard")
    here = (one for one in ties if one in encounter)
    return next((one for one in here if sheet_of(encounter[one]).form in CARRIERS), "")


RULES: Final[dict[LinkKind, str]] = {
    "engaged": "DR-SHD-02",
    "grouped": "DR-SHD-02",
    "grapple": "DR-SHD-06",
    "aboard": "DR-SHD-09",
    "held_by": "DR-PSG-03",
}


def _ties(encounter: Encounter, who: str) -> Iterator[Variant]:
    del encounter, who
    for kind, (title, icon) in MAKING.items():
        yield Variant(kind, fields={"tie": kind}, title=title, icon=icon)


def _untied(encounter: Encounter, command: MakeTie) -> Candidates:
    """Return whom somebody is not tied to in that way, and who could be."""
    tied = linked(encounter, command.actor, command.tie)
    return Candidates(
        who=frozenset(
            one.id
            for one in encounter.everyone()
            if one.id not in (command.actor, *tied)
            and (command.tie != "aboard" or sheet_of(one).form in CARRIERS)
        )
    )


@offer(
    _("Tie"),
    icon="link",
    group=TIES,
    role=Role.OTHER,
    needs="combatant",
    each=_ties,
    candidates=_untied,
)
class MakeTie(Act):
    """Tie two together at the GM's word: engaged, grouped, grappling, aboard, held."""

    target: str
    tie: LinkKind


@plays(MakeTie)
def make_tie(table: Table, command: MakeTie) -> Procedure[None]:
    """Note a tie.

    Rules: DR-SHD-02, DR-SHD-06, DR-SHD-09, DR-PSG-03
    """
    who, whom = command.actor, command.target
    yield from must_exist(table, whom)
    text = _("{who} cannot be tied to itself.")
    yield from require(who != whom, "tied_to_itself", text, waivable=False, who=who)
    carries = command.tie != "aboard" or sheet_of(table.now[whom]).form in CARRIERS
    text = _("{whom} is nothing to climb aboard.")
    yield from require(carries, "no_vehicle", text, "DR-SHD-09", whom=whom)
    link = Link(kind=command.tie, other_id=whom)
    is_new = not is_linked(table.now[who], table.now[whom], command.tie)
    yield from require(is_new, "tied", _("They are tied so already."), waivable=False)
    yield from emit(LinkMade(who=who, link=link))
    step = Step(label=LINK_WORDS[command.tie], rule_id=RULES[command.tie])
    yield from say(table, _("{who} is tied to {whom}"), who=who, whom=whom, steps=(step,))


def _cuts(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield the kinds of ties that somebody has, whoever notes them."""
    for kind in MAKING:
        if linked(encounter, who, kind):
            title = _("No longer: {tie}").format(tie=LINK_WORDS[kind])
            yield Variant(kind, fields={"tie": kind}, title=title)


def _tied(encounter: Encounter, command: CutTie) -> Candidates:
    return Candidates(who=frozenset(linked(encounter, command.actor, command.tie)))


@offer(
    _("Cut a tie"),
    icon="unlink",
    group=CUTTING,
    role=Role.OTHER,
    needs="combatant",
    each=_cuts,
    candidates=_tied,
)
class CutTie(Act):
    """Cut a tie at the GM's word, whoever of the two notes it."""

    target: str
    tie: LinkKind


@plays(CutTie)
def cut_tie(table: Table, command: CutTie) -> Procedure[None]:
    """Take a tie away.

    Rules: DR-SHD-02, DR-SHD-06, DR-SHD-09
    """
    who, whom = command.actor, command.target
    yield from must_exist(table, whom)
    cuts = tuple(
        LinkCut(who=one, link=link)
        for one, other in ((who, whom), (whom, who))
        if (link := Link(kind=command.tie, other_id=other)) in sheet_of(table.now[one]).links
    )
    yield from require(bool(cuts), "not_tied", _("They are not tied so."), waivable=False)
    yield from emit(*cuts)
    step = Step(label=LINK_WORDS[command.tie], rule_id=RULES[command.tie])
    text = _("{who} is no longer tied to {whom}")
    yield from say(table, text, who=who, whom=whom, steps=(step,))


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


@offer(_("Stance"), icon="shield", group=TIES, role=Role.GUARD, each=_stances)
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
