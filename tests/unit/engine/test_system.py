"""What holds for the commands of every rule system."""

from __future__ import annotations

from typing import NoReturn

import pytest

from gridwar import systems
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.systems import find_system, system_ids


@pytest.mark.parametrize("system_id", system_ids())
def test_nobody_cannot_act(system_id: str) -> None:
    """A command of somebody who is not in the fight is refused with a code, in every system."""
    system = find_system(system_id)
    for kind in handlers_of(system):
        if set(kind.model_fields) == {"actor", "adjustments"}:
            outcome = play(system, system.new_encounter(), kind(actor="nobody"))
            assert isinstance(outcome, Refused), kind
            assert outcome.code == "no_such_combatant"


def test_titles_of_all_rules_are_told_without_loading_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """A menu of the rules takes their titles from the rulebooks, and they are the systems' own."""
    own = tuple((one.id, one.title) for one in systems.systems().values() if one.playable)

    def load(id: str) -> NoReturn:
        raise AssertionError(id)

    systems.playable_systems.cache_clear()
    monkeypatch.setattr(systems, "find_system", load)
    assert systems.playable_systems() == own
