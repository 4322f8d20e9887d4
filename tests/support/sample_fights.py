"""The sample fights, begun with given dice, as tests and measurements take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.storage.fight_json import import_json
from gridwar.storage.new_open_and_sample_fights import samples
from gridwar.systems import find_system

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


def begun_sample(name: str, seed: int = 3) -> tuple[System, Encounter]:
    """Return rules and state of a sample fight in its first round.

    Args:
        name: How its file is called, without the letter.
        seed: Of the dice.
    """
    path = next(one.path for one in samples() if one.path.stem.endswith(name))
    opened = import_json(path.read_bytes(), find_system, name)
    system, first = opened.system, opened.loaded.first
    state, _result = Rehearsal(system, first, BeginFight(), {}, SeededDice(seed)).play(attended)
    return system, state
