"""The examples adapter of ``fluid``: a fight of what a case gives, its operation as commands.

Translates operations into commands and reads the answers back; rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from frozendict import frozendict

from gridwar.dice.dice_sources import DicePort, ScriptedDice, SeededDice
from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.kit.turn_and_move_commands import BeginFight, Move, NextTurn
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.engine.session.session import Session
from gridwar.errors import ScriptError
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.model.encounter import Encounter, Side
from gridwar.model.geometry import Cell
from gridwar.systems.fluid import SYSTEM
from gridwar.systems.fluid.actions.given_by_gm import PromptAction
from gridwar.systems.fluid.actions.take_action_choices import TakeAction
from gridwar.systems.fluid.core.fight_state import GroupCheck, PhaseId, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import FluidSwitches, settings_of
from gridwar.systems.fluid.core.sheet import (
    CONDITIONS,
    ExtraHalf,
    FluidSheet,
    InFight,
    SplitCheck,
    fight_of,
    sheet_of,
)
from gridwar.systems.fluid.core.sheet_events import BecameFlatFooted, PressForced, SentReeling
from gridwar.systems.fluid.core.tables import ActionSpec, Cost
from gridwar.systems.fluid.harm import Injure, SetCondition
from gridwar.systems.fluid.ledger.note_event_commands import NoteEvent
from gridwar.systems.fluid.positions.starting_distance import RollDistance
from gridwar.systems.fluid.turns.initiative import RollInitiative
from gridwar.systems.fluid.turns.surprise import SettleSurprise
from tests.examples.adapter import NotBuilt

WHOLE: frozenset[str] = frozenset()
Answers = dict[str, Any]
WOUNDS = 100_000
"""Nobody of a case is out of it for what is lost."""
PRESS = ActionSpec(id="press", name="Press", cost="free", event="press")


class World:
    """A fight, its dice, and what is done in it."""

    def __init__(self, dice: list[int]) -> None:
        self.dice: DicePort = ScriptedDice(tuple(dice))
        self.encounter: Encounter = SYSTEM.new_encounter("case").replace(sides=frozendict())

    def add(self, who: str, side: str = "1", group: str = "", **sheet: Any) -> None:
        """Put somebody on the board."""
        number = len(self.encounter.combatants)
        one = Combatant(
            id=who,
            name=who,
            side=side,
            group=group,
            pos=Cell(number % 30, number // 30),
            sheet=FluidSheet.model_validate({"wounds": 100, "wounds_full": 100, **sheet}),
        )
        self.encounter = self.encounter.with_combatant(one)
        if side not in self.encounter.sides:
            sides = self.encounter.sides.set(side, Side(name=side))
            self.encounter = self.encounter.replace(sides=sides)

    def switch(self, **switches: Any) -> None:
        """Choose house rules."""
        chosen = FluidSwitches.model_validate({**self.encounter.switches.model_dump(), **switches})
        self.encounter = self.encounter.replace(switches=chosen)

    def set(self, who: str, **fight: Any) -> None:
        """Set how somebody stands in the fight."""
        one = self.encounter[who]
        sheet = sheet_of(one)
        changed = sheet.replace(fight=sheet.fight.replace(**fight))
        self.encounter = self.encounter.with_combatant(one.replace(sheet=changed))

    def state(self, **changes: Any) -> None:
        """Set what the fight as a whole knows."""
        self.encounter = self.encounter.replace(rules=state_of(self.encounter).replace(**changes))

    def play(self, *commands: Any, answers: dict[str, Answer] | None = None) -> Accepted | Refused:
        """Play commands and return the last outcome; questions get their defaults."""
        outcome: Any = None
        for command in commands:
            session = Session(SYSTEM, self.encounter, dice=self.dice)
            outcome = session.submit(command)
            while session.wanted:
                wanted: Any = session.wanted[0]
                given = (answers or {}).get(wanted.key, wanted.default)
                outcome = session.answer(wanted.key, given)
            self.encounter = session.encounter
        assert isinstance(outcome, Accepted | Refused)
        return outcome

    def done(self, *commands: Any) -> Accepted:
        """Play commands that have to be accepted."""
        outcome = self.play(*commands)
        if isinstance(outcome, Refused):
            raise ScriptError(f"{commands[-1].kind}: {outcome.code}: {outcome.text}")
        return outcome


def run(case: dict[str, Any]) -> Answers:
    """Run one case and return its answer.

    Raises:
        NotBuilt: The operation is not known.
        ScriptError: Dice are left over, or a command that has to be played is refused.
    """
    operation = OPERATIONS.get(case["do"]["op"])
    if operation is None:
        raise NotBuilt(f"the operation {case['do']['op']!r}")
    world, given = World(case.get("dice", [])), case.get("given", {})
    world.switch(**given.get("switches", {}))
    answer = operation(world, given, case["do"])
    if isinstance(world.dice, ScriptedDice) and world.dice.left:
        raise ScriptError(f"Dice left over: {world.dice.left}")
    return answer


# --- before the first round -----------------------------------------------------------------------


def _encounter_distance(world: World, given: Answers, do: Answers) -> Answers:
    del do
    for group in given["groups"]:
        for one in group["members"]:
            senses = {"visual_ft": one["visual_ft"], "hearing_ft": one["hearing_ft"]}
            world.add(one["id"], group["id"], **senses)
    if len({one.side for one in world.encounter.everyone()}) == 1:  # nobody to meet is given
        world.add("somebody", "others", visual_ft=0, hearing_ft=0)
    sight = given.get("line_of_sight_ft")
    world.done(RollDistance(location=given["location"], line_of_sight_ft=sight))
    (found,) = state_of(world.encounter).distances
    return {
        "rolled_ft": found.rolled_ft,
        "cap_ft": found.cap_ft,
        "distance_ft": found.distance_ft,
        "squares": found.squares,
    }


def _flat_footed(world: World, given: Answers, do: Answers) -> Answers:
    """Begin with those who are there at the start, and let the others join."""
    del do
    world.dice = SeededDice(1)  # no dice belong to the case
    world.add("somebody", "there")
    for one in given["combatants"]:
        if one["joined"] == "start":
            world.add(one["id"])
            world.set(one["id"], intentional=one["intentional"])
    world.done(BeginFight())
    for one in given["combatants"]:
        if one["joined"] == "later":
            purpose = {f"purpose of {one['id']}": int(one["intentional"])}
            numbers = Answer(numbers=frozendict(purpose | {f"boost of {one['id']}": 0}))
            comes = SYSTEM.new_combatant(one["id"], one["id"], "1")
            joins = AddCombatants(combatants=(comes,), rolls=True)
            outcome = world.play(joins, answers={"entry": numbers})
            assert isinstance(outcome, Accepted), outcome
    found = {
        one["id"]: {"flat_footed": fight_of(world.encounter, one["id"]).flat_footed}
        for one in given["combatants"]
    }
    return {"combatants": found}


def _roll_initiative(world: World, given: Answers, do: Answers) -> Answers:
    del do
    for one in given["combatants"]:
        group = one.get("check_group") or ""
        world.add(one["id"], group=group, init_bonus=one["init_bonus"])
        world.set(one["id"], boost=one.get("action_dice_boost", 0))
    bonuses = {one["id"]: one["bonus"] for one in given.get("check_groups", ())}
    world.done(RollInitiative(group_bonuses=frozendict(bonuses)))
    found = {who: fight_of(world.encounter, who) for who in world.encounter.combatants}
    return {
        "combatants": {
            who: {"count": one.count, "must_press": one.must_press} for who, one in found.items()
        },
        "order": list(state_of(world.encounter).order),
    }


def _surprise(world: World, given: Answers, do: Answers) -> Answers:
    del do
    absent = []
    for group in given["groups"]:
        for one in group["members"]:
            world.add(one["id"], group["id"], init_bonus=one["init_bonus"])
            world.set(one["id"], count=one["count"])
            absent += [] if one.get("participates", True) else [one["id"]]
    world.state(phase="initiative")
    checks = tuple(
        GroupCheck(side=one["id"], result=one["result"], acting=one.get("acting", False))
        for one in given["groups"]
    )
    awareness = given["awareness"]
    world.done(SettleSurprise(awareness=awareness, checks=checks, absent=tuple(absent)))
    state = state_of(world.encounter)
    return {
        "surprise_round": bool(state.surprised),
        "winners": list(state.winners),
        "order": list(state.surprised),
    }


def _turn_order(world: World, given: Answers, do: Answers) -> Answers:
    """Begin the fight of people who have Counts."""
    del do
    _add_fighters(world, given)
    world.done(BeginFight())
    return {"order": list(state_of(world.encounter).order)}


# --- a turn ---------------------------------------------------------------------------------------


def _check_turn(world: World, given: Answers, do: Answers) -> Answers:
    phase = given.get("phase", "combat")
    actions = do["actions"]
    specs = [_action(one) for one in actions]
    prompted = given.get("prompted")
    pending = given.get("pending_split")
    settings = world.encounter.settings
    assert hasattr(settings, "actions")
    world.encounter = world.encounter.replace(
        settings=settings.replace(actions=tuple({one.id: one for one in specs}.values()))
    )
    world.add("actor")
    world.add("other", "2")
    phases: dict[str, PhaseId] = {"surprise": "surprise"}
    world.state(
        phase=phases.get(phase, "round"), order=("other", "actor"), surprised=("actor", "other")
    )
    world.set("other", count=20)
    extra = tuple(
        ExtraHalf(
            id=one["id"], source=one["id"], restrictions=frozenset(one.get("restrictions", ()))
        )
        for one in given.get("extra_half", ())
    )
    split = None if pending is None else SplitCheck(action=_key(pending), round=0)
    world.set(
        "actor",
        count=49,  # far from reeling, whatever Press takes
        extra_halves=extra,
        must_press=given.get("must_press", False),
        moved=given.get("moved_this_round", False),
        free_limit=given.get("free_limit"),
        split=split,
    )
    turn = "other" if phase == "off_count" else "actor"
    world.encounter = world.encounter.replace(round=1, turn=turn)
    if prompted is not None:
        world.done(PromptAction(target="actor", action=_key(prompted)))
    legal, codes = [], []
    for one, spec in zip(actions, specs, strict=True):
        listed = tuple(
            spec if other.id == spec.id else other for other in settings_of(world.encounter).actions
        )
        world.encounter = world.encounter.replace(
            settings=world.encounter.settings.replace(actions=listed)
        )
        outcome = world.play(_taken(world, one, spec))
        legal.append(isinstance(outcome, Accepted))
        codes.append(outcome.code if isinstance(outcome, Refused) else "")
    return {"legal": legal, "codes": codes}


def _key(name: str) -> str:
    return name.strip().casefold()


def _action(one: Answers) -> ActionSpec:
    """Return an action of a case as one of the list; the bonus step is none of it.

    A case says what an action takes now: listed is a shortened one by what it takes unshortened.
    """
    name = one["name"]
    longer: dict[str, Cost] = {"free": "half", "half": "full", "full": "full"}
    cost: Cost = "free" if one["cost"] == "step" else one["cost"]
    return ActionSpec(
        id=_key(name),
        name=name,
        cost=longer[cost] if one.get("time_reductions") else cost,
        tags=frozenset(one.get("tags", ())),
        event="press" if _key(name) == "press" else "",
    )


def _taken(world: World, one: Answers, spec: ActionSpec) -> Any:
    if one["cost"] == "step":
        start = world.encounter["actor"].pos
        assert start is not None
        return Move(actor="actor", path=(start.shifted(0, 1),), mode="step")
    default = {"half": ["base"], "full": ["base", "base"]}.get(one["cost"], [])
    reductions = one.get("time_reductions", 0)
    if spec.cost == one["cost"] and reductions == 1:
        reductions = 0  # nothing takes longer than a full action before it is shortened
    return TakeAction(
        actor="actor",
        action=spec.id,
        uses=tuple(one.get("uses", default)),
        split=one.get("split") or "",
        reductions=reductions,
        cost=one["cost"],
    )


# --- rounds ---------------------------------------------------------------------------------------


def _add_fighters(world: World, given: Answers) -> None:
    for one in given["combatants"]:
        bonus, mod = one.get("init_bonus", 0), one.get("int_mod", 0)
        world.add(one["id"], init_bonus=bonus, int_mod=mod, wounds=WOUNDS, wounds_full=WOUNDS)
        world.set(one["id"], count=one["count"])


def _fighters(world: World, given: Answers) -> None:
    """Put people with Counts into round 1, in the order in which they are listed."""
    _add_fighters(world, given)
    ids = tuple(one["id"] for one in given["combatants"])
    world.state(phase="round", order=ids)
    world.encounter = world.encounter.replace(round=1, turn=ids[0])


def _to_the_end(world: World) -> list[Any]:
    """Return the turns until everybody has acted."""
    waits = [one for one in state_of(world.encounter).order if one not in _acted(world)]
    return [NextTurn() for _one in waits]


def _acted(world: World) -> frozenset[str]:
    return state_of(world.encounter).acted


def _round(world: World, events: list[Answers]) -> Answers:
    for event in events:
        _happens(world, event)
    world.done(*_to_the_end(world))
    outcome = world.done(NextTurn())
    reeling = {one.who for one in outcome.events if isinstance(one, SentReeling)}
    flat = {one.who for one in outcome.events if isinstance(one, BecameFlatFooted)}
    press = {one.who for one in outcome.events if isinstance(one, PressForced) and one.value}
    found = {}
    for who in world.encounter.combatants:
        fight: InFight = fight_of(world.encounter, who)
        found[who] = {
            "raw": fight.last_raw,
            "applied": fight.last_applied,
            "count": fight.count,
            "reeling": who in reeling,
            "flat_footed": who in flat,
            "must_press": who in press,
        }
    return {"combatants": found, "order": list(state_of(world.encounter).order)}


def _happens(world: World, event: Answers) -> None:
    who, name = event["who"], event["event"]
    fields = {key: value for key, value in event.items() if key not in ("who", "event")}
    if name == "press":
        _presses(world, who, fields.get("change"))
    elif name == "injury":
        world.done(Injure(target=who, **fields))
    elif name in CONDITIONS:
        world.done(
            SetCondition(target=who, condition=name),
            SetCondition(target=who, condition=name, value=False),
        )
    else:
        if "kind" in fields:
            fields["save"] = fields.pop("kind")
        world.done(NoteEvent(target=who, event=name, **fields))


def _presses(world: World, who: str, change: int | None) -> None:
    """Let somebody Press, for as many points as the case says."""
    settings, switches = world.encounter.settings, world.encounter.switches
    assert hasattr(settings, "actions")
    if change is not None:
        world.encounter = world.encounter.replace(switches=switches.replace(press_change=change))
    turn = world.encounter.turn
    world.encounter = world.encounter.replace(turn=who, settings=settings.replace(actions=(PRESS,)))
    world.done(TakeAction(actor=who, action="press"))
    world.encounter = world.encounter.replace(turn=turn, switches=switches, settings=settings)


def _end_round(world: World, given: Answers, do: Answers) -> Answers:
    _fighters(world, given)
    return _round(world, do["events"])


def _rounds(world: World, given: Answers, do: Answers) -> Answers:
    _fighters(world, given)
    return {"rounds": [_round(world, events) for events in do["rounds"]]}


Operation = Callable[[World, Answers, Answers], Answers]
OPERATIONS: dict[str, Operation] = {
    "encounter_distance": _encounter_distance,
    "flat_footed_at_entry": _flat_footed,
    "roll_initiative": _roll_initiative,
    "surprise": _surprise,
    "turn_order": _turn_order,
    "check_turn": _check_turn,
    "end_round": _end_round,
    "rounds": _rounds,
}
