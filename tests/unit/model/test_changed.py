"""Who differs between two boards."""

from __future__ import annotations

from gridwar.model.changed import changed_ids
from gridwar.model.combatant import Combatant

ANN, BO, CY = (Combatant(id=name, name=name) for name in ("ann", "bo", "cy"))


def test_only_another_object_is_a_change() -> None:
    """Who is the very same object has not changed; who was replaced, or has come, has."""
    before = {"ann": ANN, "bo": BO}
    moved = BO.replace(altitude=3.0)
    assert changed_ids(before, dict(before)) == ()
    assert changed_ids(before, {"ann": ANN, "bo": moved}) == ("bo",)
    assert changed_ids(before, {"bo": moved, "ann": ANN}) == ("bo",)
    assert changed_ids(before, {"ann": ANN, "cy": CY}) == ("cy",)
    assert changed_ids(before, {"ann": ANN}) == ()
