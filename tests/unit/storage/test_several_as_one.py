"""A command of several in a file: each stands inside, and the fight opens as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.dice_check import DiceCheck
from gridwar.storage.new_open_and_sample_fights import new_fight, open_fight
from gridwar.storage.saving_and_copying import save_copy
from gridwar.systems import find_system
from tests.support.crowds import SYSTEMS, crowd, goblins

if TYPE_CHECKING:
    from pathlib import Path

FOUR = 4


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_each_command_of_several_is_kept(system_id: str, tmp_path: Path) -> None:
    """The system's own checks and the GM's dice come back in the same row with their faces."""
    system = find_system(system_id)
    encounter = crowd(system_id, FOUR).encounter
    fight = new_fight(system, "Several", encounter)
    who = goblins(fight.session)
    asked = [one.make(who[0]) for one in system.offers.checks(encounter, who)[:2]]
    fight.session.submit(Together(title="All", commands=(*asked, DiceCheck(actor=who[1]))))
    assert fight.journal is not None
    path = tmp_path / "several.gridwar"
    save_copy(fight.journal, path)
    again = open_fight(path, find_system)
    assert again.report == ()
    assert again.session.encounter == fight.session.encounter
    (row,) = again.session.history.rows.values()
    assert isinstance(row.command, Together)
    assert row.command.commands == (*asked, DiceCheck(actor=who[1]))
    assert len(row.replies.filed) == len(asked) + 1
