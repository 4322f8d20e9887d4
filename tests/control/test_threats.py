"""The threats near whoever acts, while it is still worked out how far that one gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.controller.controller import Controller
from gridwar.control.measuring.threats import ThreatPresenter
from gridwar.engine.gm.commands import RemoveCombatants
from gridwar.storage.fights import open_fight, samples
from gridwar.systems import find_system

if TYPE_CHECKING:
    import pytest


def test_whoever_is_gone_threatens_nobody_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threats drawn last stay until others are known, but for those who are no longer there."""
    path = next(one.path for one in samples() if one.system == "arrgs")
    fight = open_fight(path, find_system)
    controller = Controller(fight.session)
    threats = ThreatPresenter(controller)
    near = threats._near_foes()
    assert near
    gone = next(iter(near))
    monkeypatch.setattr(ThreatPresenter, "_zones", lambda *_given: None)
    controller.submit(RemoveCombatants(who=(gone,)))
    assert gone not in controller.encounter
    threats.draw()
    assert set(threats._near_foes()) == set(near) - {gone}
    assert fight.journal is not None
    fight.journal.close()
