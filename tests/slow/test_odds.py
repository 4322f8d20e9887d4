"""The odds of every system against many seeded plays."""

from __future__ import annotations

import pytest

from gridwar.systems import systems
from tests.contract.scenario import scenario
from tests.slow.odds import MOST_ERRORS, PLAYS, compare


@pytest.mark.slow
@pytest.mark.parametrize("system_id", sorted(systems()))
def test_a_hundred_thousand_plays_come_out_as_explored(system_id: str) -> None:
    """No chance lies further off than five standard errors."""
    assert compare(scenario(system_id), PLAYS).worst <= MOST_ERRORS
