"""The sample script: two rounds of the fight at the mill, with the dice as they fell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sample_art.fights import SKIRMISH_CAST, SKIRMISH_SIDES

from gridwar.dice.port import SeededDice
from gridwar.engine.outcome import Accepted, Asking
from gridwar.engine.session import Session
from gridwar.headless.script import Script, ScriptStep, first_encounter, read_command
from gridwar.model.command import Answer
from gridwar.model.question import Question
from gridwar.storage.codec import data_of
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.dice.notation import Dice
    from gridwar.model.battlemap import BattleMap

_SEED = 10
Step = dict[str, Any]


def _act(kind: str, actor: str | None = None, /, **fields: Any) -> Step:
    actor_field = {} if actor is None else {"actor": actor}
    return {"command": {"kind": kind, **actor_field, **fields}}


def _move(who: str, *path: tuple[int, int]) -> Step:
    return _act("move", who, path=[list(cell) for cell in path])


def _attack(who: str, target: str, weapon: str, reaction: str) -> Step:
    step = _act("cepheus.attack", who, target=target, weapon=weapon)
    return {**step, "answers": {f"reaction of {target}": reaction}}


_NEXT = _act("next_turn")
STEPS: tuple[Step, ...] = (
    _act("begin_fight"),
    # Round 1: the crew comes up the lane, the ferrymen come out.
    _move("maro", (10, 14), (11, 15), (12, 15)),
    _attack("maro", "reck", "gauss_rifle", "dodge"),
    _NEXT,
    _move("petra", (6, 13), (7, 14), (8, 14)),
    _NEXT,
    _move("dov", (10, 15), (11, 15)),
    _attack("dov", "vale", "shotgun", "none"),
    _NEXT,
    _move("ilse", (7, 11), (7, 12), (7, 13), (8, 14)),
    _attack("ilse", "reck", "auto_pistol", "dodge"),
    # A second dodge would cost him too much Initiative: taken back.
    {"undo": 1},
    _attack("ilse", "reck", "auto_pistol", "none"),
    _NEXT,
    _move("bly", (24, 15), (23, 16)),
    _act("cepheus.take_aim", "bly", target="maro"),
    _NEXT,
    _attack("vale", "dov", "shotgun", "dodge"),
    _NEXT,
    _move("reck", (15, 16), (14, 16), (13, 16)),
    _attack("reck", "maro", "cudgel", "dodge"),
    _NEXT,
    _move("corrow", (29, 15), (28, 15), (27, 15)),
    _NEXT,
    # Round 2: at close quarters in front of the door.
    _attack("petra", "vale", "auto_pistol", "none"),
    _NEXT,
    _attack("maro", "reck", "unarmed", "parry"),
    _NEXT,
    _attack("ilse", "reck", "auto_pistol", "none"),
    _NEXT,
    _attack("dov", "vale", "shotgun", "none"),
    _NEXT,
    _attack("bly", "maro", "gauss_rifle", "dodge"),
    _NEXT,
    _attack("vale", "dov", "shotgun", "none"),
    _NEXT,
    _move("corrow", (26, 15), (25, 16), (24, 16)),
)


class _Recorder:
    """Rolls the program's dice and keeps every face."""

    def __init__(self) -> None:
        self.rolled: list[int] = []
        self._dice = SeededDice(_SEED)

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Roll."""
        found = self._dice.faces(dice, key)
        self.rolled += found or ()
        return found


def skirmish(ground: BattleMap) -> str:
    """Return the script, played once to know its dice."""
    people = [
        {"id": who, "sample": sample, "name": name, "side": side, "pos": list(at)}
        for sample, who, name, side, at in SKIRMISH_CAST
    ]
    data: dict[str, Any] = {
        "system": "cepheus",
        "title": "Night at Tollen Mill",
        "map": data_of(ground),
        "sides": {key: data_of(one) for key, one in SKIRMISH_SIDES.items()},
        "combatants": people,
        "defaults": True,
    }
    script = Script.model_validate({**data, "commands": STEPS})
    recorder = _Recorder()
    session = Session(find_system(script.system), first_encounter(script), dice=recorder)
    for step in script.commands:
        _play(session, step)
    data |= {"dice": recorder.rolled, "commands": STEPS}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _play(session: Session, step: ScriptStep) -> None:
    for _time in range(step.undo):
        session.undo()
    if step.command is None:
        return
    outcome = session.submit(read_command(session.system, step))
    while isinstance(outcome, Asking):
        wanted = session.wanted[0]
        assert isinstance(wanted, Question)
        given = next((a for key, a in step.answers.items() if wanted.key.endswith(key)), None)
        answer = Answer(option=given) if isinstance(given, str) else wanted.default
        outcome = session.answer(wanted.key, answer)
    assert isinstance(outcome, Accepted), (step.command, outcome)
