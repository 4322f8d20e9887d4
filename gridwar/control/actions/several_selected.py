"""What several who are selected can do: at any time all of them, or each when their turn comes.

Nobody acts for the others: what all are offered is done by each, as one command. What is for a
single turn is named with the reason, and done by all at once only at the game master's word.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.actions.action_list import ActionList, Group, NotNow, Row
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.kit.offers_and_actions import EVENTS, NOT_YOUR_TURN, Action, Target
from gridwar.model.command import Command
from gridwar.model.question_and_refusal import Refusal
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.control.actions.group_checks import GroupCheckActions
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.model.encounter import Encounter

CHECK: Final = "check for all"
_CHECK_KIND: Final = "check for all:"
HIDE: Final = "hide all"
EFFECT: Final = "effect on all"
_ASKED_OF: Final = 3
"""Of so many it is asked why they cannot act now; the reason is the same for all."""
MOST_DIGITS: Final = 9


class SharedActions(Struct, frozen=True):
    """What all of several are offered, sorted by when it can be done."""

    who: tuple[str, ...] = ()
    any_time: tuple[Action, ...] = ()
    checks: tuple[Action, ...] = ()
    in_turn: tuple[Action, ...] = ()
    reason: Refusal | None = None
    """Why those of their turns cannot be done now."""


NOTHING: Final = SharedActions()


class Several:
    """Finds what several can do together, and has each of them do it."""

    def __init__(self, controller: ControllerProtocol, checks: GroupCheckActions) -> None:
        """Let ``checks`` ask a check of all of them."""
        self._controller = controller
        self._checks = checks
        self.write_effect: Callable[[], None] = lambda: None
        """Lets a condition be written for all of them; set by the window."""
        self._known: tuple[tuple[str, ...], Encounter | None, SharedActions] = ((), None, NOTHING)

    @property
    def who(self) -> tuple[str, ...]:
        """Those selected, in the order in which they joined; nobody where it is one alone."""
        selected, encounter = self._controller.view.selected, self._controller.encounter
        if len(selected) <= 1:
            return ()
        chosen = frozenset(selected)
        return tuple(one for one in encounter.combatants if one in chosen)

    def shared(self) -> SharedActions:
        """Return what all of them are offered."""
        who, encounter = self.who, self._controller.encounter
        known_who, known_encounter, found = self._known
        if who != known_who or encounter is not known_encounter:
            found = self._find(who)
            self._known = (who, encounter, found)
        return found

    def _find(self, who: tuple[str, ...]) -> SharedActions:
        if not who:
            return NOTHING
        offered = [self._controller.rules_cache.actions(one) for one in who]
        ids = set.intersection(*({one.id for one in each} for each in offered))
        first = [one for one in offered[0] if one.id in ids and not one.same_as]
        about = [one for one in first if one.is_about and not one.needs]
        acts = [one for one in first if not one.is_about and (one.needs or not one.prepared)]
        kinds = {(one.offer, one.stem or one.title): one for one in reversed(acts)}
        in_turn = tuple(one for one in acts if kinds.get((one.offer, one.stem or one.title)) is one)
        in_turn = tuple(replace(one, choice=one.stem or one.title) for one in in_turn)
        fitting = tuple(_for_all(one, len(who)) for one in about)
        asked = self._checks.offered(who)
        chips = tuple(
            _plain(f"{_CHECK_KIND}{one.id}", one.title, "dices", _("Checks")) for one in asked
        )
        own = (
            _plain(CHECK, _("Check for all"), "dices", "", _("each with their own dice")),
            _plain(EFFECT, _("Condition or effect \u2026"), "circle-dot", "", _("for all of them")),
            _plain(HIDE, self._hide_words(who), "eye-off", "", self._seen_words(who)),
        )
        reason = _reason(each for each in offered[:_ASKED_OF])
        return SharedActions(who, (*own, *fitting), chips, in_turn, reason if in_turn else None)

    def _hide_words(self, who: tuple[str, ...]) -> str:
        hidden = all(self._controller.encounter[one].hidden for one in who)
        return _("Show to the players") if hidden else _("Hide from the players")

    def _seen_words(self, who: tuple[str, ...]) -> str:
        seen = sum(not self._controller.encounter[one].hidden for one in who)
        return _("{n} are seen").format(n=seen) if 0 < seen < len(who) else ""

    def in_order(self) -> ActionList:
        """Return the list of it: at any time, checks, and what waits for their turns."""
        found = self.shared()
        if not found.who:
            return ActionList()
        rows = tuple(Row(one.id, (one,)) for one in found.any_time)
        groups = [Group((_("All {n}, at any time").format(n=len(found.who)),), rows)]
        if found.checks:
            groups.append(Group((_("Checks for all"),), chips=found.checks))
        not_now: tuple[NotNow, ...] = ()
        if found.in_turn and found.reason is not None:
            not_now = (NotNow(found.reason, found.in_turn, is_folded=False),)
        digits = {str(at): one.id for at, one in enumerate(found.any_time[:MOST_DIGITS], start=1)}
        return ActionList((), tuple(groups), not_now, digits)

    def find(self, action_id: str) -> Action | None:
        """Return one of them by its id."""
        found = self.shared()
        every = (*found.any_time, *found.checks, *found.in_turn)
        return next((one for one in every if one.id == action_id), None)

    def events(self) -> tuple[Action, ...]:
        """Return what the rules let be booked for all of them as it happens."""
        return tuple(one for one in self.shared().any_time if one.group == EVENTS)

    # --- done ------------------------------------------------------------------------------------

    def choose(self, action_id: str) -> None:
        """Do something with all of them; what is not their turn's is told, and done anyway."""
        found, controller = self.shared(), self._controller
        action = self.find(action_id)
        if action is None:
            return
        if action_id == CHECK or action_id.startswith(_CHECK_KIND):
            self._checks.open(action_id.removeprefix(_CHECK_KIND).replace(CHECK, ""), found.who)
        elif action_id == EFFECT:
            self.write_effect()
        elif action_id == HIDE:
            hidden = all(controller.encounter[one].hidden for one in found.who)
            controller.submit(SetValue(who=found.who, field="hidden", value=json.dumps(not hidden)))
        elif action in found.in_turn:
            self._in_turn(action, found.who)
        elif action.takes_others:
            controller.submit(action.make(Target(combatants=found.who)))
        else:
            self._about_each(action, found.who)

    def _each(self, action: Action, who: tuple[str, ...]) -> list[Action]:
        cache = self._controller.rules_cache
        return [one for each in who for one in cache.actions(each) if one.id == action.id]

    def _about_each(self, action: Action, who: tuple[str, ...]) -> None:
        commands = [one.make(Target()) for one in self._each(action, who)]
        if action.prepared:
            self._checks.open_commands(action.title, dict(zip(who, commands, strict=True)))
        else:
            together = Together(title=action.title, commands=tuple(commands), alike=True)
            self._controller.submit(together)

    def _in_turn(self, action: Action, who: tuple[str, ...]) -> None:
        """Let each do it where all may; else say why not, and offer to do it anyway."""
        words = action.stem or action.title
        each, commands = self._each(action, who), list[Command]()
        refusals = [one.refusal for one in each]
        why = next((one for one in refusals if one is not None), None)
        if action.needs:
            text = _("{action}: select one of them, and aim in their turn.").format(action=words)
            self._controller.tell(Notice(text, tone="note"))
            return
        for one, refusal in zip(each, refusals, strict=True):
            command = one.make(Target())
            commands.append(command if refusal is None else command.waiving(refusal.code))
        together = Together(title=words, commands=tuple(commands))
        if why is None:
            self._controller.submit(together)
            return
        again = together if all(one is None or one.waivable for one in refusals) else None
        self._controller.tell(Notice(why.text, refusal=why, again=again))


def _plain(action_id: str, title: str, icon: str, group: str, note: str = "") -> Action:
    """Return something that is no rule's act, as a row or a chip of the list."""
    return Action(action_id, title, icon, _no_command, group=group, note=note, choice=title)


def _no_command(target: Target) -> Command:
    del target
    return Together(commands=())


def _for_all(action: Action, number: int) -> Action:
    """Return what the game master lets happen to one as it is for all of them."""
    words = _("for all {n}").format(n=number) if action.takes_others else ""
    return replace(action, note=" \u00b7 ".join(filter(None, (action.note, words))))


def _reason(offered: Iterable[Iterable[Action]]) -> Refusal:
    """Return why acts of a turn cannot be done now, in the rules' words where they say it."""
    for each in offered:
        for one in [one for one in each if not one.is_about and not one.needs][:_ASKED_OF]:
            if one.refusal is not None and one.refusal.code == NOT_YOUR_TURN:
                return one.refusal
    return Refusal(NOT_YOUR_TURN, _("Each in their own turn."), ())
