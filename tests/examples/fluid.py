"""The examples of ``fluid``: its rules are not built, and every case says so."""

from __future__ import annotations

from typing import Any

from tests.examples.adapter import NotBuilt

WHOLE: frozenset[str] = frozenset()


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Name the rules that the case needs."""
    raise NotBuilt(" ".join(case["rule_ids"]))
