"""Starships of the percentile rules: boarding and ramming."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.geometry import Cell
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import why_not
from gridwar.systems.percentile.conditions import effect_of
from gridwar.systems.percentile.core.sheet import Deflector, Ship
from gridwar.systems.percentile.core.weapons import DamageDice
from gridwar.systems.percentile.ships import Boarding, Ram
from tests.systems.percentile.people import ada, fight, one, play, refusal, tor

BOARD = Boarding(actor="ada", target="tor")


def ship(**more: Any) -> Ship:
    """Return what makes a starship."""
    return Ship(
        **{"size": 2, "marines_modifier": 8, "marines_damage": DamageDice(count=2, flat=3), **more}
    )


def ships(at: tuple[int, int] = (6, 5), **switches: Any) -> Any:
    """Return two starships: WS 40 against Dodge 30, Repel Boarders 50; 60 hull each."""
    mine = ada(ws=40, s=60, ag=40, ab=3, t=70, ap=4, wounds=60, ship=ship())
    other = tor(
        at=at,
        s=50,
        ag=30,
        t=80,
        ap=9,
        wounds=60,
        repel_boarders=50,
        ship=ship(size=3),
        deflectors=(Deflector(rating=45),),
    )
    return fight(mine, other, **switches)


@pytest.mark.rule("PC-SHP-01")
def test_only_starships_board_and_ram() -> None:
    """Nobody else is offered it, nor can be its target."""
    ids = {action.id for action in actions_of(SYSTEM, ships(), "ada")}
    assert {"boarding", "ram"} <= ids
    plain = fight(ada(), tor())
    assert not {"boarding", "ram"} & {action.id for action in actions_of(SYSTEM, plain, "ada")}
    assert refusal(plain, BOARD) == "no_starship"
    assert refusal(ships().replace(turn="tor"), BOARD) == "not_your_turn"
    way = tuple(Cell(x, 5) for x in range(6, 14))
    far = ships(at=(14, 5))
    assert refusal(far.replace(turn="tor"), Ram(actor="ada", path=way)) == "not_your_turn"
    mixed = ships().with_combatant(one("tor", (6, 5)))
    assert refusal(mixed, BOARD) == "no_ship"


@pytest.mark.rule("PC-SHP-02")
def test_marines_damage_the_hull_without_soak() -> None:
    """40 + 8: 48 hits, 6 + 9 + 3 is 18 past Toughness and armour; 49 misses."""
    hit = play(ships(), BOARD, 48, 6, 9, evade="none")
    assert hit.sheet("tor").wounds == 42
    assert hit.sheet("ada").half_actions == 1
    assert play(ships(), BOARD, 49).sheet("tor").wounds == 60


@pytest.mark.rule("PC-SHP-02")
@pytest.mark.rule("PC-ATK-07")
@pytest.mark.parametrize(
    ("way", "roll", "reactions"),
    [("dodge", 30, 0), ("deflect", 45, 1), ("repel_boarders", 50, 0)],
)
def test_boarders_are_dodged_deflected_or_repelled(way: str, roll: int, reactions: int) -> None:
    """A pass is enough; what is no Deflector costs the Reaction."""
    evaded = play(ships(), BOARD, 48, roll, evade=way)
    assert evaded.sheet("tor").wounds == 60
    assert evaded.sheet("tor").reactions == reactions


def ram(squares: int = 8) -> Ram:
    """Return a Ram along a row."""
    return Ram(
        actor="ada", path=tuple(Cell(5 + n, 5) for n in range(1, squares + 1)), replace_die=False
    )


@pytest.mark.rule("PC-SHP-03")
def test_a_ram_is_hit_back() -> None:
    """60 hits: 7 + 6 + 4 is 17, Pen 4, soak 8 + 5; back 2 + 5 + 3 is 10, Pen 3, soak 7 + 1."""
    hit = play(ships((14, 5)), ram(), 60, 7, 2, evade="none")
    assert hit.encounter["ada"].pos == Cell(13, 5)
    assert (hit.sheet("tor").wounds, hit.sheet("ada").wounds) == (56, 58)
    assert hit.sheet("ada").half_actions == 0
    missed = play(ships((14, 5)), ram(), 61)
    assert (missed.sheet("tor").wounds, missed.sheet("ada").wounds) == (60, 60)


@pytest.mark.rule("PC-SHP-03")
@pytest.mark.rule("PC-ATK-13")
def test_a_ten_of_the_rammer_may_be_critical_and_the_return_hit_never() -> None:
    """10 + 6 + 4 is 7 past the soak, confirmed at the bare 40: a row of the chart, then the 10."""
    hit = play(ships((14, 5)), ram(), 60, 10, 40, 3, 10, evade="none")
    assert "chart" in hit.log
    assert (hit.sheet("tor").wounds, hit.sheet("ada").wounds) == (53, 50)


@pytest.mark.rule("PC-SHP-03")
def test_a_ram_is_dodged_freely_and_not_parried() -> None:
    """The dodge costs no Reaction and saves both; a miss is hit back by the house rule alone."""
    dodged = play(ships((14, 5)), ram(), 60, 30, evade="dodge")
    assert dodged.sheet("tor").reactions == 1
    assert (dodged.sheet("tor").wounds, dodged.sheet("ada").wounds) == (60, 60)
    always = play(ships((14, 5), ram_recoil="always"), ram(), 61, 2)
    assert always.sheet("ada").wounds == 58


@pytest.mark.rule("PC-SHP-03")
@pytest.mark.rule("PC-ACT-05")
def test_a_ram_needs_its_run_up() -> None:
    """Three squares are no run-up, and the Charge Move is 9 squares."""
    assert refusal(ships((9, 5)), ram(3)) == "no_run_up"
    assert refusal(ships((16, 5)), ram(10)) == "move_too_far"


@pytest.mark.rule("PC-SHP-03")
@pytest.mark.rule("PC-SEQ-03")
def test_a_surprised_ship_may_dodge_a_ram() -> None:
    """The dodge is a Free Action, which surprise leaves; by the house rule nothing is left."""
    for house, can in (("deflect_only", True), ("nothing", False)):
        now = ships((14, 5), surprise_free=house)
        caught = now["tor"].replace(effects=(effect_of(now, "surprised"),))
        assert (why_not(now.with_combatant(caught), "tor", "ram", "dodge") == "") is can
        assert why_not(now.with_combatant(caught), "tor", "boarding", "dodge")
