"""Questions and refusals that only few states bring about."""

from __future__ import annotations

import pytest

from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.attacks.attack_offers import FireBlind
from gridwar.systems.cepheus.turns.before_fight import Notice, SuggestRange
from gridwar.systems.cepheus.vehicles.maneuvers import BringToBear, Stunt
from tests.systems.cepheus.firefight import done, fight, person, refused
from tests.systems.cepheus.garage import car, inside, machine


@pytest.mark.rule("CE-INI-02")
def test_nobody_notices_whom_they_know_of() -> None:
    """Who is aware knows of every enemy, and notices none anew."""
    here = fight(person("mara"), person("kell", 5).replace(side="2"))
    assert refused(here, Notice(actor="mara", target="kell")) == "aware"


@pytest.mark.rule("CE-RNG-04")
def test_where_a_fight_begins_is_asked() -> None:
    """Outdoors by default, as if it had been said; in tight quarters it begins nearer."""
    here = fight(person("mara"), person("kell", 5).replace(side="2"))
    said = {
        where: done(here, SuggestRange(surroundings=where)).result.bands
        for where in ("tight", "outdoors")
    }
    assert done(here, SuggestRange()).result.bands == said["outdoors"] != said["tight"]
    assert done(here, SuggestRange(), gm="tight").result.bands == said["tight"]


@pytest.mark.rule("CE-FIR-01")
def test_nobody_strikes_blindly_at_a_distance() -> None:
    """Blind fire takes what shoots or is thrown; a sword does neither."""
    here = fight(person("mara"), person("kell", 5).replace(side="2"))
    blind = FireBlind(actor="mara", weapon="sword", square=Cell(5, 0))
    assert refused(here, blind) == "melee_blind"


@pytest.mark.rule("CE-VAC-02")
def test_nothing_is_brought_to_bear_on_who_is_off_the_board() -> None:
    """There is no direction to somebody who stands nowhere on the map."""
    away = person("kell").replace(pos=None, distance_m=300.0, side="2")
    here = fight(inside("driver", seat=0), car(), away)
    assert refused(here, BringToBear(actor="driver", target="kell", arc="front")) == "both_on_board"


@pytest.mark.rule("CE-VAC-04")
def test_a_stunt_for_an_arc_asks_at_whom() -> None:
    """Of two foes the second is chosen, and counts as ahead; without any there is no such stunt."""
    alone = fight(inside("driver", seat=0), car())
    stunt = Stunt(actor="driver", use="arc", arc="front")
    assert refused(alone, stunt) == "no_foe"
    foes = (person(who, 9 + n).replace(side="2") for n, who in enumerate(("kell", "nell")))
    here = fight(inside("driver", seat=0), car(), *foes)
    extra = machine(done(here, stunt, (6, 6), driver="nell").encounter).going.extra_arc
    assert extra is not None
    assert (extra.target, extra.arc) == ("nell", "front")
