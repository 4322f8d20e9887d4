"""The sample scripts: two rounds at the inn, with the dice as they fell; others on their maps."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sample_art.fights import (
    SKIRMISH_CAST,
    SKIRMISH_OPENING,
    SKIRMISH_ORDERS,
    SKIRMISH_SIDES,
    SKIRMISH_TITLE,
)
from sample_art.play import play

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.session.session import Session
from gridwar.headless.read_script import Script, first_encounter
from gridwar.storage.json_codec import data_of
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.dice.dice_notation import Dice
    from gridwar.model.battlemap import BattleMap

_SEED = 10
_UNTIL = (2, 7)


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
    """Return the script, played once to know its turns and its dice."""
    people = [
        {"id": who, "sample": sample, "name": name, "side": side, "pos": list(at)}
        for sample, who, name, side, at in SKIRMISH_CAST
    ]
    data: dict[str, Any] = {
        "system": "cepheus",
        "title": SKIRMISH_TITLE,
        "map": data_of(ground),
        "sides": {key: data_of(one) for key, one in SKIRMISH_SIDES.items()},
        "combatants": people,
        "defaults": True,
    }
    script = Script.model_validate({**data, "commands": []})
    recorder = _Recorder()
    session = Session(find_system(script.system), first_encounter(script), dice=recorder)
    steps = play(session, SKIRMISH_OPENING, SKIRMISH_ORDERS, _UNTIL)
    data |= {"dice": recorder.rolled, "commands": steps}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def laid_on(script: bytes, ground: BattleMap) -> str:
    """Return a script upon a map, without its picture; where the sides deploy stays."""
    data = json.loads(script)
    zones = data["map"].get("zones", [])
    kept = {key: value for key, value in data_of(ground).items() if key != "picture"}
    return (
        json.dumps({**data, "map": {**kept, "zones": zones}}, ensure_ascii=False, indent=1) + "\n"
    )
