"""Conditions that the GM types by name are the rules' own, in every system that has some."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.quick_values import meant_by, read_quick
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.session.session import Session
from gridwar.model.combatant import Combatant
from tests.contract.scenario import Scenario, scenario
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from gridwar.engine.kit import KnownCondition
    from gridwar.model.command import Command

WITH_CONDITIONS = tuple(one for one in every_id() if find(one).data.conditions())


@pytest.fixture(params=WITH_CONDITIONS)
def here(request: pytest.FixtureRequest) -> Scenario:
    """Return the scenario of each system that has conditions."""
    return scenario(request.param)


def spellings(one: KnownCondition) -> set[str]:
    """Return ways in which the GM may write a condition."""
    names = {one.id, one.title, one.title.split(":")[0].split(",")[0], *one.words}
    other = {name.replace("ys", "yz").replace("is", "iz") for name in names}
    back = {name.replace("yz", "ys").replace("iz", "is") for name in names}
    written = names | other | back | {f"{name}s" for name in names}
    return written | {name.upper() for name in written} | {f" {name}  " for name in written}


def test_every_system_with_conditions_says_which(here: Scenario) -> None:
    """Ids, titles and words of conditions are told apart: no word means two of them."""
    known = here.system.data.conditions()
    for one in known:
        for word in spellings(one):
            assert meant_by(word, known).id == one.id, word
    stranger = meant_by("In love", known)
    assert (stranger.id, stranger.name) == ("in love", "In love")


def test_what_is_typed_begins_and_ends_as_the_rules_have_it(here: Scenario) -> None:
    """Typed by its title a condition is there under its own id, whatever was typed ends it."""
    for one in here.system.data.conditions():
        start = here.start.with_combatant(here.system.new_combatant("new", "New", "1"))
        session = Session(here.system, start)
        session.submit(typed(here, session, one.title))
        effects = {each.id for each in session.encounter["new"].effects}
        assert effects <= {one.id}, "no badge beside the condition"
        session.submit(typed(here, session, f"{one.id}s".upper()))
        assert not any(each.id == one.id for each in session.encounter["new"].effects)


def test_a_condition_ends_with_all_its_instances(here: Scenario) -> None:
    """Two of a kind, told apart behind a colon, are one condition to whoever ends it by name."""
    one = here.system.data.conditions()[0]
    new = here.system.new_combatant("new", "New", "1")
    twice = (meant_by(one.id, ()).replace(id=f"{one.id}:{n}", ends="round_end") for n in (1, 2))
    session = Session(here.system, here.start.with_combatant(new.replace(effects=tuple(twice))))
    session.submit(typed(here, session, one.title))
    assert session.encounter["new"].effects == ()


def typed(here: Scenario, session: Session, words: str) -> Command:
    """Return what words typed for somebody mean."""
    found = read_quick(words, session.encounter, ("new",), here.system.data.conditions())
    assert not isinstance(found, str)
    return found


def test_words_that_nobody_knows_are_a_badge_of_their_own() -> None:
    """A condition that the rules do not know is kept as it was written."""
    people = scenario("drive").start.with_combatant(Combatant(id="x", name="X"))
    command = read_quick("Sworn to Tor", people, ("x",), find("drive").data.conditions())
    assert isinstance(command, AddEffect)
    assert command.effect.name == "Sworn to Tor"
