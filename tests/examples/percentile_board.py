"""Builds encounters of cases, and plays commands or single procedures with the case's dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.engine.kit import call
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.session.session import Session
from gridwar.errors import ScriptError
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer, Command
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import why_not
from gridwar.systems.percentile.conditions import effect_of
from gridwar.systems.percentile.core.altitude_bands import BANDS
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSwitches
from gridwar.systems.percentile.core.sheet import Deflector, PercentileSheet, Ship
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon
from tests.support.strict_table import StrictTable
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.dice_sources import ScriptedDice
    from gridwar.engine.kit import Procedure, Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace

ATTACKER, TARGET = "attacker", "target"
BY_THE_BOOK = PercentileSwitches()
_SCORES = ("ws", "bs", "s", "t", "ag", "acrobatics", "sb", "tb", "ab", "ap", "wounds")
_NUMBERS = ("dodge", "parry", "point_defend", "pinning", "repel_boarders")


def weapon(facts: Mapping[str, Any], id: str = "w") -> PercentileWeapon:
    """Return a weapon of a case."""
    count, sides, flat = facts.get("damage", (1, 10, 0))
    auto, capacity = facts.get("auto"), facts.get("capacity", 0)
    return PercentileWeapon(
        id=id,
        name=id,
        kind=facts.get("class", "melee"),
        damage=DamageDice(count=count, sides=sides, flat=flat),
        add_sb=facts.get("add_sb", True),
        pen=facts.get("pen", 0),
        range_cells=facts.get("range", 10),
        reach_cells=facts.get("reach", 1),
        hit_rating=facts.get("hit_rating", 1),
        semi=capacity if auto == "semi" else 0,
        full=capacity if auto == "full" else 0,
        approved=facts.get("long_range_approved", False),
        unarmed=facts.get("unarmed", False),
    )


def combatant(
    who: str,
    facts: Mapping[str, Any],
    side: str = "1",
    weapons: tuple[PercentileWeapon, ...] = (),
    **more: Any,
) -> Combatant:
    """Return a combatant of a case, at its place and band, with its conditions."""
    known = {name: facts[name] for name in (*_SCORES, *_NUMBERS) if name in facts}
    wounds = facts.get("hull", facts.get("wounds", 10))
    half_move = facts.get("half_move")
    if half_move is not None:
        known["ab"] = half_move
    ship = None
    if "size" in facts or "hull" in facts or "marines_damage" in facts:
        count, sides, flat = facts.get("marines_damage", (1, 10, 0))
        ship = Ship(
            size=facts.get("size", 1),
            marines_modifier=facts.get("marines_modifier", 0),
            marines_damage=DamageDice(count=count, sides=sides, flat=flat),
        )
    sheet = PercentileSheet(
        **{
            **known,
            "wounds": wounds,
            "wounds_full": wounds,
            "fate": facts.get("fate", False),
            "reactions": facts.get("reactions", 1),
            "deflectors": tuple(Deflector(rating=one) for one in facts.get("deflectors", ())),
            "talents": frozenset(facts.get("talents", ())),
            "weapons": weapons,
            "ship": ship,
            "initiative": 5,
            **more,
        }
    )
    conditions = (*facts.get("conditions", ()), *(("prone",) if facts.get("prone") else ()))
    return Combatant(
        id=who,
        name=who,
        side=side,
        pos=Cell(*facts.get("pos", (10, 10))),
        altitude=BANDS.index(facts.get("altitude", "ground")),
        sheet=sheet,
        effects=tuple(effect_of(SYSTEM.new_encounter(), one) for one in conditions),
    )


class PlayProcedure(Command):
    """Plays any procedure of the product with an argument of its own."""

    kind = "examples.play_procedure"


@dataclass
class Played:
    """What came of a command: the fight after it and the log; ``refused`` holds the code."""

    encounter: Encounter
    traces: list[Trace]
    result: Any = None
    refused: str = ""

    def sheet(self, who: str) -> PercentileSheet:
        """Return a sheet as it is now."""
        return sheet_of(self.encounter.combatants[who])


@dataclass
class Bench:
    """Plays with the dice of one case; answers by the last part of a question's key."""

    dice: ScriptedDice
    switches: PercentileSwitches = BY_THE_BOOK

    def encounter(self, *people: Combatant, turn: str | None = None, size: int = 100) -> Encounter:
        """Return round 1 of a fight on a blank map, by the house rules of the case."""
        start = SYSTEM.new_encounter()
        return start.replace(
            map=start.map.replace(width=size, height=size),
            combatants=frozendict({one.id: one for one in people}),
            switches=self.switches,
            round=1,
            turn=turn or (people[0].id if people else None),
        )

    def play(self, start: Encounter, command: Command, **answers: Answer) -> Played:
        """Play a command."""
        return self._play(
            Session(SYSTEM, start, dice=self.dice, table=StrictTable), command, answers
        )

    def procedure(
        self,
        start: Encounter,
        procedure: Callable[[Table, Any], Procedure[Any]],
        args: Any,
        **answers: Answer,
    ) -> Played:
        """Play a procedure by itself."""

        def handler(table: Table, command: PlayProcedure) -> Procedure[Any]:
            del command
            return (yield from call(procedure, args, key="played"))

        system = with_handlers(SYSTEM, {PlayProcedure: handler})
        session = Session(system, start, dice=self.dice, table=StrictTable)
        return self._play(session, PlayProcedure(), answers)

    def _play(self, session: Session, command: Command, answers: Mapping[str, Answer]) -> Played:
        outcome = session.submit(command)
        while isinstance(outcome, Asking):
            wanted = session.wanted[0]
            name = wanted.key.rpartition("/")[2].replace("-", "_").replace(" ", "_")
            default = getattr(wanted, "default", None)
            if default is None:
                raise ScriptError(f"no dice left for {wanted.key}")
            outcome = session.answer(wanted.key, answers.get(name, default))
        if isinstance(outcome, Refused):
            return Played(session.encounter, [], refused=outcome.code)
        assert isinstance(outcome, Accepted)
        traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
        return Played(session.encounter, traces, outcome.result)


def allowed_way(now: Encounter, who: str, kind: str, do: Mapping[str, Any]) -> str:
    """Return the evasion that a case tries; none where it is not allowed, which uses no die."""
    way: str = do.get("evade") or "none"
    return "none" if way != "none" and why_not(now, who, kind, way) else way


def after(trace: Trace, rule_id: str) -> Any:
    """Return what a step of a trace came to; None where it has none of that rule."""
    return next((step.after for step in trace.steps if step.rule_id == rule_id), None)


def first(traces: list[Trace], rule_id: str) -> Trace | None:
    """Return the first trace that has a step of a rule."""
    return next((one for one in traces if after(one, rule_id) is not None), None)
