"""The measuring tools driven with pointer and keys, without a window."""

from __future__ import annotations

from typing import TypeGuard

import pytest

from gridwar.control.measuring.threat_forecast import forecast_after_moves
from gridwar.control.records.scene_records import (
    ArcOverlay,
    LineOverlay,
    LineRole,
    RegionOverlay,
    RegionRole,
)
from gridwar.control.state.kept_measurements import SightEnd, SightPair, Threats
from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
from gridwar.control.tools.measuring.arc_tool import ArcTool
from gridwar.control.tools.measuring.ruler_tool import RulerTool
from gridwar.control.tools.measuring.sight_and_threat_tools import SightTool, ThreatTool
from gridwar.control.tools.measuring.template_tool import TemplateTool
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.combatant_commands import Climb, Place, SetValue
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.cover_kinds import CoverDegree, CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.support.table import Table


def wall(x1: int, y1: int, x2: int, y2: int, name: str = "") -> Wall:
    """Return a wall between two corners of cells."""
    a, b = Point(x1 * SUBCELL, y1 * SUBCELL), Point(x2 * SUBCELL, y2 * SUBCELL)
    return Wall(id=f"{x1}.{y1}.{x2}.{y2}", a=a, b=b, name=name)


# --- the ruler -----------------------------------------------------------------------------------


def test_a_ruler_over_a_waypoint_adds_its_legs() -> None:
    """3 to the right, then 4 down: by the longest axis 3 and 4, 7 in all, 10.5 m."""
    table = Table("freeform", hero=(3, 3), foe=(9, 9))
    table.take("ruler")
    table.click(3.5, 3.5)
    table.move(6.5, 3.5)
    table.key("space")
    table.click(6.5, 7.5)
    assert table.labels() == ["7 squares, 10.5 m"]
    legs = [one for one in table.scene().overlays if isinstance(one, LineOverlay)]
    assert [leg.label for leg in legs] == ["3", "4"]
    assert all(leg.role is LineRole.RULER for leg in legs)


def test_height_is_shown_apart_from_the_plane() -> None:
    """Four squares away and six up (9 m) are 4 on the plane and 6 with height."""
    table = Table("freeform", hero=(3, 3), foe=(7, 3))
    table.controller.submit(Climb(who=("foe",), by=9.0))
    table.take("ruler")
    table.click(3.5, 3.5)
    table.click(7.5, 3.5)
    assert table.labels() == ["4 squares, 6 m", "with height 9 m: 6 squares"]


def test_the_wheel_raises_the_end_of_the_ruler() -> None:
    """Each notch is a cell: two of them are 3 m, and nothing happens to the fight."""
    table = Table("freeform", hero=(3, 3), foe=(9, 9))
    before = table.controller.encounter
    table.take("ruler")
    table.click(3.5, 3.5)
    table.move(4.5, 3.5)
    for _notch in range(2):
        table.pointer(PointerKind.WHEEL, 4.5, 3.5, steps=1)
    assert "with height 3 m: 2 squares" in table.labels()
    assert table.controller.encounter is before


def test_neighbours_are_one_square_apart_however_large() -> None:
    """From a token of 2 by 2 to one beside it the ruler reads one square."""
    table = Table("freeform", hero=(3, 3), foe=(5, 3))
    table.controller.submit(SetValue(who=("hero",), field="size", value="[2, 2]"))
    table.take("ruler")
    table.click(3.5, 3.5)
    table.click(5.5, 3.5)
    assert table.labels() == ["1 square, 1.5 m"]


def test_the_length_is_copied_and_escape_clears() -> None:
    """Ctrl+C hands on the words; Escape takes the ruler off."""
    table = Table("freeform", hero=(3, 3), foe=(9, 9))
    copied: list[str] = []
    table.controller.copy_text = copied.append
    table.take("ruler")
    table.drag((0.5, 0.5), (2.5, 0.5), (5.5, 0.5))
    table.key("c", "", KeyboardModifier.CTRL)
    assert copied == ["5 squares, 7.5 m"]
    table.key("escape")
    assert table.labels() == []


def test_a_kept_ruler_stays_until_the_legend_takes_it_off() -> None:
    """Enter keeps it when the tool is put down; its line in the legend has a key."""
    table = Table("freeform", hero=(3, 3), foe=(9, 9))
    table.take("ruler")
    table.drag((0.5, 0.5), (5.5, 0.5))
    table.key("enter")
    table.take("select")
    assert "5 squares, 7.5 m" in table.labels()
    key = next(one.key for one in table.scene().legend if one.key.startswith("ruler"))
    table.tools.take_off(key)
    assert "5 squares, 7.5 m" not in table.labels()


# --- line of effect ------------------------------------------------------------------------------


def test_the_gm_overrules_a_wall_and_the_attack_follows() -> None:
    """A wall forbids the shot; after the GM's "line clear" it may be made, until somebody moves."""
    table = Table("cepheus", 4, 4, marine=(3, 3), brawler=(9, 3))
    controller = table.controller
    controller.submit(LayMap(map=controller.encounter.map.with_walls([wall(6, 0, 6, 9)])))
    attack = next(
        one
        for one in actions_of(controller.system, controller.encounter, "marine")
        if one.id.startswith("attack") and one.refusal is None
    )
    controller.selection.select("marine")
    controller.show(picking=attack)
    controller.action_drafts.aim_at("brawler")
    notice = controller.view.notice
    assert notice is not None
    assert notice.refusal is not None
    assert notice.refusal.code == "out_of_sight"
    controller.cancel()
    tool = table.take("sight")
    assert isinstance(tool, SightTool)
    table.click(9.5, 3.5)
    assert any(
        isinstance(one, LineOverlay) and one.role is LineRole.BLOCKED
        for one in table.scene().overlays
    )
    tool.pressed("line:clear")
    roles = [one.role for one in table.scene().overlays if isinstance(one, LineOverlay)]
    assert roles == [LineRole.CLEAR]
    table.take("select")
    controller.show(picking=attack)
    controller.action_drafts.aim_at("brawler")
    draft = controller.view.draft
    assert draft is not None
    assert draft.refusal is None
    controller.action_drafts.close()
    controller.submit(Place(to=(("brawler", Cell(9, 4)),)))
    assert controller.encounter.ruling("marine", "brawler") is None


def test_the_gm_gives_cover_and_the_sum_counts_it() -> None:
    """Without anything in the way, "half cover" becomes the line of -1 in the attack's sum."""
    table = Table("cepheus", 4, 4, marine=(3, 3), brawler=(9, 3))
    controller = table.controller
    tool = table.take("sight")
    assert isinstance(tool, SightTool)
    controller.selection.select("marine")
    tool.activate()
    table.click(9.5, 3.5)
    tool.pressed("cover:half")
    sight = tool.sight()
    assert sight is not None
    assert sight.degree is CoverDegree.HALF
    table.take("select")
    attack = next(
        one
        for one in actions_of(controller.system, controller.encounter, "marine")
        if one.id.startswith("attack") and one.refusal is None
    )
    controller.show(picking=attack)
    controller.action_drafts.aim_at("brawler")
    tally = controller.action_drafts.sum.main()
    assert tally is not None
    assert [(one.value, one.source) for one in tally.lines if one.rule_id == "CE-COV-01"] == [
        (-1, "the GM's word")
    ]


def test_the_picture_of_cover_is_the_ruling() -> None:
    """The object that is drawn as deciding is the one whose cover the attack counts."""
    table = Table("cepheus", 4, 4, marine=(3, 3), brawler=(9, 3))
    controller = table.controller
    crate = CoverObject(id="crate", name="Crate", degree=CoverDegree.HALF, cells=(Cell(8, 3),))
    controller.submit(LayMap(map=controller.encounter.map.with_cover_objects([crate])))
    controller.selection.select("marine")
    table.take("sight")
    table.click(9.5, 3.5)
    drawn = [one for one in table.scene().overlays if isinstance(one, RegionOverlay)]
    decider = next(one for one in drawn if one.role is RegionRole.HARD_COVER)
    assert decider.cells == {(8, 3)}
    line = next(one for one in table.scene().overlays if isinstance(one, LineOverlay))
    assert (line.role, line.label) == (LineRole.COVER, "Crate")
    assert "\u22121" in line.second
    assert line.cut == (9.0, 3.5), "the far side of the crate, seen from the marine"


# --- half done ---------------------------------------------------------------------------------


@pytest.fixture
def party() -> Table:
    """A hero at (3, 3), a foe at (6, 3)."""
    return Table("freeform", hero=(3, 3), foe=(6, 3))


def test_undo_takes_back_what_is_half_done_before_what_was_done(party: Table) -> None:
    """A ruler's points, corners of walls, a template: one by one, and only then the move before."""
    party.controller.submit(Place(to=(("foe", Cell(9, 9)),)))
    ruler = party.take("ruler")
    assert isinstance(ruler, RulerTool)
    party.click(3.5, 3.5)
    party.move(6.5, 3.5)
    party.key("space", " ")
    party.tools.undo()
    ends = [one.cell for one in ruler.points]
    assert ends == [Cell(3, 3), Cell(6, 3)], "the first point and the pointer"
    party.tools.undo()
    assert not ruler.points
    walls = party.take("walls")
    assert isinstance(walls, WallsTool)
    party.click(12, 2)
    party.click(14, 2)
    party.tools.undo()
    assert walls.points == (Point(12 * SUBCELL, 2 * SUBCELL),)
    party.tools.undo()
    template = party.take("template")
    assert isinstance(template, TemplateTool)
    party.click(6.5, 6.5)
    assert template.placed.at == (6.5, 6.5)
    party.tools.undo()
    party.move(8.5, 8.5)
    assert template.placed.at == (8.5, 8.5), "a ghost again"
    assert party.controller.encounter["foe"].pos == Cell(9, 9)
    party.tools.undo()
    assert party.controller.encounter["foe"].pos != Cell(9, 9)


# --- arcs and threats ----------------------------------------------------------------------------


def test_an_arc_lists_who_stands_in_it_and_turns_with_its_token() -> None:
    """Aimed right it takes in the foe; turned by the wheel it no longer does."""
    table = Table("freeform", hero=(3, 3), foe=(9, 3))
    tool = table.take("arc")
    assert isinstance(tool, ArcTool)
    table.drag((3.5, 3.5), (6.5, 3.5), (11.5, 3.5))
    table.key("6", "6")
    table.key("0", "0")
    assert tool.arc is not None
    assert tool.arc.width_deg == 60
    rows = tool.panel().blocks[0].rows
    assert [row.title for row in rows] == ["Foe"]
    assert any(isinstance(one, ArcOverlay) for one in table.scene().overlays)
    table.pointer(PointerKind.WHEEL, 3.5, 3.5, KeyboardModifier.SHIFT, steps=1)
    assert table.controller.encounter["hero"].facing_deg == 45
    assert tool.panel().blocks[0].rows == ()


def mode_of(tool: ThreatTool) -> Threats | None:
    """Return whose threat is shown."""
    return tool.threats.mode


def test_threat_goes_round_and_tells_who_threatens(monkeypatch: pytest.MonkeyPatch) -> None:
    """T shows all foes, then their moves, then none; a cell names those who threaten it."""
    monkeypatch.setattr(
        "gridwar.control.measuring.threat_forecast.PATIENCE_S", 60
    )  # the answer, not its speed
    table = Table("arrgs", guard=(3, 3), raider=(9, 3))
    tool = table.take("threat")
    assert isinstance(tool, ThreatTool)
    assert mode_of(tool) is Threats.ALL
    table.move(8.5, 3.5)
    assert "threatened by Raider" in table.labels()
    table.move(5.5, 3.5)
    assert "threatened by Raider" not in table.labels()
    table.key("tab")
    assert mode_of(tool) is Threats.REACH
    assert "threatened by Raider" in table.labels(), "it could walk there"
    table.key("tab")
    assert mode_of(tool) is None


def test_foes_who_can_hurt_whoever_acts_are_drawn_as_one() -> None:
    """Two foes within a move are one red outline; one's own reach is none, nor is a foe far off."""
    table = Table("arrgs", guard=(3, 3), raider=(6, 3), ogre=(6, 7))
    table.controller.selection.select("guard")
    (threat,) = (one for one in table.scene().overlays if is_threat(one))
    assert not threat.filled
    assert {(5, 3), (5, 7)} <= threat.cells
    assert (2, 3) not in threat.cells
    assert "threat: 2 foes" in [one.text for one in table.scene().legend]
    table.controller.submit(Place(to=(("ogre", Cell(28, 18)),)))
    table.controller.selection.select("guard")
    assert "threat: Raider" in [one.text for one in table.scene().legend]


def test_the_pointer_learns_who_threatens_a_cell() -> None:
    """Over a cell that the foe near threatens its name is told; elsewhere nothing is."""
    table = Table("arrgs", guard=(3, 3), raider=(6, 3))
    table.controller.selection.select("guard")
    table.move(5.5, 3.5)
    assert "threatened by Raider" in table.labels()
    table.move(20.5, 3.5)
    assert not [one for one in table.labels() if one.startswith("threatened")]


def is_threat(overlay: object) -> TypeGuard[RegionOverlay]:
    """Return whether something drawn is a threat."""
    return isinstance(overlay, RegionOverlay) and overlay.role is RegionRole.THREAT


def test_altitude_goes_by_brackets_and_wheel(party: Table) -> None:
    """] raises the token under the pointer by a cell; Ctrl and the wheel lower it again."""
    party.move(6.5, 3.5)
    party.key("bracketright", "]")
    assert party.controller.encounter["foe"].altitude == 1.5
    party.pointer(PointerKind.WHEEL, 6.5, 3.5, KeyboardModifier.CTRL, steps=-1)
    assert party.controller.encounter["foe"].altitude == 0


def test_one_overlay_is_filled_at_a_time() -> None:
    """While a template lies on the map, reach and the threat of all keep only their edges."""
    table = Table("arrgs", guard=(3, 3), raider=(9, 3))
    filled = [one for one in table.scene().overlays if _is_filled(one)]
    assert {one.role for one in filled} <= {RegionRole.REACH1, RegionRole.REACH2, RegionRole.REACH3}
    table.take("template")
    table.click(12.5, 12.5)
    table.key("enter")
    table.take("threat")
    table.take("select")
    filled = [one for one in table.scene().overlays if _is_filled(one)]
    assert [one.role for one in filled] == [RegionRole.TEMPLATE]


def _is_filled(overlay: object) -> TypeGuard[RegionOverlay]:
    painted = {RegionRole.TEMPLATE, RegionRole.THREAT, RegionRole.REACH1, RegionRole.REACH2}
    return isinstance(overlay, RegionOverlay) and overlay.filled and overlay.role in painted


@pytest.mark.parametrize("system", ["arrgs", "cepheus", "drive", "fluid", "freeform", "percentile"])
def test_a_line_goes_from_and_to_any_square(system: str) -> None:
    """The rules answer as for somebody there, and the fight has nobody new."""
    table = Table(system)
    controller = table.controller
    wall = Wall(id="w", name="Fence", a=Point(6 * SUBCELL, 0), b=Point(6 * SUBCELL, 9 * SUBCELL))
    controller.submit(LayMap(map=controller.encounter.map.with_walls([wall])))
    tool = table.take("sight")
    assert isinstance(tool, SightTool)
    before = controller.encounter
    table.click(3.5, 3.5)
    table.move(5.5, 3.5)
    sight = tool.sight()
    assert sight is not None
    assert sight.clear
    table.move(9.5, 3.5)
    sight = tool.sight()
    assert sight is not None
    assert not sight.clear
    crosses = [one for one in table.scene().overlays if isinstance(one, LineOverlay) and one.cut]
    assert [one.label for one in crosses if one.label] == ["Fence is in the way"]
    table.key("enter")
    table.take("select")
    assert any("square J 4" in one.text for one in table.scene().legend)
    assert controller.encounter is before


def test_the_game_masters_word_is_on_people_only() -> None:
    """Towards a square nothing can be ruled: there is nobody whose move would end it."""
    table = Table("cepheus", marine=(3, 3), brawler=(9, 3))
    tool = table.take("sight")
    assert isinstance(tool, SightTool)
    table.drag((3.5, 3.5), (9.5, 3.5))
    assert any(block.choices for block in tool.panel().blocks)
    table.drag((3.5, 3.5), (9.5, 6.5))
    assert not any(block.choices for block in tool.panel().blocks)
    tool.pressed("line:blocked")
    assert not table.controller.encounter.rulings


def test_a_drag_says_who_looks_at_whom() -> None:
    """Whoever looked before, a drag from one token to another asks about these two."""
    table = Table("cepheus", marine=(3, 3), brawler=(9, 3), scout=(6, 6))
    tool = table.take("sight")
    assert isinstance(tool, SightTool)
    table.drag((6.5, 6.5), (7.5, 4.5), (9.5, 3.5))
    assert tool.pair == SightPair(SightEnd("scout"), SightEnd("brawler"))


def test_foes_strike_as_far_as_a_move_and_their_reach_go() -> None:
    """In Cepheus one move leaves the significant action to strike with; a second would take it."""
    table = Table("cepheus", marine=(3, 3), brawler=(13, 3))
    here = table.controller
    struck = forecast_after_moves(here.system, here.encounter, ("brawler",)).cells
    assert (13 + 4 + 2, 3) in struck
    assert (13 + 4 + 3, 3) not in struck


def test_nobody_strikes_through_a_wall() -> None:
    """What melee reaches ends at a wall, as the attack does."""
    table = Table("cepheus", marine=(3, 3), brawler=(6, 3))
    here = table.controller
    here.submit(LayMap(map=here.encounter.map.with_walls([wall(5, 0, 5, 9)])))
    cells = here.system.board.overlays(here.encounter, "brawler", "", None).threat
    assert (7, 3) in cells
    assert (4, 3) not in cells
