"""What a prepared action might be instead: the same with another weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.kit.offers_and_actions import Action


def with_other_weapons(draft: ActionDraft, offered: Iterable[Action]) -> tuple[Action, ...]:
    """Return the draft's action and those like it with other weapons, in the order offered.

    Args:
        draft: What is prepared.
        offered: What its actor is offered; what is refused is left out.

    Returns:
        The actions, one a weapon; none of an action without a weapon or a target.
    """
    if not (draft.target and draft.action.weapon):
        return ()
    kind = draft.action.id.partition(":")[0]
    found: dict[str, Action] = {}
    for one in offered:
        is_alike = one.id.partition(":")[0] == kind and one.needs == draft.action.needs
        is_present = one.id == draft.action.id
        if one.weapon and is_alike and (is_present or one.refusal is None):
            found[one.weapon] = one if is_present else found.get(one.weapon, one)
    found.setdefault(draft.action.weapon, draft.action)
    return tuple(found.values())
