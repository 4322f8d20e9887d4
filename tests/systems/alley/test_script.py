"""A script of Back Alley, played and made a fight file by the program's own command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar import cli
from gridwar.storage.new_open_and_sample_fights import open_fight
from tests.support.alley.sheet import settings_of, sheet_of
from tests.support.every_system import find

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SCRIPT = {
    "system": "alley",
    "combatants": [
        {"id": "hero", "sample": "hero", "pos": [1, 1]},
        {"id": "thug", "sample": "thug", "pos": [3, 1]},
        {"id": "arsonist", "sample": "arsonist", "pos": [6, 1]},
    ],
    "dice": [12, 9, 4, 10, 9, 15, 3],
    "commands": [
        {"command": {"kind": "set_setting", "name": "wounds_to_fall", "value": "4"}},
        {"command": {"kind": "begin_fight"}},
        {
            "command": {"kind": "brawl", "actor": "hero", "target": "thug"},
            "answers": {"defence of thug": "dodge"},
        },
        {
            "command": {"kind": "move", "actor": "hero", "path": [[2, 2], [3, 3], [4, 4], [5, 5]]},
            "answers": {"throw": "throw"},
        },
        {"command": {"kind": "next_turn"}},
        {"command": {"kind": "brawl", "actor": "thug", "target": "hero"}, "expect": "refused"},
        {"command": {"kind": "next_turn"}},
        {"command": {"kind": "throw_bottle", "actor": "arsonist", "cell": [2, 2]}},
    ],
}


def test_a_script_becomes_a_fight_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hero 10 + 3 against 9 + 1 wounds; the knife's 15 + 2 too; the thug's 3 + 1 burns.

    What the file holds is what was played: everything is undone and done again from it.
    """
    for place in ("run_script", "read_script"):
        monkeypatch.setattr(f"gridwar.headless.{place}.find_system", find)
    script, target = tmp_path / "fight.json", tmp_path / "fight.gridwar"
    script.write_text(json.dumps(SCRIPT), encoding="utf-8")
    assert cli.main(["run", str(script), "-o", str(target)]) == 0
    fight = open_fight(target, find)
    now = fight.session.encounter
    assert {who: sheet_of(now[who]).wounds for who in now.combatants} == {
        "hero": 1,
        "thug": 2,
        "arsonist": 0,
    }
    assert settings_of(now).wounds_to_fall == 4
    assert len(find("alley").board.areas(now)) == 1
    while fight.session.undo():
        pass
    assert fight.session.encounter.round == 0
    while fight.session.redo():
        pass
    assert fight.session.encounter == now
    assert fight.journal is not None
    fight.journal.close()
