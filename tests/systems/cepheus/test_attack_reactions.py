"""Reactions: what is offered, what it costs, what it does to the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from frozendict import frozendict

from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.command import Answer
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.events_combatants import Explained
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.reactions import Attacked, React, reaction_options
from gridwar.systems.cepheus.core.fight_state import check_dm
from gridwar.systems.cepheus.core.initiative_order import initiative
from gridwar.systems.cepheus.core.person_records import Aim
from tests.systems.cepheus.firefight import (
    DAGGER,
    RIFLE,
    SWORD,
    done,
    fight,
    log,
    person,
    refused,
    sheet,
)

if TYPE_CHECKING:
    from gridwar.systems.cepheus.attacks.attack_records import Against

SHOT = Attack(actor="mara", target="kell", weapon="rifle")
CUT = Attack(actor="mara", target="kell", weapon="sword")


def offered(against: Against, **changes: Any) -> list[str]:
    """Return what somebody may answer to an attack of mara."""
    here = fight(person("mara"), person("kell", 6, **changes))
    options = reaction_options(here, Attacked("kell", against, "mara"))
    return [one.kind for one in options if not one.why_not]


@pytest.mark.rule("CE-REA-02")
@pytest.mark.rule("CE-REA-03")
@pytest.mark.rule("CE-REA-04")
@pytest.mark.rule("CE-EXP-03")
def test_what_is_offered() -> None:
    """Dodge always, parry against melee, dive against blasts; the prone may only parry."""
    assert offered("melee") == ["dodge", "parry"]
    assert offered("ranged") == offered("thrown") == ["dodge"]
    assert offered("blast") == ["dodge", "dive"]
    assert offered("melee", stance="prone") == ["parry"]
    assert offered("blast", stance="prone") == []


@pytest.mark.rule("CE-REA-02")
@pytest.mark.parametrize(
    "changes",
    [
        {"aware": False},
        {"helpless": True},
        {"grappled_with": "mara"},
        {"chars": {"strength": 0, "endurance": 0}, "chars_max": {"strength": 7, "endurance": 7}},
    ],
)
def test_who_cannot_react_is_not_asked(changes: dict[str, Any]) -> None:
    """The unaware, helpless, grappled and unconscious get no question; the roll comes at once."""
    assert offered("melee", **changes) == []
    here = fight(person("mara"), person("kell", 6, **changes))
    assert not done(here, SHOT, (1, 1)).result.hit


@pytest.mark.rule("CE-REA-01")
@pytest.mark.rule("CE-INI-06")
@pytest.mark.parametrize(("acted", "now", "later"), [(False, 6, 8), (True, 8, 6)])
def test_a_reaction_costs_initiative_and_checks(acted: bool, now: int, later: int) -> None:
    """-2 Initiative in this round, or the next for who has acted, and -1 on checks till then."""
    here = fight(person("mara"), person("kell", 6, acted=acted))
    after = done(here, SHOT, (1, 1), kell="dodge").encounter
    kell = sheet(after, "kell")
    assert (initiative(kell, 1), initiative(kell, 2)) == (now, later)
    assert (check_dm(kell, 1), check_dm(kell, 2)) == (-1, 0)


@pytest.mark.rule("CE-REA-01")
def test_a_second_minus_one_is_a_house_rule() -> None:
    """Where the house counts the -1 of dodge and parry again, checks suffer -2."""
    here = fight(person("mara"), person("kell", 6), reaction_dm_double=True)
    after = done(here, SHOT, (1, 1), kell="dodge").encounter
    assert check_dm(sheet(after, "kell"), 1) == -2


@pytest.mark.rule("CE-REA-03")
def test_a_dodge_in_quarter_cover_counts_two() -> None:
    """Quarter cover has no DM of its own, but helps the dodger."""
    quarter = Cover(degree=CoverDegree.QUARTER)
    here = fight(person("mara"), person("kell", 6, declared_cover=quarter))
    assert done(here, SHOT, (1, 1), kell="dodge").result.dm == 0
    open_ground = fight(person("mara"), person("kell", 6))
    assert done(open_ground, SHOT, (1, 1), kell="dodge").result.dm == 1


@pytest.mark.rule("CE-REA-04")
@pytest.mark.parametrize(
    ("weapons", "skills", "dm"),
    [
        ((SWORD,), {"blades": 2}, -2),
        ((RIFLE,), {"blades": 2, "natural_weapons": 1}, -1),
        ((DAGGER.model_copy(update={"ready": False}),), {"blades": 2}, 0),
        ((SWORD,), {}, 0),
    ],
)
def test_a_parry_takes_the_skill_of_what_is_in_hand(
    weapons: tuple[Any, ...], skills: dict[str, int], dm: int
) -> None:
    """The melee weapon in hand, else bare hands; untrained it is worth 0 and still costs."""
    kell = person("kell", 1, weapons=weapons, skills=frozendict(skills))
    mara = person("mara", chars={"strength": 10}, stance="standing")
    outcome = done(fight(mara, kell), CUT, (1, 1), kell="parry")
    assert outcome.result.dm == 2 + dm
    assert check_dm(sheet(outcome.encounter, "kell"), 1) == -1


@pytest.mark.rule("CE-MIN-02")
@pytest.mark.rule("CE-MIN-03")
def test_a_reaction_spoils_aim() -> None:
    """Any reaction ends aiming; by house rule only aiming for the kill."""
    for kind, switch, kept in (
        ("to_hit", True, False),
        ("to_hit", False, True),
        ("to_kill", False, False),
    ):
        aim = Aim(target="mara", **{kind: 2})
        here = fight(person("mara"), person("kell", 6, aim=aim), aim_broken_by_reaction=switch)
        after = done(here, SHOT, (1, 1), kell="dodge").encounter
        assert (sheet(after, "kell").aim is not None) is kept


@pytest.mark.rule("CE-REA-01")
def test_a_reaction_to_something_not_played_out() -> None:
    """The GM can charge somebody for a reaction; what is not possible is refused."""
    here = fight(person("mara"), person("kell", 6, stance="prone"))
    dodge = React(actor="kell", reaction="dodge", against="ranged")
    assert refused(here, dodge) == "cannot_react"
    assert refused(here, React(actor="mara", reaction="parry", against="blast")) == "cannot_react"
    outcome = done(here, React(actor="mara", reaction="dodge", against="ranged"))
    assert outcome.result == -1
    assert check_dm(sheet(outcome.encounter, "mara"), 1) == -1


@pytest.mark.rule("CE-REA-01")
def test_the_log_says_what_a_reaction_cost() -> None:
    """A reaction stands in the log with its price; odds and previews write nothing."""
    here = fight(person("mara"), person("kell", 6))
    written = [one for one in log(done(here, SHOT, (1, 1), kell="dodge")) if "Dodge" in one.title]
    assert [(one.title, [step.after for step in one.steps]) for one in written] == [
        ("Kell reacts: Dodge", [-2, -1])
    ]
    seen = preview(SYSTEM, here, SHOT, answers={"reaction of kell": Answer(option="dodge")})
    assert not any(isinstance(one, Explained) for one in seen.events)
