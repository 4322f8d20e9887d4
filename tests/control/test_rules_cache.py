"""What the rules say is asked once, and asked anew where it may have changed."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.memo import Memo
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.model.geometry import Cell
from tests.support.fights import begun


def _table() -> Controller:
    session = begun("freeform")
    combatants = session.system.data.samples()[:2]
    assert len(combatants) == 2
    places = {one.id: (2 + 3 * at, 4) for at, one in enumerate(combatants)}
    return Controller(begun("freeform", **places))


def test_a_card_outlives_what_others_do_and_not_what_befalls_its_own() -> None:
    """After a wound the card of the wounded is another one, that of the other the very same."""
    table = _table()
    first, second = table.encounter.combatants
    before = table.rules_cache.card(first), table.rules_cache.card(second)
    table.submit(ChangePool(who=(first,), add=-1))
    assert table.rules_cache.card(first) is not before[0]
    assert table.rules_cache.card(second) is before[1]


def test_tokens_are_the_very_same_while_only_the_pointer_moves() -> None:
    """A hover over nobody changes no token; a hover over somebody changes that one."""
    table = _table()
    scene = ScenePresenter(table, Toolbox(table))
    table.selection.select()
    at_first = scene.present().tokens
    table.show(hover=Cell(9, 9), hovered=())
    assert scene.present().tokens is at_first
    name = at_first[0].id
    table.show(hovered=(name,))
    hovered = scene.present().tokens
    assert [old is new for old, new in zip(at_first, hovered, strict=True)] == [False, True]
    assert hovered[0].named


def test_tokens_follow_a_command() -> None:
    """Who was put elsewhere is shown there."""
    table = _table()
    scene = ScenePresenter(table, Toolbox(table))
    name = scene.present().tokens[0].id
    table.submit(Place(to=((name, Cell(7, 7)),)))
    assert {one.id: one.cell for one in scene.present().tokens}[name] == (7, 7)


def test_what_is_kept_is_made_anew_for_another_object() -> None:
    """The same objects give the same value; an equal but other one makes it anew."""
    kept: Memo[list[int]] = Memo()
    source, other = Cell(1, 2), Cell(1, 2)
    made = kept.get((source,), lambda: [1])
    assert kept.get((source,), lambda: [2]) is made
    assert kept.get((other,), lambda: [2]) == [2]
