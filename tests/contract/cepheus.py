"""Cepheus's scenario: a rifle, and somebody who dodges."""

from __future__ import annotations

from frozendict import frozendict
from icepool import d6

from gridwar.model.command import Adjustments, Answer
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from tests.contract.scenario import Scenario
from tests.systems.cepheus.firefight import fight, person

SHOT = Attack(actor="mara", target="kell", weapon="rifle")
DODGE = {"reaction of kell": Answer(option="dodge")}


def scenario() -> Scenario:
    """Return two people six squares apart, the second in armour."""
    return Scenario(
        start=fight(person("mara"), person("kell", 6, armor=4)),
        actor="mara",
        asks=SHOT,
        answers=DODGE,
        refused=SHOT.model_copy(update={"weapon": "bow"}),
        code="not_carried",
        amended=Adjustments(totals=frozendict({"sum/attack": -20})),
        chances=SHOT,
        given=DODGE,
        exact=float((2 @ d6 >= 7).probability(True)),
    )
