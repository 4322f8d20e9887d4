"""What could be done or answered now, by chance: offered or not, possible or not."""

from __future__ import annotations

import types
from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from frozendict import frozendict
from pydantic import ValidationError

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.model.command import Answer, GmCommand
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from random import Random

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Question

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
_IDS = frozenset({"weapon", "using", "item", "spell", "manoeuvre", "skill", "shield", "aura"})
"""Fields that name something on a sheet."""
_NAMES = frozenset({"pool", "mode", "type", "injury", "injury_type", "damage_type"})
"""Fields that name something that is nowhere listed; an id of somebody would look like a trace."""
_SIMPLE: dict[Any, tuple[Any, ...]] = {
    bool: (True, False),
    int: (0, 1, 2, 3, 5, 6, 9, 12),
    float: (0.0, 1.5),
}


class Chooser(ABC):
    """Whoever makes commands and answers of what a fight has."""

    def __init__(self, system: System, chance: Random) -> None:
        self._system = system
        self._chance = chance
        kinds = (one for one in handlers_of(system) if not issubclass(one, GmCommand))
        self._kinds = sorted(kinds, key=lambda one: one.kind)

    @property
    @abstractmethod
    def _now(self) -> Encounter:
        """The fight as it stands."""

    # --- answers -------------------------------------------------------------------------------

    def fitting(self, wanted: Question) -> Answer:
        """Return an answer that fits a question, as far as can be told."""
        chance = self._chance
        if chance.random() < 0.25:
            return wanted.default
        if wanted.accepts and chance.random() < 0.3 and wanted.recipient in self._now:
            who = str(wanted.recipient)
            actions = actions_of(self._system, self._now, who)
            made = self.aimed(chance.choice(actions), who) if actions else None
            if made is not None and made.kind in wanted.accepts:
                return Answer(command=made)
        possible = [one.id for one in wanted.options if one.enabled]
        return Answer(
            option=chance.choice(possible) if possible else wanted.default.option,
            numbers=frozendict(self._numbers(wanted)),
            cell=chance.choice(sorted(wanted.cells)) if wanted.cells else None,
            texts=("words",) if wanted.note_label else (),
        )

    def _numbers(self, wanted: Question) -> dict[str, int]:
        chance = self._chance
        if wanted.numbers_sum is None:
            return {
                one.key: chance.randint(one.minimum, max(one.minimum, min(one.maximum, 30)))
                for one in wanted.numbers
            }
        numbers = {one.key: one.minimum for one in wanted.numbers}
        for one in chance.sample(wanted.numbers, len(wanted.numbers)):
            missing = wanted.numbers_sum - sum(numbers.values())
            numbers[one.key] += max(0, min(missing, one.maximum - one.minimum))
        return numbers

    # --- commands ------------------------------------------------------------------------------

    def aimed(self, action: Action, actor: str) -> Command:
        """Return the command of an action with a target, mostly one that is offered."""
        chance = self._chance
        found = action.candidates() if action.candidates is not None else None
        who = sorted(found.who) if found is not None else []
        cells = sorted(found.cells) if found is not None else []
        sure = chance.random() < 0.85
        whom = chance.choice(who) if who and sure else self._other(actor)
        where = chance.choice(cells) if cells and sure else self._near(actor)
        path = self._path(actor) if "path" in action.needs else ()
        bearing_deg = float(chance.randrange(360))
        target = Target(whom, where, path, (whom,), frozenset({where}), bearing_deg)
        command = action.make(target)
        for _time in range(chance.choice((0, 0, 1, 2)) if action.weapon or action.prepared else 0):
            choices = [one for one in self._system.draft(self._now, command).choices if one.options]
            if choices:
                command = chance.choice(chance.choice(choices).options).command
        return command

    def filled(self, kind: type[Command], who: str) -> Command | None:
        """Return a command of a kind whose fields are filled by their types."""
        values: dict[str, Any] = {"actor": who} if self._chance.random() < 0.9 else {}
        for name, field in kind.model_fields.items():
            if name in {"actor", "adjustments"}:
                continue
            if field.is_required() or self._chance.random() < 0.5:
                values[name] = self._value(name, field.annotation, who)
        for _try in range(4):
            try:
                return kind.model_validate(values)
            except ValidationError as error:
                for problem in error.errors():
                    values.pop(str(problem["loc"][0] if problem["loc"] else ""), None)
        return None

    def _value(self, name: str, kind: Any, who: str) -> Any:
        chance = self._chance
        inside = get_args(kind)
        if get_origin(kind) in {Union, types.UnionType}:
            return self._value(name, chance.choice(inside), who)
        if kind is type(None):
            return None
        if get_origin(kind) is Literal:
            return chance.choice(inside)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return chance.choice([*kind])
        if kind is Cell:
            return self._near(who)
        if get_origin(kind) is tuple and inside:
            return self._path(who) if inside[0] is Cell else (self._value(name, inside[0], who),)
        if kind in _SIMPLE:
            return chance.choice(_SIMPLE[kind])
        return self._word(name, who)

    def _word(self, name: str, who: str) -> str:
        if name in _NAMES:
            return self._chance.choice(("", "words"))
        if name in _IDS:
            return self._chance.choice([*_ids_of(self._now, who), ""])
        return self._chance.choice((self._other(who), self._other(who), "", "words"))

    # --- who and where -------------------------------------------------------------------------

    def _other(self, who: str) -> str:
        return self._chance.choice([one for one in self._now.combatants if one != who] or [who])

    def _near(self, who: str) -> Cell:
        one, chance = self._now.combatants.get(who), self._chance
        if one is None or one.pos is None:
            page = self._now.map
            return Cell(chance.randrange(page.width), chance.randrange(page.height))
        return one.pos.shifted(chance.randint(-3, 3), chance.randint(-3, 3))

    def _path(self, who: str) -> tuple[Cell, ...]:
        one, chance = self._now.combatants.get(who), self._chance
        here = self._near(who) if one is None or one.pos is None else one.pos
        way, path = chance.choice(STEPS), []
        for _step in range(chance.randint(1, 6)):
            way = chance.choice(STEPS) if chance.random() < 0.3 else way
            here = here.shifted(*way)
            path.append(here)
        return tuple(path)


def _ids_of(now: Encounter, who: str) -> list[str]:
    """Return the ids of whatever a sheet lists."""
    one = now.combatants.get(who)
    if one is None:
        return []
    values = [getattr(one.sheet, name) for name in type(one.sheet).model_fields]
    lists = [
        part.id
        for value in values
        if isinstance(value, tuple)
        for part in value
        if hasattr(part, "id")
    ]
    return [*lists, *(key for value in values if isinstance(value, frozendict) for key in value)]
