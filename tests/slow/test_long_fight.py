"""A fight of a few hundred commands, and whether a slow one would be seen."""

from __future__ import annotations

import pytest

from tests.slow import long_fight
from tests.slow.campaign import Findings
from tests.slow.long_fight import Figures, campaign

pytestmark = pytest.mark.long

COMMANDS = 200


def test_a_fight_gets_no_slower_with_its_length() -> None:
    """Commits, undos, jumps, opening, memory and the file stay within their bounds."""
    findings = Findings()
    line = campaign(COMMANDS, 1, ["cepheus"], findings)
    assert findings.text() == ""
    assert line.startswith(f"cepheus {COMMANDS}")


def test_what_grows_is_told() -> None:
    """Each figure beyond its bound is a finding of its own."""
    grown = Figures(100, commit=9, undo=9, jump=999, opening=9, kb_in_memory=999, kb_on_disk=999)
    assert len(grown.beyond()) == 6
    assert Figures(100, commit=1, undo=1, jump=1, opening=1).beyond() == []
    assert long_fight.usual([0.0]) > 0
