"""What a game master may do at any moment, by chance: also what nobody in his senses does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from gridwar.engine.gm import damage_to_walls, light_commands, map_commands
from gridwar.engine.gm.combatant_commands import (
    AddCombatants,
    Climb,
    Place,
    RemoveCombatants,
    Reveal,
    SetValue,
    Turn,
)
from gridwar.engine.gm.effect_and_pool_commands import (
    AddEffect,
    ChangePool,
    EndEffect,
    ProlongEffect,
)
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.gm.side_and_setting_commands import (
    ChooseSwitch,
    GiveRuling,
    SetSide,
    SetStanding,
)
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.model.battlemap import LayerName
from gridwar.model.combatant import TimedEffect
from gridwar.model.cover_kinds import CoverDegree, CoverObject
from gridwar.model.encounter import Side
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.house_rule_switches import switch_infos
from gridwar.model.lights import LightSource
from gridwar.model.painted_layers import Layer
from gridwar.model.record import Record
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight
from gridwar.model.zones import Light, Zone
from gridwar.storage.json_codec import data_of
from tests.slow.playing.floors import floor_command
from tests.slow.playing.fog import fog_command
from tests.slow.playing.pins import pin_command
from tests.slow.playing.props import prop_command
from tests.slow.playing.sketch import stroke

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

MOST_PEOPLE = 24
FEWEST_PEOPLE = 3
SENSIBLE: tuple[tuple[str, Any], ...] = (
    ("altitude", 1.5),
    ("note", "x"),
    ("hidden", True),
    ("hidden", False),
    ("aside", True),
    ("aside", False),
    ("facing_deg", 90),
    ("name", "Zoë <i>"),
    ("size", [1, 1]),
    ("size", [2, 2]),
    ("side", "2"),
    ("pos", None),
)
SENSELESS: tuple[tuple[str, Any], ...] = (
    ("altitude", float("nan")),
    ("altitude", 1e308),
    ("size", [0, 0]),
    ("size", [-1, 2]),
    ("size", [3000, 3000]),
    ("pos", [-5, 9]),
    ("pos", [10**12, 3]),
    ("facing_deg", 10**30),
    ("side", "nosuch"),
    ("id", "other"),
    ("effects", []),
    ("trail", [[10**9, 5]]),
    ("name", ""),
    ("distance_m", 1e300),
    ("sheet", {}),
    ("name", "\ud800"),
    ("name", "x" * 100_000),
)
WHOLE = (-5, -1, 0, 1, 2, 7, 15, 40)
WILD_WHOLE = (-(10**6), -1, 0, 10**6, 10**18, 10**40)


class Master:
    """The GM of one fight."""

    def __init__(self, system: System, chance: Random, *, wild: bool = False) -> None:
        self._system = system
        self._chance = chance
        self._wild = wild
        self._switches = switch_infos(system.data.switches)
        self._now: Encounter
        self._makers: tuple[Callable[[], Command | None], ...] = (
            *(self._points,) * 4,
            *(self._place,) * 2,
            self._turn,
            self._climb,
            *(self._effect,) * 2,
            self._end_effect,
            self._note,
            self._switch,
            self._standing,
            self._paint,
            self._wall,
            self._door,
            self._cover,
            self._zone,
            self._sketch,
            self._light,
            self._pin,
            self._prop,
            self._floors,
            self._page,
            self._fog,
            self._join,
            *(self._leave,) * 2,
            *(self._edit,) * 3,
            self._ruling,
            self._order,
            self._side,
        )

    def command(self, now: Encounter) -> Command | None:
        """Return something that the GM may do now."""
        self._now = now
        try:
            return self._chance.choice(self._makers)()
        except ValidationError:  # refused where it is made: nothing to submit
            return None

    # --- combatants ----------------------------------------------------------------------------

    def _who(self) -> str:
        return self._chance.choice([*self._now.combatants] or ["nobody"])

    def _some(self) -> tuple[str, ...]:
        combatants = [*self._now.combatants]
        return tuple(
            self._chance.sample(combatants, min(len(combatants), self._chance.randint(1, 3)))
        )

    def _cell(self) -> Cell:
        page = self._now.map
        return Cell(self._chance.randrange(page.width), self._chance.randrange(page.height))

    def _points(self) -> Command:
        chance, who = self._chance, self._some()
        return chance.choice(
            (
                ChangePool(who=who, add=chance.randint(-9, 9)),
                ChangePool(who=who, to=chance.randint(0, 9)),
                ChangePool(who=who, divide_by=2),
            )
        )

    def _place(self) -> Command:
        cell = self._cell() if self._chance.random() < 0.9 else None
        return Place(to=((self._who(), cell),))

    def _turn(self) -> Command:
        return Turn(who=self._who(), by_deg=self._chance.choice((45, -45, 90, 315, 720)))

    def _climb(self) -> Command:
        return Climb(who=self._some(), by=self._chance.choice((1.5, -1.5, 3.0, 0.5)))

    def _effect(self) -> Command:
        chance = self._chance
        ends: Any = chance.choice(("never", "turn_start", "turn_end", "round_end"))
        effect = TimedEffect(
            id=chance.choice("abc"),
            name="Dazed",
            ends=ends,
            rounds_left=chance.randint(1, 3),
            whose=self._who() if ends.startswith("turn") else None,
            ask=chance.random() < 0.3,
        )
        return AddEffect(who=self._some(), effect=effect)

    def _end_effect(self) -> Command:
        chance, who = self._chance, self._who()
        return chance.choice(
            (
                EndEffect(who=(who,), effect=chance.choice("abc")),
                ProlongEffect(who=who, effect=chance.choice("abc"), by=chance.choice((1, -2))),
            )
        )

    def _join(self) -> Command | None:
        samples = self._system.data.samples()
        if not samples or len(self._now.combatants) >= MOST_PEOPLE:
            return None
        chance = self._chance
        side = chance.choice([*self._now.sides])
        one = chance.choice(samples)
        one = one.replace(id=f"new{chance.randrange(99)}", pos=self._cell(), side=side)
        return AddCombatants(combatants=(one,), rolls=chance.random() < 0.6)

    def _leave(self) -> Command | None:
        if len(self._now.combatants) <= FEWEST_PEOPLE:
            return None
        return RemoveCombatants(who=(self._who(),))

    def _side(self) -> Command:
        chance = self._chance
        third = Side(name="Third", index=2, stance="neutral")
        return chance.choice(
            (
                SetSide(id="3", side=third),
                Reveal(who=self._who(), to_side="1"),
                core.BeginFight(),
            )
        )

    def _order(self) -> Command | None:
        listed = [who for slot in self._system.turns.order(self._now) for who in slot.ids]
        if len(listed) < 2:
            return None
        who, before = self._chance.choice(listed), self._chance.choice((*listed, ""))
        return self._system.turns.reordered(self._now, who, before)

    def _edit(self) -> Command | None:
        """Set a value as the editor of a combatant does."""
        who = self._who()
        one = self._now.combatants.get(who)
        if one is None:
            return None
        found = self._sheet_value(one.sheet) if self._chance.random() < 0.6 else None
        field, value = found or self._chance.choice((*SENSIBLE, *(SENSELESS if self._wild else ())))
        return SetValue(who=(who,), field=field, value=json.dumps(value))

    def _sheet_value(self, sheet: Record) -> tuple[str, Any] | None:
        chance = self._chance
        name = chance.choice([*type(sheet).model_fields] or [""])
        value, path = getattr(sheet, name, ...), f"sheet.{name}"
        match value:
            case bool():
                return path, not value
            case int():
                return path, chance.choice(WILD_WHOLE if self._wild else WHOLE)
            case None:
                return path, chance.choice((0, 3, None))
            case str() if self._wild:
                return path, chance.choice(("", "nosuch", "\0"))
            case tuple() if value:
                rest = value[:-1]
                return path, [data_of(one) if isinstance(one, Record) else one for one in rest]
        return None

    # --- rulings -------------------------------------------------------------------------------

    def _note(self) -> Command:
        return WriteNote(text="<b>note</b> \u202e")

    def _switch(self) -> Command | None:
        if not self._switches:
            return None
        switch = self._chance.choice(self._switches)
        value = self._chance.choice(switch.values)
        return ChooseSwitch(name=switch.name, value=json.dumps(value, default=dict))

    def _standing(self) -> Command | None:
        windows = [*self._system.play.windows]
        if not windows or not self._now.combatants:
            return None
        chance, who = self._chance, self._who()
        scope = chance.choice(("*", who, f"side:{self._now[who].side}"))
        policy: Any = chance.choice(("ask", "never", "always", None, None))
        return SetStanding(key=f"{scope}:{chance.choice(windows)}", policy=policy)

    def _ruling(self) -> Command:
        chance = self._chance
        line: Any = chance.choice((None, "clear", "blocked"))
        cover = chance.choice((None, *CoverDegree))
        return GiveRuling(attacker=self._who(), target=self._who(), line=line, cover=cover)

    # --- the map -------------------------------------------------------------------------------

    def _paint(self) -> Command:
        chance = self._chance
        where = Layer.marking([self._cell() for _cell in range(chance.randint(1, 9))])
        layer = chance.choice(tuple(LayerName))
        relative = chance.random() < 0.2
        return map_commands.Paint(
            layer=layer, where=where, value=chance.randint(0, 2), relative=relative
        )

    def _wall(self) -> Command | None:
        a, b = self._cell(), self._cell()
        if a == b:
            return None
        ends = (Point(cell.x * SUBCELL, cell.y * SUBCELL) for cell in (a, b))
        chance = self._chance
        name = chance.choice(("x1", "x2", "wall-3"))
        wall = Wall.of_kind(chance.choice(tuple(WallKind)), name, next(ends), next(ends))
        one_way = chance.choice((None, *WallSide))
        if chance.random() < 0.5:
            return map_commands.PutWalls(put=(wall.replace(one_way=one_way),))
        sight, foot_m = chance.choice(tuple(WallSight)), chance.choice((0.0, 0.5))
        points = chance.choice((None, 3, 20))
        changed = wall.replace(one_way=one_way, sight=sight, foot_m=foot_m, points=points)
        return map_commands.PutWalls(put=(changed,))

    def _door(self) -> Command:
        frail = [one.id for one in self._now.map.walls if one.points]
        if frail and self._chance.random() < 0.5:
            damage = self._chance.choice((1, 5, 20))
            return damage_to_walls.DamageWall(wall=self._chance.choice(frail), damage=damage)
        doors = [one.id for one in self._now.map.walls if one.kind is WallKind.DOOR]
        state = self._chance.choice(tuple(DoorState))
        return map_commands.SetDoor(wall=self._chance.choice(doors or ["none"]), state=state)

    def _cover(self) -> Command:
        wagon = CoverObject(id="wagon", name="Wagon", cells=(self._cell(), self._cell()))
        return map_commands.PutCover(put=(wagon,), gone=self._chance.choice(((), ("crate",))))

    def _sketch(self) -> Command:
        return stroke(self._chance, self._cell)

    def _zone(self) -> Command:
        chance = self._chance
        kind: Any = chance.choice([one.kind for one in self._system.data.zones()] or ["smoke"])
        zone = Zone(
            id=chance.choice("zy"),
            kind=kind,
            cells=(self._cell(),),
            strength=chance.choice((0, 1, 2)),
            rounds=chance.choice((None, 0, 1, 3)),
            everywhere=chance.random() < 0.2,
        )
        return map_commands.PutZones(put=(zone,))

    def _fog(self) -> Command:
        return fog_command(self._chance, self._cell)

    def _light(self) -> Command:
        chance = self._chance
        bearer = chance.choice(("", *self._now.combatants))
        light = LightSource(
            id=chance.choice("lk"),
            at=None if bearer else centre_of(self._cell()),
            carried_by=bearer,
            bright_cells=chance.choice((0.0, 2.0)),
            dim_cells=chance.choice((0.0, 3.5, 9.0)),
            strength=chance.choice((-1, 0, 0, 2)),
            rounds=chance.choice((None, 1, 3)),
            on=chance.random() < 0.8,
        )
        return light_commands.PutLights(put=(light,))

    def _pin(self) -> Command:
        return pin_command(self._chance, self._cell)

    def _prop(self) -> Command:
        return prop_command(self._chance, self._now, self._cell)

    def _floors(self) -> Command | None:
        page = self._now.map
        return floor_command(self._chance, page, self._cell) if page.floors else None

    def _page(self) -> Command:
        chance, page = self._chance, self._now.map
        terrain = TerrainKind(name=f"k{chance.randrange(9)}", difficulty=1)
        unit: Any = chance.choice(("m", "ft"))
        return chance.choice(
            (
                map_commands.SetTerrainKind(index=len(page.terrain_kinds), terrain=terrain),
                map_commands.DropKind(layer=LayerName.TERRAIN, index=chance.randint(0, 4)),
                map_commands.SetPage(light=chance.choice(tuple(Light))),
                map_commands.SetPage(
                    scale=Scale(cell_size=chance.choice((1.0, 1.5, 5.0)), unit=unit)
                ),
                map_commands.SetPage(width=max(8, page.width + chance.randint(-4, 4))),
                map_commands.SetPage(height=max(8, page.height + chance.randint(-4, 4))),
            )
        )
