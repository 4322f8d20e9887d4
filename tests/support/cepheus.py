"""A small vocabulary for tests of ``cepheus``: combatants, weapons, a strictly checked table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.encounter import Encounter
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.action_costs import budget_left, most_minors
from gridwar.systems.cepheus.core.fight_state import CepheusState, sheet_of, state_of
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.initiative_order import (
    bracket_rest,
    count_of,
    in_order,
    is_due,
    present_sheet,
    waiting,
)
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.system import SYSTEM
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.command import Command
    from gridwar.systems.cepheus.core.initiative_order import Group
    from gridwar.systems.cepheus.core.person_records import Budget

RIFLE = Weapon(id="rifle", name="Rifle", type="rifle", skill="gun", damage_dice=3)
PISTOL = Weapon(id="pistol", name="Pistol", skill="gun", magazine=6, loaded=6)
BLADE = Weapon(id="blade", name="Blade", type="extended_reach", skill="blades")


def person(who: str, pos: tuple[int, int] = (0, 0), **sheet: Any) -> Combatant:
    """Return somebody with characteristics of 7; ``dex=9`` and the like change them."""
    names = {"str_": "strength", "dex": "dexterity", "end": "endurance"}
    changed = {name: sheet.pop(short) for short, name in names.items() if short in sheet}
    scores = Scores(**changed)
    defaults: dict[str, Any] = {"chars": scores, "chars_max": scores, "weapons": (RIFLE, BLADE)}
    if "skills" in sheet:
        sheet["skills"] = frozendict(sheet["skills"])
    made = CepheusSheet(**{**defaults, **sheet})
    return Combatant(id=who, name=who, pos=Cell(*pos), sheet=made)


class Fight:
    """A fight under way, its combatants stale at every yield and its dice scripted."""

    def __init__(
        self,
        *combatants: Combatant,
        dice: list[int] | None = None,
        now: int = 1,
        board: BattleMap | None = None,
        **switches: Any,
    ) -> None:
        self.dice = ScriptedDice(dice or [])
        encounter = Encounter(
            system="cepheus",
            combatants=frozendict({one.id: one for one in combatants}),
            round=now,
            map=board or BattleMap(width=60, height=40),
            rules=CepheusState(fresh=True),
            switches=CepheusSwitches(**switches),
        )
        self.session = Session(SYSTEM, encounter, dice=self.dice, table=StrictTable)

    @property
    def now(self) -> Encounter:
        """The fight as it is shown."""
        return self.session.encounter

    def do(self, *commands: Command) -> Outcome:
        """Play commands that must be accepted; return what came of the last."""
        for command in commands:
            outcome = self.session.submit(command)
            assert isinstance(outcome, Accepted), outcome
        return outcome

    def open(self, command: Command) -> str:
        """Play a command that must ask; return the key of its first question."""
        outcome = self.session.submit(command)
        assert isinstance(outcome, Asking), outcome
        return outcome.wanted[0].key

    def answer(self, key: str, option: str) -> Outcome:
        """Answer an open question by an option."""
        return self.session.answer(key, Answer(option=option))

    @property
    def asked(self) -> list[str]:
        """Keys of the questions that are open."""
        return [one.key for one in self.session.wanted]

    def refused(self, command: Command) -> str:
        """Return the code with which a command is refused."""
        outcome = self.session.submit(command)
        assert isinstance(outcome, Refused), outcome
        return outcome.code

    def sheet(self, who: str) -> CepheusSheet:
        """Return somebody's sheet at present."""
        return sheet_of(self.now.combatants[who])

    def count(self, who: str) -> int:
        """Return somebody's Initiative in this round."""
        return count_of(self.now, who)

    @property
    def order(self) -> list[list[str]]:
        """Who has still to act, first to last."""
        return [list(group) for group in still_to_act(self.now)]


def budget_options(encounter: Encounter, who: str) -> tuple[Budget, ...]:
    """Return the ways in which somebody may use what is left of their turn, or the next whole one.

    The way that keeps the significant action comes first.

    Rules: CE-RND-02, CE-EXP-03
    """
    budget = budget_left(encounter, who)
    most = most_minors(budget)
    traded = budget.replace(minor=most, significant=0)
    return (budget,) if most == budget.minor else (budget, traded)


def still_to_act(encounter: Encounter) -> tuple[Group, ...]:
    """Return who has still to act, first to last: those under way, then those waiting.

    Rules: CE-RND-03, CE-INI-08
    """
    together = bracket_rest(encounter)
    begun = (encounter.turn, *reversed(state_of(encounter).interrupted))
    under_way = [who for who in begun if who in in_order(encounter)]
    head: list[Group] = []
    for who in under_way:
        if who in together:
            head.append((who, *(one for one in together if one != who)))
        elif is_due(present_sheet(encounter, who)):
            head.append((who,))
    placed = {who for group in head for who in group}
    rest = [tuple(one for one in group if one not in placed) for group in waiting(encounter)]
    return (*head, *(group for group in rest if group))
