"""Stance: standing up, crouching, lying down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Act,
    Encounter,
    Procedure,
    Role,
    SheetEvent,
    Variant,
    emit,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import MINOR, may_act, take_action
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.offers_and_headings import MOVE, for_people
from gridwar.systems.cepheus.core.person_records import Stance
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table


@for_people
def _other_stances(encounter: Encounter, who: str) -> Iterator[Variant]:
    words: dict[Stance, tuple[str, str]] = {
        "standing": (_("Stand up"), "person-standing"),
        "crouched": (_("Crouch"), "chevron-down"),
        "prone": (_("Lie down"), "chevrons-down"),
    }
    for stance, (title, icon) in words.items():
        if stance != sheet_of(encounter[who]).stance:
            yield Variant(stance, {"to": stance}, title=title, icon=icon)


@offer("", id="stance", icon="", group=MOVE, role=Role.MOVE, price=MINOR, each=_other_stances)
class ChangeStance(Act):
    """Stand up, crouch or lie down."""

    to: Stance


@sets("stance", of="to")
class StanceChanged(SheetEvent):
    """Somebody stood up, crouched or lay down."""

    to: Stance
    dived: bool = False
    """They did so themselves, to escape an explosion."""

    @property
    def is_own_doing(self) -> bool:
        """Whether it was a reaction."""
        return self.dived


@plays(ChangeStance)
def change_stance(table: Table, command: ChangeStance) -> Procedure[None]:
    """Stand up, crouch or lie down.

    Rules: CE-MIN-04
    """
    who = command.actor
    yield from may_act(table, who)
    new = sheet_of(table.now[who]).stance != command.to
    yield from require(new, "stance", _("{who} is that already."), "CE-MIN-04", who=who)
    yield from take_action(table, who, MINOR)
    yield from emit(StanceChanged(who=who, to=command.to))
    texts = {
        "standing": _("{who} stands up"),
        "crouched": _("{who} crouches"),
        "prone": _("{who} lies down"),
    }
    yield from say(table, texts[command.to], who=who)
