"""The figures of the rules' text are tables: what stands there is what counts."""

from __future__ import annotations

import pytest

from gridwar.model.cover_kinds import CoverDegree
from gridwar.systems.cepheus.attacks import attacker_dms
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.modifier_tables import cover_table, modifiers
from tests.systems.cepheus.firefight import fight, person, summed


@pytest.mark.rule("CE-COV-01", "CE-COV-03")
def test_the_table_of_cover() -> None:
    """A quarter counts 0, half -1, three quarters -2, full -4; low behind it -6 by a house rule."""
    found = [cover_table().dm[degree] for degree in CoverDegree]
    assert found == [0, 0, -1, -2, -4]
    assert cover_table().low == {CoverDegree.FULL: -6}


@pytest.mark.rule("CE-SIG-07")
def test_the_figures_of_the_text() -> None:
    """Each is the rulebook's."""
    found = modifiers()
    assert tuple(found.reaction.model_dump().values()) == (-2, -1, -1, -2)
    assert tuple(found.haste.model_dump().values()) == (2, -1)
    assert tuple(found.burden.model_dump().values()) == (-2, 3, -1)
    assert tuple(found.aim.model_dump().values()) == (2, 6, 1, 1)
    assert tuple(found.target.model_dump().values()) == (10, 2, -2)
    assert tuple(found.fire.model_dump().values()) == (-2, -2, 2, 3, -2, 3, -2)
    assert tuple(found.into_combat.model_dump().values()) == (-2, 4)
    assert tuple(found.ship.model_dump().values()) == (4, 50)
    assert tuple(found.treatment.model_dump().values()) == (50, 600, -2, -4, 2)
    assert [(one.radius_m, one.dice) for one in found.explosion] == [(6, 4), (12, 2)]


@pytest.mark.rule("CE-FIR-05")
def test_a_figure_changed_in_the_table_changes_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that says -3 for firing into combat gets -3."""
    here = fight(person("mara"), person("kell", 6), person("bo", 6))
    shot = Attack(actor="mara", target="kell", weapon="pistol")
    assert summed(here, shot).value("CE-FIR-05") == -2
    found = modifiers()
    harder = found.replace(into_combat=found.into_combat.replace(dm=-3))
    monkeypatch.setattr(attacker_dms, "modifiers", lambda: harder)
    assert summed(here, shot).value("CE-FIR-05") == -3
