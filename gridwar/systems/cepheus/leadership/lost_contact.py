"""Contact with the commander, lost and found again, and what it costs of the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gridwar.engine.kit import (
    Command,
    Encounter,
    Procedure,
    Role,
    SheetEvent,
    Variant,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.core.fight_state import holders, sheet_of
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.offers_and_headings import COMMAND, for_people
from gridwar.systems.cepheus.leadership.communication import (
    commander_of,
    in_touch,
    members_of,
    unit_of,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet


@for_people
def _members(encounter: Encounter, who: str) -> Iterator[Variant]:
    if len(members_of(encounter, unit_of(encounter, who))) > 1 and encounter.round:
        cut = sheet_of(encounter[who]).contact.cut
        title = _("Back in contact") if cut else _("Cut off from comms")
        yield Variant(fields={"cut": not cut}, title=title, icon="wifi" if cut else "wifi-off")


@offer(
    "",
    id="contact",
    icon="",
    group=COMMAND,
    role=Role.OTHER,
    note=_("by the GM's word"),
    about="who",
    each=_members,
)
class SetContact(Command):
    """Say that somebody is cut off from everybody, or back in touch (the GM's word)."""

    correction: ClassVar[bool] = True
    who: str
    cut: bool


class ContactChanged(SheetEvent):
    """Somebody lost contact with the commander, or has it back."""

    lost: bool

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take the points of the plan away, or give them back."""
        points = -sheet.contact.tactics if self.lost else sheet.contact.tactics
        base = sheet.initiative_base
        return sheet.replace(
            contact=sheet.contact.replace(lost=self.lost),
            initiative_base=None if base is None else base + points,
        )


@sets("contact.cut", of="cut")
class CutOff(SheetEvent):
    """The GM said that somebody is cut off, or no longer."""

    cut: bool
    """Whether they are."""


@plays(SetContact)
def set_contact(table: Table, command: SetContact) -> Procedure[None]:
    """Note the GM's word on somebody's contact; what it costs follows by itself.

    Rules: CE-COM-01
    """
    who, cut = command.who, command.cut
    yield from must_exist(table, who)
    new = sheet_of(table.now[who]).contact.cut != cut
    text = _("That is so already.")
    yield from require(new, "contact_unchanged", text, "CE-COM-01", waivable=False)
    yield from emit(CutOff(who=who, cut=cut))
    text = _("{who} is cut off") if cut else _("{who} is no longer cut off")
    yield from say(table, text, who=who)


def settle_contact(table: Table) -> Procedure[None]:
    """Take the plan's points from those who lost contact, and give them back with it.

    Rules: CE-COM-01
    """
    reached: dict[str, frozenset[str]] = {}
    for who in holders(table.now):
        contact = sheet_of(table.now.combatants[who]).contact
        if contact.tactics <= 0:  # who lost by the plan has nothing to lose with it
            continue
        unit = unit_of(table.now, who)
        if unit not in reached:
            commander = commander_of(table.now, unit)
            reached[unit] = frozenset() if commander is None else in_touch(table.now, commander)
        lost = who not in reached[unit] and not is_gone(table.now, who)
        if lost == contact.lost:
            continue
        yield from emit(ContactChanged(who=who, lost=lost))
        text = _("{who} has lost contact") if lost else _("{who} is in contact again")
        points = -contact.tactics if lost else contact.tactics
        yield from say(table, text, who=who, result=_("Initiative {n:+d}").format(n=points))
