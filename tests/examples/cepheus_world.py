"""The world of one ``cepheus`` case: builds the fight, plays commands by script, reads it back.

Translates between the vocabulary of the cases and the product's own state; does no rule arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.errors import ScriptError
from gridwar.model.battlemap import BattleMap
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer, Command
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.encounter import Encounter
from gridwar.model.events_combatants import Explained
from gridwar.model.events_turns import BracketOpened, RoundBegan, TurnBegan
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.model.zones import SMOKE, WEATHER, ZERO_GRAVITY, Light, Zone
from gridwar.systems.cepheus.core.fight_state import CepheusState, check_dm, sheet_of, switches_of
from gridwar.systems.cepheus.core.health import health, is_seriously_wounded
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.initiative_order import bracket_rest, initiative
from gridwar.systems.cepheus.core.person_records import Aim, Budget, Contact, Fearless, Task, Team
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.weapon_records import BlastZone, Weapon
from gridwar.systems.cepheus.core.weapons_in_use import MOUNTED, weapon_in_use
from gridwar.systems.cepheus.system import SYSTEM
from gridwar.systems.cepheus.turns.delay_and_haste import Delay
from tests.examples.cepheus_machines import (
    in_their_seats,
    machine_from,
    machine_state,
    places_in,
    seat_state,
    vehicle_from,
)
from tests.support.cepheus import still_to_act
from tests.support.strict_table import StrictTable
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_requests import Procedure
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.event_base import Event
    from gridwar.model.trace import Trace

CHARS = {
    "str": "strength",
    "dex": "dexterity",
    "end": "endurance",
    "int": "intelligence",
    "edu": "education",
    "soc": "social",
}
SWITCH_VALUES: dict[tuple[str, object], object] = {
    ("full_cover_crouched", value): "dm_minus_6"
    for value in ("dm -6", "dm −6", "dm_-6", "dm_6", "dm_minus_6", -6)
} | {("distant_limit_m", None): "none"}
UNCHECKED = frozenset(
    {
        "not_begun",
        "no_leader",
        "not_your_turn",
        "no_minor",
        "no_significant",
        "too_late_for_haste",
        "too_late_to_plan",
        "not_in_order",
    }
)
"""Whose turn it is and whether the actions last is not checked by the cases."""
LIGHTS = {"normal": Light.BRIGHT, "low": Light.LOW, "dark": Light.DARK}
SMOKES = {"none": 0, "normal": 1, "thick": 2}
FEARLESS: dict[str, Fearless] = {
    "zealot": "zealot",
    "battle_dress": "battle_dress",
    "suicidal": "suicidal",
}
MARGIN = 30
"""Squares of map around the outermost positions."""
WIDEST = 500


FIRST_WOUND = "first wound"
UNLESS_SAID = {FIRST_WOUND: Answer(option="strength"), "unminded": Answer(option="stays")}
"""Answers that the cases take for granted: Strength is next, and vehicles stay where they are."""


class RunThis(Command):
    """Run a procedure of the product on its own, where a case begins in the middle of a command."""

    kind: ClassVar[str] = "examples.run_this"
    procedure: Any
    args: Any


def _run_this(table: Table, command: RunThis) -> Procedure[Any]:
    return command.procedure(table, command.args)  # type: ignore[no-any-return]


BENCH = with_handlers(SYSTEM, {RunThis: _run_this})
"""The system with the one command more that the cases need."""
Answers = Mapping[str, Answer] | Callable[[Question], Answer | None]
"""Answers by the question's own key (without its scope), or made from the question."""


class World:
    """One case: its encounter as it evolves, and its dice."""

    def __init__(self, given: dict[str, Any], dice: list[int]) -> None:
        self.given = given
        self.dice = ScriptedDice(dice)
        self.offset = _offset(given)
        self.encounter = self._encounter()
        self.events: tuple[Event, ...] = ()
        """Of the latest command."""

    # --- playing ------------------------------------------------------------------------------

    def submit(self, command: Command, answers: Answers = frozendict()) -> Accepted | Refused:
        """Play a command to its end; questions without an answer take their defaults.

        Turns and budgets are waived: the cases do not check them unless they ask for it.
        """
        command = waived(command)
        replies = Replies()
        while True:
            options = Options(self.dice, StrictTable)
            outcome = play(BENCH, self.encounter, command, replies, options)
            if isinstance(outcome, Asking):
                replies = _replied(outcome, answers)
                continue
            if isinstance(outcome, Accepted):
                self.encounter, self.events = outcome.encounter, outcome.events
            return outcome

    def submit_without_turn(
        self, command: Command, answers: Answers = frozendict()
    ) -> Accepted | Refused:
        """Play a command up to the turn, or round, that the product begins next.

        The cases begin turns themselves; a round ends by a command that begins the next one.
        """
        before, holder = self.encounter, self.encounter.turn
        outcome = self.submit(command, answers)
        if isinstance(outcome, Accepted) and self.encounter.turn not in (None, holder):
            ends = not isinstance(command, Delay)
            self.encounter = before
            for event in takewhile(lambda one: _goes_on(one, ends=ends), self.events):
                self.encounter = evolve(self.encounter, event)
        self.encounter = self.encounter.model_copy(update={"turn": None, "bracket": None})
        return outcome

    def let_act(self, who: str) -> None:
        """Begin the turn of somebody who is due in a bracket, where nobody has the turn."""
        if self.encounter.turn is None and who in bracket_rest(self.encounter):
            self.submit(TakeTurn(actor=who))

    def run(
        self,
        procedure: Callable[[Table, Any], Procedure[Any]],
        args: Any = None,
        answers: Answers = frozendict(),
    ) -> Any:
        """Run one procedure of the product and return its result.

        Raises:
            ScriptError: The rules refuse it.
        """
        outcome = self.submit(RunThis(procedure=procedure, args=args), answers)
        if isinstance(outcome, Refused):
            raise ScriptError(outcome.text)
        return outcome.result

    def preview(self, command: Command, answers: Mapping[str, Answer] = frozendict()) -> Preview:
        """Preview a command, turns and budgets waived."""
        return preview(BENCH, self.encounter, waived(command), None, answers)

    def traces(self) -> tuple[Trace, ...]:
        """Return what the latest command wrote into the log."""
        return tuple(one.trace for one in self.events if isinstance(one, Explained))

    # --- places ---------------------------------------------------------------------------------

    def cell(self, square: list[int]) -> Cell:
        """Return the cell of a square of the case."""
        return Cell(square[0] + self.offset, square[1] + self.offset)

    def square(self, cell: Cell | None) -> list[int] | None:
        """Return the square of the case that a cell is."""
        return None if cell is None else [cell.x - self.offset, cell.y - self.offset]

    def sheet(self, who: str) -> CepheusSheet:
        """Return somebody's sheet."""
        return sheet_of(self.encounter.combatants[who])

    def replace_sheet(self, who: str, **changes: Any) -> None:
        """Change somebody's sheet as the case says it is."""
        one = self.encounter.combatants[who]
        sheet = sheet_of(one).replace(**changes)
        self.encounter = self.encounter.with_combatant(one.replace(sheet=sheet))

    # --- reading back ---------------------------------------------------------------------------

    def observations(self) -> dict[str, Any]:
        """Return what every answer may contain."""
        return {
            "state": {who: self._state(who) for who in self.encounter.combatants},
            "order": [list(group) for group in still_to_act(self.encounter)],
            "round": self.encounter.round,
        }

    def _state(self, who: str) -> dict[str, Any]:
        one, sheet, now = self.encounter.combatants[who], self.sheet(who), self.encounter.round
        switches = switches_of(self.encounter)
        chars = {short: getattr(sheet.chars, name) for short, name in CHARS.items()}
        full = {short: getattr(sheet.chars_max, name) for short, name in CHARS.items()}
        return {
            "pos": self.square(one.pos),
            "chars": chars,
            "chars_max": full,
            "skills": dict(sheet.skills),
            "armor": sheet.armor,
            "stance": sheet.stance,
            "moved_m": sheet.moved_m,
            "aware": sheet.aware,
            "acted": sheet.acted,
            "delaying": sheet.delaying,
            "initiative_base": sheet.initiative_base,
            "initiative": None if sheet.initiative_base is None else initiative(sheet, now),
            "check_dm": check_dm(sheet, now),
            "health": str(health(sheet, switches)),
            "seriously_wounded": is_seriously_wounded(sheet),
            "aim": _aim_words(sheet.aim),
            "lose_next_significant": sheet.lose_next_significant,
            "grapple_with": sheet.grappled_with,
            "extended": _task_words(sheet.task),
            "flags": _flags_of(sheet),
            "unit": sheet.team.unit,
            "commander": sheet.team.commander,
            "in_comms": not sheet.contact.cut,
            "distance_m": one.distance_m,
            "rest": sheet.rest,
            "loaded": {one.id: one.loaded for one in sheet.weapons},
            "visible": not one.hidden,
            **seat_state(sheet),
            **machine_state(self.encounter, who, switches),
        }

    # --- building -------------------------------------------------------------------------------

    def _encounter(self) -> Encounter:
        given = self.given
        people = {who: self._person(who, one) for who, one in given.get("combatants", {}).items()}
        people |= {who: self._vehicle(who, one) for who, one in given.get("vehicles", {}).items()}
        people = in_their_seats(people)
        reach = max((max(one.pos) for one in people.values() if one.pos), default=0)
        side = min(WIDEST, reach + MARGIN)
        state = CepheusState(fresh=not any(sheet_of(one).acted for one in people.values()))
        return Encounter(
            system="cepheus",
            map=_map_of(given, side),
            combatants=frozendict(people),
            round=given.get("round", 1),
            switches=switches_from(given.get("switches", {})),
            rules=state,
        )

    def _person(self, who: str, given: dict[str, Any]) -> Combatant:
        chars = scores_from(given.get("chars", {}), Scores())
        weapons = tuple(
            weapon_from(name, one) for name, one in self.given.get("weapons", {}).items()
        )
        sheet = CepheusSheet(
            chars=chars,
            chars_max=scores_from(given.get("chars_max", {}), chars),
            skills=frozendict(given.get("skills", {})),
            armor=given.get("armor", 0),
            stance=given.get("stance", "standing"),
            declared_cover=_cover_from(given),
            moved_m=given.get("moved_m", 0),
            aware=given.get("aware", True),
            initiative_base=given.get("initiative_base"),
            acted=given.get("acted", False),
            delaying=given.get("delaying", False),
            aim=_aim_from(given.get("aim")),
            budget=Budget(),
            lose_next_significant=given.get("lose_next_significant", False),
            weapons=weapons,
            helpless="helpless" in given.get("flags", ()),
            grappled_with=given.get("grapple_with"),
            task=_task_from(given.get("extended")),
            team=Team(unit=given.get("unit", ""), commander=given.get("commander", False)),
            contact=Contact(cut=not given.get("in_comms", True)),
            fearless=_fearless_from(given),
            rest=given.get("rest", False),
        )
        if given.get("kind", "person") != "person":
            sheet = sheet.replace(machine=machine_from({"size_dm": 0, **given}))
        sheet = sheet.replace(aboard=places_in(self.given).get(who))
        pos = self.cell(given["pos"]) if "pos" in given else None
        hidden = not given.get("visible", True)
        return Combatant(
            id=who,
            name=who,
            sheet=sheet,
            pos=pos,
            distance_m=given.get("distance_m"),
            hidden=hidden,
            side="2" if hidden else "1",
        )

    def _vehicle(self, who: str, given: dict[str, Any]) -> Combatant:
        known = self.given.get("weapons", {})
        weapons = tuple(
            weapon_from(name, {**known.get(name, {}), **one})
            for name, one in given.get("weapons", {}).items()
        )
        pos = self.cell(given["pos"]) if "pos" in given else None
        return vehicle_from(who, given, pos, weapons, self.given.get("round", 1))

    def weapon_id(self, who: str, weapon: str) -> str:
        """Return the id by which somebody uses a weapon: his own, or one of his vehicle's."""
        mounted = f"{MOUNTED}{weapon}"
        found = weapon_in_use(self.encounter, who, mounted)
        return weapon if found is None or found.mount_arc is None else mounted


def _goes_on(event: Event, *, ends: bool) -> bool:
    """Return whether an event still belongs to a command; ``ends``: it may end a round."""
    begins = TurnBegan | BracketOpened
    return not isinstance(event, begins if ends else begins | RoundBegan)


def _map_of(given: dict[str, Any], side: int) -> BattleMap:
    """Return an empty map under the light, smoke, weather and gravity of a case."""
    smoke = SMOKES[given.get("smoke", "none")]
    zones = (
        ("smoke", SMOKE, smoke, smoke > 0),
        ("weather", WEATHER, 1, given.get("weather", "normal") == "extreme"),
        ("zero_g", ZERO_GRAVITY, 1, bool(given.get("zero_g"))),
    )
    everywhere = tuple(
        Zone(id=name, kind=kind, strength=strength, everywhere=True)
        for name, kind, strength, lies in zones
        if lies
    )
    light = LIGHTS[given.get("light", "normal")]
    return BattleMap(width=side, height=side, light=light, zones=everywhere)


def waived(command: Command) -> Command:
    """Return a command that whose turn it is and what is left to spend do not stop."""
    codes = command.adjustments.waived | UNCHECKED
    adjustments = command.adjustments.model_copy(update={"waived": codes})
    return command.model_copy(update={"adjustments": adjustments})


def weapon_from(name: str, given: dict[str, Any]) -> Weapon:
    """Return a weapon of a case, in hand."""
    known = {key: given[key] for key in given if key in Weapon.model_fields and key != "blast"}
    zones = tuple(BlastZone(**zone) for zone in given.get("blast", ()))
    adds_effect = given.get("adds_effect", True)
    magazine = given.get("magazine", given.get("loaded"))
    merged = {"id": name, "name": name, "damage_dice": 0, **known}
    return Weapon(**{**merged, "blast": zones, "adds_effect": adds_effect, "magazine": magazine})


def switches_from(given: Mapping[str, object]) -> CepheusSwitches:
    """Return the house rules of a case."""
    known = {}
    for name, value in given.items():
        known[name] = SWITCH_VALUES.get((name, value), value)
    return CepheusSwitches.model_validate(known)


def scores_from(given: Mapping[str, int], default: Scores) -> Scores:
    """Return characteristics of a case; what is left out is as in the default."""
    changed = {CHARS[short]: value for short, value in given.items()}
    return default.model_copy(update=changed)


def _aim_from(given: dict[str, Any] | None) -> Aim | None:
    if given is None:
        return None
    kind = "to_kill" if given["kind"] == "kill" else "to_hit"
    return Aim.model_validate({"target": given["target"], kind: given["count"]})


def _flags_of(sheet: CepheusSheet) -> list[str]:
    flags = ["helpless"] if sheet.helpless else []
    return [*flags, sheet.fearless] if sheet.fearless else flags


def _fearless_from(given: dict[str, Any]) -> Fearless:
    return next((FEARLESS[flag] for flag in given.get("flags", ()) if flag in FEARLESS), "")


def _aim_words(aim: Aim | None) -> dict[str, Any] | None:
    if aim is None:
        return None
    kind, count = ("kill", aim.to_kill) if aim.to_kill else ("aim", aim.to_hit)
    return {"target": aim.target, "kind": kind, "count": count}


def _task_from(given: dict[str, Any] | None) -> Task | None:
    return None if given is None else Task.model_validate(given)


def _task_words(task: Task | None) -> dict[str, Any] | None:
    if task is None:
        return None
    return {"skill": task.skill, "needed": task.needed, "done": task.done}


def _cover_from(given: dict[str, Any]) -> Cover | None:
    if "cover" not in given:
        return None
    return Cover(degree=CoverDegree(given["cover"]), hard=given.get("cover_hard", False))


def _offset(given: dict[str, Any]) -> int:
    """Return by how much all squares are shifted so that they lie on a map."""
    people = (*given.get("combatants", {}).values(), *given.get("vehicles", {}).values())
    places = [value for one in people for value in one.get("pos", ())]
    highest = max(places, default=0) + MARGIN
    return max(0, -min(places, default=0), min(MARGIN, WIDEST - highest))


def _replied(asking: Asking, answers: Answers) -> Replies:
    replies = asking.replies
    for one in asking.wanted:
        if not isinstance(one, Question):
            raise ScriptError(f"Dice run out at {one.key}.")
        key = one.key.rsplit("/", 1)[-1]
        given = answers(one) if callable(answers) else answers.get(key)
        found = given or UNLESS_SAID.get(one.window) or UNLESS_SAID.get(key) or one.default
        problem = one.problem_with(found)
        if problem:
            raise ScriptError(f"{one.key}: {problem}")
        replies = replies.with_reply(Reply(key=one.key, answer=found))
    return replies
