"""Two worlds: fights that differ in a secret, or in a gesture of the game master, look the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.control.presenters.players_results import PlayersResults
from gridwar.control.state.players_sharing import Sharing
from gridwar.control.state.view_state import Notice, Placing
from gridwar.control.tools.walls.wall_tidying import Tidy
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.combatant_commands import RemoveCombatants, SetValue
from gridwar.engine.gm.effect_and_pool_commands import AddEffect, ChangePool
from gridwar.engine.gm.map_commands import PutWalls, PutZones, SetDoor
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.engine.gm.side_and_setting_commands import PutHandouts, WriteNotes
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.model.combatant import TimedEffect
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell, Point
from gridwar.model.handouts import Handout
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import DoorState, Wall, WallSide
from gridwar.model.zones import Zone
from tests.contract.scenario import Scenario, scenario
from tests.support.every_system import every_id
from tests.support.two_worlds import SECRETS, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.records.result_records import ResultView
    from gridwar.model.pins import Pin
Act = "Callable[[World], object]"


def _held(world: World) -> None:
    one = world.controller.encounter["foe"].replace(id="held", name="Held", pos=Cell(9, 9))
    world.controller.show(placing=Placing((one,)))


def _attack(world: World, who: str) -> None:
    world.controller.selection.select(who)
    for one in world.controller.rules_cache.actions(who):
        if one.weapon and one.needs:
            world.controller.actions.choose(one.id, anyway=True)
            return


def _looks_at_gaps(world: World) -> None:
    world.tools.take("walls")
    tool = world.tools.active
    assert isinstance(tool, WallsTool)
    tool.tidy(Tidy.GAPS)


def _changed_door(world: World, **fields: object) -> PutWalls:
    return PutWalls(put=(world.controller.encounter.map.wall("locked").replace(**fields),))


def _pin(world: World, **fields: object) -> Pin:
    return world.controller.encounter.map.pins[0].replace(**fields)


SECRET_DEEDS: dict[str, Callable[[World], object]] = {
    "place of a hidden one": lambda w: w.put("lurker", "pos", "[10, 9]"),
    "name of a hidden one": lambda w: w.put("lurker", "name", '"Other"'),
    "public name of a hidden one": lambda w: w.put("lurker", "public_name", '"Other"'),
    "letters of a hidden one": lambda w: w.put("lurker", "label", '"He"'),
    "size of a hidden one": lambda w: w.put("lurker", "size", "[2, 2]"),
    "side of a hidden one": lambda w: w.put("lurker", "side", '"1"'),
    "turn of a hidden one": lambda w: w.give_turn("lurker"),
    "wounds of a hidden one": lambda w: w.session.submit(ChangePool(who=("lurker",), add=-1)),
    "effect on a hidden one": lambda w: w.do(
        AddEffect(who=("lurker",), effect=TimedEffect(id="e", name="Asleep"))
    ),
    "a hidden one aside": lambda w: w.put("lurker", "aside", "true"),
    "true name of one seen": lambda w: w.put("foe", "name", '"Doppelganger"'),
    "letters of one seen": lambda w: w.put("foe", "label", '"Do"'),
    "note on one seen": lambda w: w.put("foe", "note", '"is a spy"'),
    "reminder on one seen": lambda w: w.do(
        AddEffect(who=("foe",), effect=TimedEffect(id="e", name="Poisoned"))
    ),
    "group of one seen": lambda w: w.put("foe", "group", '"guards"'),
    "one seen locked": lambda w: w.put("foe", "locked", "true"),
    "notes of the fight": lambda w: w.do(WriteNotes(text="The door is trapped")),
    "a door of one side": lambda w: w.do(_changed_door(w, one_way=WallSide.LEFT)),
    "how high a door is": lambda w: w.do(_changed_door(w, height_m=3.0, foot_m=0.5)),
    "the points of a door": lambda w: w.do(_changed_door(w, points=9, hardness=4)),
    "a locked door": lambda w: w.do(SetDoor(wall="locked", state=DoorState.CLOSED)),
    "a zone of the game master": lambda w: w.do(
        PutZones(put=(Zone(id="z", kind="silence", name="Hush", cells=(Cell(5, 5),)),))
    ),
    "the name of smoke": lambda w: w.do(
        PutZones(put=(Zone(id="s", kind="smoke", name="Trap", cells=(Cell(1, 1),), rounds=3),))
    ),
    "a pin put": lambda w: w.do(PutPins(put=(_pin(w, id="q"),))),
    "a pin moved": lambda w: w.do(PutPins(put=(_pin(w, point=Point(2000, 2000)),))),
    "words and label of a pin": lambda w: w.do(PutPins(put=(_pin(w, label="7", text="Trap"),))),
    "a pin taken away": lambda w: w.do(PutPins(gone=("p",))),
    "a handout that is kept": lambda w: w.do(
        PutHandouts(put=(Handout(id="h", picture="0" * 64, caption="A letter"),))
    ),
}
GESTURES: dict[str, Callable[[World], object]] = {
    "points at one seen": lambda w: w.controller.show(hovered=("hero",), hover=Cell(3, 3)),
    "points at a hidden one": lambda w: w.controller.show(hovered=("lurker",), hover=Cell(12, 9)),
    "selects one seen": lambda w: w.controller.selection.select("hero"),
    "selects a hidden one": lambda w: w.controller.selection.select("lurker"),
    "selects nobody": lambda w: w.controller.selection.select(),
    "is told something": lambda w: w.controller.tell(Notice("The assassin moves")),
    "drags one seen": lambda w: w.controller.move_planning.plan("hero", Cell(3, 8)),
    "drags a hidden one": lambda w: w.controller.move_planning.plan("lurker", Cell(3, 8)),
    "holds a newcomer": _held,
    "prepares an attack": lambda w: _attack(w, "hero"),
    "prepares one of a hidden one": lambda w: _attack(w, "lurker"),
    "takes the ruler": lambda w: w.tools.take("ruler"),
    "points at a pin": lambda w: w.controller.show(pin="p", hover=Cell(6, 6)),
    "opens a pin": lambda w: w.controller.show(pin_chosen="p", pin_card="p"),
    "drags a pin": lambda w: w.controller.show(pin_held=("p", (3.5, 3.5))),
    "takes the tool of pins": lambda w: w.tools.take("pins"),
    "takes the wall tool": lambda w: w.tools.take("walls"),
    "looks at gaps in walls": _looks_at_gaps,
    "shows all layers": lambda w: w.controller.show(shows_all=True, layer_list=True),
    "takes the grid off his map": lambda w: w.controller.show(show_grid=False),
    "takes areas off": lambda w: w.controller.show(areas_off=frozenset({"Field"})),
    "looks at one level": lambda w: w.controller.show(one_level=True),
}


@pytest.mark.parametrize("system_id", every_id())
def test_what_is_secret_makes_no_difference(system_id: str) -> None:
    """Field by field: every deed leaves the record of the players as it would be without it."""
    for name, deed in SECRET_DEEDS.items():
        world, plain = World(system_id), World(system_id)
        deed(world)
        assert world.players() == plain.players(), name


@pytest.mark.parametrize("system_id", every_id())
def test_no_gesture_of_the_game_master_makes_a_difference(system_id: str) -> None:
    """What he selects, points at, plans, prepares, measures, is told or asked stays his."""
    plain = World(system_id).players()
    for name, gesture in GESTURES.items():
        world = World(system_id)
        gesture(world)
        assert world.players() == plain, name


@pytest.mark.parametrize("system_id", every_id())
def test_no_secret_word_is_in_the_record(system_id: str) -> None:
    """True names, notes, names of walls and zones, the title of the fight."""
    record = repr(World(system_id).players())
    assert not [one for one in SECRETS.values() if one in record]
    assert "lurker" not in record


@pytest.mark.parametrize("system_id", every_id())
def test_done_and_undone_is_as_before(system_id: str) -> None:
    """Every deed, secret or not, taken back leaves nothing behind."""
    for name, deed in {**SECRET_DEEDS, **OPEN_DEEDS}.items():
        world = World(system_id)
        before = world.players()
        cursor = world.session.position.cursor
        deed(world)
        if world.session.position.cursor != cursor:
            world.players()
            world.session.undo()
        assert world.players() == before, name


OPEN_DEEDS: dict[str, Callable[[World], object]] = {
    "place of one seen": lambda w: w.put("foe", "pos", "[9, 4]"),
    "public name": lambda w: w.put("foe", "public_name", '"Man with a cudgel"'),
    "public picture": lambda w: w.put("foe", "public_picture", '"silhouette:wolf"'),
    "size of one seen": lambda w: w.put("foe", "size", "[2, 2]"),
    "side of one seen": lambda w: w.put("foe", "side", '"1"'),
    "name of their own": lambda w: w.put("hero", "name", '"Marta"'),
    "one seen is hidden": lambda w: w.put("foe", "hidden", "true"),
    "a hidden one shows": lambda w: w.put("lurker", "hidden", "false"),
    "a door opens": lambda w: w.do(SetDoor(wall="locked", state=DoorState.OPEN)),
    "a wall": lambda w: w.do(PutWalls(put=(Wall(id="n", a=Point(0, 0), b=Point(2048, 0)),))),
    "smoke": lambda w: w.do(
        PutZones(put=(Zone(id="t", kind="smoke", cells=(Cell(6, 6), Cell(7, 6))),))
    ),
}


@pytest.mark.parametrize("system_id", every_id())
def test_what_is_allowed_shows(system_id: str) -> None:
    """The reverse: whatever players may know changes what they are shown."""
    for name, deed in OPEN_DEEDS.items():
        world = World(system_id)
        before = world.players()
        deed(world)
        assert world.players() != before, name


@pytest.mark.parametrize("system_id", every_id())
def test_the_turn_of_one_seen_shows(system_id: str) -> None:
    """In the strip and on the token."""
    world = World(system_id)
    world.give_turn("mate")
    if world.controller.encounter.turn != "mate":
        return  # these rules give turns by themselves
    record = world.players()
    assert record.strip is not None
    assert [one.id for one in record.strip.faces if one.now] == ["mate"]
    assert [one.id for one in record.scene.tokens if one.turn] == ["mate"]


def test_gestures_do_not_have_the_record_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made once a change of the fight or of what is shared, not once a movement of the hand.

    Undo, redo and a deed that changes nothing but the log count as changes.
    """
    made: list[object] = []
    present = PlayersResults.present

    def counted(
        of: PlayersResults,
        seen: frozenset[str],
        name_of: Callable[[str], str],
        own: frozenset[str],
    ) -> tuple[ResultView, ...]:
        made.append(seen)
        return present(of, seen, name_of, own)

    monkeypatch.setattr(PlayersResults, "present", counted)
    world = World("cepheus")
    record = world.players()
    for gesture in GESTURES.values():
        gesture(world)
        assert world.players() is record
    assert len(made) == 1
    world.put("hero", "pos", "[5, 5]")
    world.players()
    world.session.undo()
    assert world.players() == record
    world.session.redo()
    world.players()
    world.controller.sharing.change(names=False)
    world.players()
    assert len(made) == 5


def _reply_to(session: Session, tried: Scenario) -> None:
    wanted = session.wanted[0]
    shares = wanted.numbers if isinstance(wanted, Question) else ()
    if not shares:
        tried.reply(session)
    else:
        first, *rest = shares
        numbers = {first.key: first.maximum, **{one.key: 0 for one in rest}}
        session.answer(wanted.key, Answer(numbers=frozendict(numbers)))


@pytest.mark.parametrize("system_id", ["arrgs", "cepheus", "drive", "percentile"])
def test_of_an_attack_by_somebody_hidden_only_the_harm_shows(system_id: str) -> None:
    """Who did it is nowhere, and what he tried in vain is not told at all."""
    tried = scenario(system_id)
    attack = tried.chances or tried.asks
    actor, target = attack.actor or "", str(getattr(attack, "target", ""))
    vain = 0
    for seed in range(12):
        session = Session(tried.system, Loaded(tried.start, (), Position(), DiceCounter(seed)))
        session.submit(SetValue(who=(actor,), field="hidden", value="true"))
        players = PlayersPresenter(session)
        before = players.present(Sharing())
        session.submit(attack)
        for _reply in range(40):
            if session.wanted:
                assert players.present(Sharing()) == before  # nothing while the GM is asked
                _reply_to(session, tried)
        results = players.present(Sharing()).scene.results
        assert all(one.by is None and one.who != actor for one in results)
        vital = session.system.cards.vital
        is_hurt = vital(session.encounter, target) != vital(tried.start, target)
        assert bool([one for one in results if one.who == target]) == is_hurt, seed
        vain += not is_hurt
    assert 0 < vain < 12


@pytest.mark.parametrize("system_id", ["freeform", "drive", "cepheus"])
def test_the_turn_of_an_unmet_one_leaves_no_trace_when_it_ends_or_he_goes(system_id: str) -> None:
    """Ring, strip and signs stand as they were when he who had the turn is taken out."""
    world = World(system_id)
    before = world.players()
    world.give_turn("lurker")
    assert world.players() == before
    world.do(RemoveCombatants(who=("lurker",)))
    if world.controller.encounter.turn is None:
        assert world.players() == before
