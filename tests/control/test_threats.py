"""The threats near whoever acts, while it is still worked out how far that one gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.controller.controller import Controller
from gridwar.control.measuring.threats import ThreatPresenter
from gridwar.control.records.scene_records import RegionOverlay
from gridwar.engine.gm.combatant_commands import Place, RemoveCombatants
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import open_fight, samples
from gridwar.systems import find_system
from tests.support.fights import begun

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


def test_threats_drawn_meanwhile_are_not_kept_for_those_that_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A foe that has gone elsewhere threatens from there once the way of whoever acts is known."""
    controller = Controller(begun("arrgs", guard=(3, 3), raider=(6, 3)))
    controller.selection.select("guard")
    threats = ThreatPresenter(controller)
    threats.draw()
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(ThreatPresenter, "_zones", lambda *_given: None)
        controller.submit(Place(to=(("raider", Cell(5, 6)),)))
        threats.draw()
    (shown,) = threats.draw()[0]
    assert isinstance(shown, RegionOverlay)
    assert shown.cells == controller.rules_cache.overlays("raider").threat
