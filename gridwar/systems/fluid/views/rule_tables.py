"""Tables of the rules as they are looked up: distances, events of a round, the list of actions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import ReferenceColumn, ReferenceRow, ReferenceTable, points_words
from gridwar.systems.fluid.actions.take_action_choices import TakeAction
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.house_rules_and_settings import settings_of
from gridwar.systems.fluid.core.tables import event_rows, locations
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, LookedAt, TableMaker

_PER: Final = frozendict(
    count=_("each"), action_dice=_("each Action Die"), injury=_("each point of injury")
)
_ADDS: Final = frozendict(int_mod=_("and the Intelligence modifier"), modifier=_("as entered"))
_REPEATS: Final = frozendict(
    yes=_("each time"), round=_("once a round"), weapon=_("once a weapon and round")
)
_EVENTS: Final = tuple(f"FL-EVT-{n:02}" for n in range(1, 20))
_ANYTHING_ELSE: Final = "FL-EVT-22"


def _distances(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: FL-ENC-01, FL-ENC-03."""
    del at
    column = ReferenceColumn("distance", _("Distance"), is_words=True)
    rows = tuple(
        ReferenceRow(key, place.title, (place.words,)) for key, place in locations().items()
    )
    return ReferenceTable((column,), rows, _("Place"), row=state_of(encounter).location)


def _events(rule_id: str, encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Return what events are worth, that of a rule marked.

    Rules: FL-EVT-01 to FL-EVT-22, FL-MOD-04
    """
    del encounter, at
    columns = (
        ReferenceColumn("worth", _("Count")),
        ReferenceColumn("for", _("For"), is_words=True),
        ReferenceColumn("repeats", _("Counts"), is_words=True),
    )
    rows = tuple(
        ReferenceRow(
            key,
            row.title,
            (
                points_words(row.modifier) if row.modifier else "",
                " ".join(filter(None, (_PER.get(row.per, ""), _ADDS.get(row.adds, "")))),
                _REPEATS[row.repeats],
            ),
            rule_id=row.rule,
        )
        for key, row in event_rows().items()
    )
    now = next((row.id for row in rows if row.rule_id == rule_id), "")
    return ReferenceTable(columns, rows, _("Event"), row=now, column="worth" if now else "")


def _actions(encounter: Encounter, at: LookedAt) -> ReferenceTable:
    """Rules: FL-RND-06."""
    costs = {"half": _("half"), "full": _("full"), "free": _("free")}
    columns = (
        ReferenceColumn("cost", _("Costs")),
        ReferenceColumn("event", _("Writes"), is_words=True),
        ReferenceColumn("tags", _("Tags"), is_words=True),
    )
    titles = {key: row.title for key, row in event_rows().items()}
    rows = tuple(
        ReferenceRow(
            one.id,
            one.words,
            (
                costs[one.cost],
                titles.get(one.event, one.event.capitalize()),
                ", ".join(sorted(one.tags)),
            ),
        )
        for one in settings_of(encounter).actions
    )
    now = at.command.action if isinstance(at.command, TakeAction) else ""
    return ReferenceTable(columns, rows, _("Action"), row=now)


RULE_TABLES: Final[Mapping[str, TableMaker]] = frozendict(
    {
        "FL-ENC-01": _distances,
        "FL-ENC-03": _distances,
        "FL-RND-06": _actions,
        "FL-MOD-04": partial(_events, ""),
        **{rule: partial(_events, rule) for rule in (*_EVENTS, _ANYTHING_ELSE)},
    }
)
"""By the rule whose table it is."""
