"""One check for all: a table of dice in which each one's own command is tried before it is played.

What a check takes, what is added and what comes of it the rules say: each command is played with
the dice known so far, on the fight as it stands, and nothing of that is kept. All that is done is
one command at the end, with the dice as its replies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.actions.check_previews import (
    fitting,
    has_dice,
    line_at,
    missing_words,
    next_of,
    same_dice,
    settled,
    tried,
    weighed,
    with_dice,
)
from gridwar.control.actions.check_settings import chosen_of, common_draft, numbered_of, ticked_of
from gridwar.control.die_keys import DieKeys
from gridwar.control.state.group_checks import CheckLine, GroupChecks, Part
from gridwar.engine.gm.commands_together import Together, scope_of
from gridwar.engine.gm.dice_check import DiceCheck
from gridwar.engine.kit.asked_checks import AskedCheck
from gridwar.engine.kit.command_draft import Draft
from gridwar.engine.perception.awareness import who_perceives_no_enemy
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.play.replies_and_corrections import ReplySource
    from gridwar.model.command import Command

DICE: Final = "dice"
"""The id of the check that every system has: dice at the GM's word."""


class GroupCheckActions:
    """Opens the table, takes dice, and plays it."""

    def __init__(self, controller: ControllerProtocol) -> None:
        self._controller = controller
        self._keys = DieKeys()
        self._last = ""
        """The check that was asked last."""
        self._settable: tuple[tuple[Part, ...], Draft] | None = None

    # --- which there are -------------------------------------------------------------------------

    def offered(self, who: tuple[str, ...]) -> tuple[AskedCheck, ...]:
        """Return the checks that can be asked of some combatants."""
        own = self._controller.system.offers.checks(self._controller.encounter, who)
        return (*own, AskedCheck(DICE, _("Dice"), lambda one: DiceCheck(actor=one)))

    # --- open and closed -------------------------------------------------------------------------

    def open(self, check_id: str, who: tuple[str, ...]) -> None:
        """Ask a check of some combatants: the one with an id, else that which was asked last."""
        found = self.offered(who)
        wanted = check_id or self._last
        asked = next((one for one in found if one.id == wanted), found[0])
        self._last = asked.id
        title = _("Check for all: {what}").format(what=asked.title)
        parts = [Part(one, asked.make(one)) for one in who]
        self._begin(
            GroupChecks(title, self._controller.encounter, (), kind=asked.id, asked=asked.title),
            parts,
        )

    def change_kind(self, check_id: str) -> None:
        """Ask another check of the same people."""
        checks = self._controller.view.checks
        if checks is not None and checks.kind:
            self.open(check_id, tuple(one.who for one in checks.parts))

    def open_commands(self, title: str, commands: Mapping[str, Command]) -> None:
        """Prepare something that is done to each of some combatants."""
        parts = [Part(who, command) for who, command in commands.items()]
        self._begin(GroupChecks(title, self._controller.encounter, ()), parts)

    def open_for_fight(self, title: str, command: Command, *, surprise: bool = False) -> bool:
        """Show the dice that a command of the fight wants; return whether it wants any.

        Args:
            title: What it is called.
            command: The command.
            surprise: Whether it is asked who is surprised.
        """
        controller = self._controller
        opening = controller.system.turns.opening if surprise else None
        if opening is not None:
            command = Together(commands=opening(controller.encounter, ()), title=title)
        part = tried(controller.system, controller.encounter, Part("", command))
        if part.tried.refusal is not None or not (part.tried.wanted or opening is not None):
            return False
        checks = GroupChecks(title, controller.encounter, (part,))
        if opening is not None:
            unaware = who_perceives_no_enemy(controller.encounter)
            checks = replace(checks, surprised=(), unaware=unaware)
        self._keys.drop()
        self._show(checks)
        return True

    def _begin(self, checks: GroupChecks, parts: Iterable[Part]) -> None:
        self._keys.drop()
        known: dict[object, float | None] = {}
        system, encounter = self._controller.system, checks.encounter
        made = tuple(weighed(system, encounter, one, known) for one in parts)
        self._show(settled(replace(checks, parts=made)))

    def close(self) -> None:
        """Leave the table; nothing of it was played."""
        self._keys.drop()
        self._controller.show(checks=None)

    def follow(self) -> None:
        """Work out anew what is known, where the fight has changed under the open table."""
        checks, encounter = self._controller.view.checks, self._controller.encounter
        system = self._controller.system
        if checks is None or checks.encounter is encounter:
            return
        left = [one for one in checks.parts if not one.who or one.who in encounter]
        if not left or checks.is_of_fight:
            self.close()
            return
        known: dict[object, float | None] = {}
        made = tuple(weighed(system, encounter, Part(one.who, one.command), known) for one in left)
        made = tuple(
            with_dice(system, encounter, part, one.replies)
            for part, one in zip(made, left, strict=True)
        )
        self._show(settled(replace(checks, encounter=encounter, parts=made)))

    def _show(self, checks: GroupChecks) -> None:
        wanted = next_of(checks)
        if wanted is not None:
            self._keys.use(wanted.roll.dice.sides)
        self._controller.show(checks=replace(checks, pending=self._keys.pending))

    # --- settings --------------------------------------------------------------------------------

    def settable(self) -> Draft:
        """Return what can be set for all of them at once."""
        checks = self._controller.view.checks
        if checks is None:
            return Draft()
        if self._settable is None or self._settable[0] is not checks.parts:
            self._settable = (checks.parts, common_draft(self._controller.system, checks))
        return self._settable[1]

    def choose(self, key: str, option: str) -> None:
        """Choose something for all; dice that are known stay."""
        self._set(lambda draft, command: chosen_of(draft, command, key, option))

    def set_number(self, key: str, number: int) -> None:
        """Set a number for all; dice that are known stay."""
        self._set(lambda draft, command: numbered_of(draft, command, key, number))

    def tick(self, key: str, ticked: frozenset[str]) -> None:
        """Tick some things for all."""
        self._set(lambda draft, command: ticked_of(draft, command, key, ticked))

    def _set(self, change: Callable[[Draft, Command], Command]) -> None:
        checks, system = self._controller.view.checks, self._controller.system
        if checks is None:
            return
        known: dict[object, float | None] = {}
        made = []
        for one in checks.parts:
            draft = system.draft(checks.encounter, one.command)
            fresh = weighed(
                system, checks.encounter, Part(one.who, change(draft, one.command)), known
            )
            made.append(with_dice(system, checks.encounter, fresh, fitting(one.replies, fresh)))
        self._show(settled(replace(checks, parts=tuple(made), typing=(), problem="")))

    def surprise(self, who: Iterable[str]) -> None:
        """Say who is surprised when the fight begins."""
        controller = self._controller
        checks, opening = controller.view.checks, controller.system.turns.opening
        if checks is None or checks.surprised is None or opening is None:
            return
        order = controller.encounter.combatants
        chosen = frozenset(who)
        surprised = tuple(one for one in order if one in chosen)
        command = Together(commands=opening(controller.encounter, surprised), title=checks.title)
        part = tried(controller.system, controller.encounter, Part("", command))
        part = with_dice(
            controller.system, controller.encounter, part, same_dice(checks.parts[0], part)
        )
        self._show(replace(checks, parts=(part,), surprised=surprised, typing=(), problem=""))

    # --- dice ------------------------------------------------------------------------------------

    def type_digit(self, digit: str) -> None:
        """Type a digit of the next die."""
        checks = self._controller.view.checks
        if checks is None or (wanted := next_of(checks)) is None:
            return
        sides = wanted.roll.dice.sides
        self._keys.use(sides)
        faces = self._keys.feed(digit)
        if not faces and not self._keys.pending:
            words = _("A D{sides} has no {digit}.").format(sides=sides, digit=digit)
            self._show(replace(checks, problem=words))
            return
        self._take(checks, faces)

    def type_face(self, at: int, face: int) -> None:
        """Take a face that was picked for the dice of a line."""
        checks = self._controller.view.checks
        if checks is not None:
            typing = checks.typing if at == checks.at else ()
            self._keys.drop()
            self._take(replace(checks, at=at, typing=typing), (face,))

    def _take(self, checks: GroupChecks, faces: tuple[int, ...]) -> None:
        for face in faces:
            line = line_at(checks)
            wanted = None if line is None else checks.wanted_of(line)
            if line is None or wanted is None:
                break
            typing = (*checks.typing, face)
            checks = replace(checks, typing=typing, problem="")
            if len(typing) == wanted.roll.dice.count:
                checks = self._filled(checks, line, {wanted.key: typing}, "typed")
        self._show(replace(checks, problem="") if faces or not checks.problem else checks)

    def _filled(
        self,
        checks: GroupChecks,
        line: CheckLine,
        faces: Mapping[str, tuple[int, ...]],
        source: ReplySource,
    ) -> GroupChecks:
        part = checks.parts[line.part]
        replies = part.replies
        for key, one in faces.items():
            replies = replies.with_reply(Reply(key=key, faces=one, source=source))
        part = with_dice(self._controller.system, checks.encounter, part, replies)
        parts = (*checks.parts[: line.part], part, *checks.parts[line.part + 1 :])
        return settled(replace(checks, parts=parts, typing=()))

    def take_back(self) -> None:
        """Take back what was typed last: a digit, a face, else the dice of the line before."""
        checks = self._controller.view.checks
        if checks is None:
            return
        if self._keys.drop():
            self._show(replace(checks, problem=""))
        elif checks.typing:
            self._show(replace(checks, typing=checks.typing[:-1], problem=""))
        else:
            before = [at for at in range(len(checks.lines)) if has_dice(checks, at)]
            here = [at for at in before if at <= checks.at] or before
            if here:
                self.clear(here[-1])

    def clear(self, at: int) -> None:
        """Take back the dice of a line, which are to be rolled anew."""
        checks = self._controller.view.checks
        if checks is None or not 0 <= at < len(checks.lines):
            return
        self._keys.drop()
        line = checks.lines[at]
        part, mine = checks.parts[line.part], {one.key for one in line.rolls}
        filed = (one for one in part.replies.filed if getattr(one, "key", "") not in mine)
        chance = part.tried.chance
        blank = replace(part, replies=Replies(tuple(filed)), rolls=())
        part = tried(self._controller.system, checks.encounter, blank)
        part = replace(part, tried=replace(part.tried, chance=chance))
        parts = (*checks.parts[: line.part], part, *checks.parts[line.part + 1 :])
        self._show(replace(checks, parts=parts, at=at, typing=(), problem=""))

    def go_to(self, at: int) -> None:
        """Type the dice of a line next."""
        checks = self._controller.view.checks
        if checks is not None and checks.lines:
            self._keys.drop()
            at = at % len(checks.lines)
            self._show(replace(checks, at=at, typing=(), problem=""))

    def step(self, way: int) -> None:
        """Go to the next line, or the one before."""
        checks = self._controller.view.checks
        if checks is not None:
            self.go_to(checks.at + way)

    def roll_the_rest(self) -> None:
        """Let the program roll all dice that are still wanted."""
        checks = self._controller.view.checks
        if checks is not None:
            self._keys.drop()
            self._show(self._rolled(checks))

    def _rolled(self, checks: GroupChecks) -> GroupChecks:
        session = self._controller.session
        checks = replace(checks, typing=(), problem="")
        for place, part in enumerate(checks.parts):
            now = part
            while now.tried.wanted:
                replies = now.replies
                for one in now.tried.wanted:
                    faces = session.roll_ahead(one.roll.dice, one.key)
                    replies = replies.with_reply(Reply(key=one.key, faces=faces, source="program"))
                now = with_dice(self._controller.system, checks.encounter, now, replies)
            parts = (*checks.parts[:place], now, *checks.parts[place + 1 :])
            checks = replace(checks, parts=parts)
        return settled(checks)

    # --- played ----------------------------------------------------------------------------------

    def apply(self) -> None:
        """Play what is known; where the program rolls, it rolls the rest before."""
        controller, checks = self._controller, self._controller.view.checks
        if checks is None:
            return
        if not controller.view.typed_dice and not checks.is_whole:
            checks = self._rolled(checks)
        done = [one for one in checks.parts if one.tried.is_done]
        if not done or (checks.is_of_fight and not checks.is_whole):
            self._show(replace(checks, problem=missing_words(checks)))
            return
        if checks.is_of_fight:
            command, replies = done[0].command, done[0].replies
        else:
            command = Together(title=checks.title, commands=tuple(one.command for one in done))
            replies = Replies(
                tuple(
                    reply.replace(key=f"{scope_of(place)}/{reply.key}")
                    for place, one in enumerate(done)
                    for reply in one.replies.by_key().values()
                )
            )
        self.close()
        outcome = controller.attempt(lambda: controller.session.submit(command, replies), command)
        if outcome is None or isinstance(outcome, Refused):
            controller.show(checks=checks)
