"""Down, hidden, delayed, acted: a token bears the same signs on the map and in every list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.targets import present_targets
from gridwar.control.presenters.turn_order import present_order
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import EditCombatant
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.systems.cepheus.turns.delay_and_haste import Delay
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.control.records import panel_records as pr
    from gridwar.control.records import scene_records as sr


@pytest.fixture
def controller() -> Controller:
    """The marine's turn; a brawler and a gunman are hidden and to be found."""
    session = begun("cepheus", 1, 1, 3, 3, 3, 3, 3, 3, marine=(3, 3), brawler=(5, 3), gunman=(9, 3))
    session.submit(TakeTurn(actor="marine"))
    session.submit(EditCombatant(who="gunman", values=(("hidden", "true"),)))
    return Controller(session, odds_patience_s=60)


def signs(one: pr.TokenBit | sr.TokenView) -> tuple[str, bool, bool, str]:
    """Return what tells one token from others but side and picture."""
    return one.initials, one.out, one.hidden, one.turn_sign


def on_map(controller: Controller) -> dict[str, tuple[str, bool, bool, str]]:
    """Return the signs on the map."""
    scene = ScenePresenter(controller, Toolbox(controller)).present()
    return {one.id: signs(one) for one in scene.tokens}


def in_order(controller: Controller) -> dict[str, tuple[str, bool, bool, str]]:
    """Return the signs in the order."""
    return {one.id: signs(one.token) for one in present_order(controller).rows}


def test_who_delays_and_who_has_acted_are_told_by_a_sign(controller: Controller) -> None:
    """An hourglass for whoever delays, a tick for whoever has acted, none for those to come."""
    controller.submit(Delay(actor="marine"))
    first = controller.encounter.turn
    assert first is not None
    assert on_map(controller)["marine"][-1] == "hourglass"
    assert on_map(controller)[first][-1] == ""
    controller.submit(controller.turns.next_step().command)
    assert on_map(controller)[first][-1] == "check"
    assert on_map(controller) == in_order(controller)


def test_who_is_hidden_is_so_on_the_map_in_order_and_targets(controller: Controller) -> None:
    """Whoever is hidden is so in the list of targets, with the letters of the map."""
    controller.selection.select("marine")
    shot = next(one for one in controller.actions.listed() if one.id.startswith("attack"))
    controller.actions.choose(shot.id)
    view = present_targets(controller)
    assert view is not None
    rows = {one.who: signs(one.token) for one in (*view.targets, *view.others)}
    assert rows["gunman"][2]
    everybody = on_map(controller)
    assert rows.items() <= everybody.items()
    assert everybody == in_order(controller)
