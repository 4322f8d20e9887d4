"""What holds for any line of play, whatever is done in whatever order: one walk a system.

The checks are in ``tests.slow.playing.checking``; the longer step makes the rest of them.
"""

from __future__ import annotations

import pytest

from tests.slow.campaign import own_home
from tests.slow.playing.checking import checks_of
from tests.slow.playing.fight import found_system
from tests.slow.playing.walking import Walk
from tests.slow.walk import WALKED, firsts
from tests.support.longer_step import at_once

SEED, STEPS = 1, 240


@pytest.mark.parametrize("system_id", at_once(WALKED, ("alley", "cepheus", "freeform")))
def test_what_must_hold_does_after_each_step_of_a_walk(system_id: str) -> None:
    """Undo, redo, branches, files, exports, removals, reasons: all is as it has to be."""
    checks = checks_of(found_system(system_id), quick=True)
    with own_home() as place:
        walk = Walk(system_id, SEED, checks, place / "work", blank=True)
        found = firsts(walk, STEPS)
    assert "\n".join(map(str, found.values())) == ""
    assert {one.name for one in checks} == walk.made.keys()
