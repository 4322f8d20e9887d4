"""An encounter made of a case's ``given``, and commands played on it with the case's dice."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.errors import ScriptError
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer, Command
from gridwar.model.cover_kinds import CoverObject
from gridwar.model.encounter import Ruling
from gridwar.model.events_sides_and_settings import RulingGiven
from gridwar.model.geometry import Cell, Size
from gridwar.model.question_and_refusal import Question
from gridwar.model.scale import Scale
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.immediate_defence import WINDOW as DEFENCE_WINDOW
from gridwar.systems.arrgs.core.fight_state import ArrgsState, SpellEffect
from gridwar.systems.arrgs.core.house_rules import ArrgsSwitches
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.sheet import ArrgsSheet, Modifier, Resistance, sheet_of
from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
from gridwar.systems.arrgs.harm.sleep_and_waking import WINDOW as WAKING_WINDOW
from gridwar.systems.arrgs.positions.distances import STEPS
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.event_base import Event

MARGIN = 40
ON_THE_SPOT = 10**6
"""Stands for the step of a window that is none of a path: after those on the way."""
FACINGS = {name: 45 * eighths for eighths, name in enumerate(STEPS)}
NUMBERED = ("dying", "staggered")
COPIED = (
    "size",
    "size_modifier",
    "magnitude",
    "agility_score",
    "initiative",
    "tie_roll",
    "ap_max",
    "aap_max",
    "points_used",
    "actions_taken",
    "check_penalty",
    "threat_min",
    "threat_max",
    "reach",
    "reach_shift",
    "armed",
    "legs",
    "complementary_used",
    "base_speed",
    "acceleration_rate",
    "squares_moved",
    "previous_increment",
    "vehicle",
    "rides",
    "manoeuvrability",
    "turns_since_last_turn",
    "personality_modifier",
)
_FACING_NAMES = {deg: name for name, deg in FACINGS.items()}
SOMETHING = "something held"
ITEM_FIELDS = ("integrity", "damage", "dr", "visible", "held")
IN_HAND = Weapon(id="weapon in hand")
"""Somebody armed holds some weapon, even where the case names none."""


@dataclass
class Played:
    """What came of a command."""

    refused: bool = False
    result: Any = None
    events: tuple[Event, ...] = ()
    windows: list[dict[str, Any]] = field(default_factory=list)
    defences: list[str] = field(default_factory=list)
    """Who could answer a successful attack with Defence."""
    faces: list[int] = field(default_factory=list)
    """All that was rolled."""


class Board:
    """One case under way."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.plays: list[Played] = []
        given = case["given"]
        places = [*_places(case)] or [(0, 0)]
        self.shift = tuple(MARGIN - min(place[axis] for place in places) for axis in (0, 1))
        width, height = (
            max(place[axis] for place in places) + self.shift[axis] + MARGIN for axis in (0, 1)
        )
        self.dice = ScriptedDice(case["dice"])
        self.defend: dict[str, Any] | None = None
        self.forced: list[dict[str, Any]] = []
        encounter = SYSTEM.new_encounter()
        encounter = encounter.replace(
            map=self._map(width, height, given.get("terrain", [])),
            round=1,
            switches=ArrgsSwitches(**given.get("switches", {})),
            rules=ArrgsState(
                magnitude_multiplier=given.get("magnitude_multiplier", 2),
                scene_difficulty=given.get("scene_difficulty", 0),
                spells=frozendict(
                    {key: _spell(key, fields) for key, fields in given.get("spells", {}).items()}
                ),
            ),
        )
        weapons = tuple(_weapon(key, fields) for key, fields in given.get("weapons", {}).items())
        for key, fields in given.get("combatants", {}).items():
            encounter = encounter.with_combatant(self._combatant(key, fields, weapons))
        self.encounter = encounter

    def _map(self, width: int, height: int, terrain: list[dict[str, Any]]) -> BattleMap:
        page = BattleMap(width=width, height=height, scale=Scale(cell_size=1.0))
        kinds = [*page.terrain_kinds]
        painted = {}
        for one in terrain:
            painted[self.cell(one["at"])] = len(kinds)
            kinds.append(
                TerrainKind(
                    name=f"terrain {len(kinds)}",
                    difficulty=one.get("difficult", 0),
                    impassable=one.get("impassable", False),
                    affects=frozenset(one.get("affects", ())),
                    blocks_sight=one.get("blocks_sight", False),
                    blocks_effect=one.get("blocks_effect", False),
                )
            )
        solid = [
            CoverObject(id=f"solid {n}", name="something solid", cells=(self.cell(one["at"]),))
            for n, one in enumerate(terrain)
            if one.get("solid_object")
        ]
        page = page.with_terrain_kinds(kinds).with_painted(LayerName.TERRAIN, painted)
        return page.with_cover_objects(solid)

    def see(self, who: str, other: str, *, clear: bool) -> None:
        """Block the sight between two, or leave it to the map again."""
        here, there = self.encounter[who].pos, self.encounter[other].pos
        assert here is not None
        assert there is not None
        word = None if clear else Ruling(places=(here, there), line="blocked")
        told = RulingGiven(attacker=who, target=other, ruling=word)
        self.encounter = told.apply(self.encounter)

    def _combatant(
        self, key: str, fields: dict[str, Any], weapons: tuple[Weapon, ...]
    ) -> Combatant:
        side = fields.get("footprint", 1)
        return Combatant(
            id=key,
            name=key,
            side=fields.get("side", "1"),
            pos=self.cell(fields["pos"]) if "pos" in fields else None,
            size=Size(side, side),
            altitude=fields.get("altitude", 0),
            facing_deg=FACINGS.get(fields.get("facing", "")),
            sheet=_sheet(fields, weapons),
        )

    def cell(self, place: list[int]) -> Cell:
        """Return the cell of a place in the case's coordinates."""
        return Cell(place[0] + self.shift[0], place[1] + self.shift[1])

    def give_something(self, who: str) -> None:
        """Let somebody hold a thing to be disarmed of, where the case names none."""
        one = self.encounter[who]
        sheet = sheet_of(one)
        items = (*(old for old in sheet.items if old.name != SOMETHING), Item(name=SOMETHING))
        one = one.replace(sheet=sheet.replace(items=items))
        self.encounter = self.encounter.with_combatant(one)

    def path(self, places: list[list[int]]) -> tuple[Cell, ...]:
        """Return a path."""
        return tuple(self.cell(place) for place in places)

    def place(self, who: str) -> list[int] | None:
        """Return where somebody is, in the case's coordinates."""
        pos = self.encounter[who].pos
        return None if pos is None else self.from_cell(pos)

    def from_cell(self, cell: Cell) -> list[int]:
        """Return a cell in the case's coordinates."""
        return [cell.x - self.shift[0], cell.y - self.shift[1]]

    def play(self, command: Command, answers: list[dict[str, Any]] | None = None) -> Played:
        """Play a command to its end, answering the windows as the case has it."""
        left, played, replies = list(answers or []), Played(), Replies()
        self.forced = []
        while True:
            outcome = play(
                SYSTEM, self.encounter, command, replies, Options(self.dice, StrictTable)
            )
            if isinstance(outcome, Refused):
                played.refused = True
                return played
            if not isinstance(outcome, Asking):
                break
            for wanted in outcome.wanted:
                assert isinstance(wanted, Question)
                if wanted.window == DEFENCE_WINDOW:
                    played.defences.append(wanted.recipient or "")
                    reply = Reply(key=wanted.key, answer=_defence(wanted, self.defend))
                    replies = outcome.replies.with_reply(reply)
                    continue
                if wanted.window == WAKING_WINDOW:  # a case wakes nobody by the way
                    reply = Reply(key=wanted.key, answer=Answer(option="sleep"))
                    replies = outcome.replies.with_reply(reply)
                    continue
                if not wanted.window:
                    reply = Reply(key=wanted.key, answer=wanted.default)
                    replies = outcome.replies.with_reply(reply)
                    continue
                window = self._window(wanted, outcome, command)
                forced = "reposition/" in wanted.key
                (self.forced if forced else played.windows).append(window)
                reply = Reply(key=wanted.key, answer=_answer(wanted, window, left))
                replies = outcome.replies.with_reply(reply)
        if left:
            raise ScriptError(f"Answers nobody asked for: {left}")
        self.encounter = outcome.encounter
        played.result, played.events = outcome.result, outcome.events
        played.faces = [
            face
            for one in outcome.replies.filed
            if isinstance(one, Reply)
            for face in one.faces or ()
        ]
        self.plays.append(played)
        return played

    def _window(self, question: Question, asking: Asking, command: Command) -> dict[str, Any]:
        window: dict[str, Any] = {"by": question.recipient}
        step = re.search(r"step (\d+)", question.key)
        attack = re.search(r"attack (\d+)", question.key)
        window["attack"] = int(attack.group(1)) if attack else 1
        pushed = "reposition/" in question.key
        moved = str(getattr(command, "target", "")) if pushed else command.actor or ""
        pos = asking.encounter[moved].pos
        if step and pos is not None:
            window["step"] = int(step.group(1))
            window["at"] = [pos.x - self.shift[0], pos.y - self.shift[1]]
        return window

    def in_order(self, windows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return windows by step, then in Initiative order."""
        order = initiative_order(self.encounter)
        return sorted(
            windows, key=lambda one: (one.get("step", ON_THE_SPOT), order.index(one["by"]))
        )

    def state(self) -> dict[str, dict[str, Any]]:
        """Return the fields of everybody after the last operation."""
        found = {}
        for one in self.encounter.everyone():
            sheet = sheet_of(one)
            found[one.id] = {
                **{key: getattr(sheet, key) for key in COPIED},
                "ap": sheet.ap,
                "aap": sheet.aap,
                "total_vitality": sheet.total_vitality,
                "current_vitality": sheet.current_vitality,
                "pos": self.place(one.id),
                "altitude": one.altitude,
                "charged": any(mod.source == "Charge" for mod in sheet.modifiers),
                "repeated_penalty": sum(
                    mod.value for mod in sheet.modifiers if mod.source == "Repeated Attack"
                ),
                "items": {
                    one.name: {
                        "integrity": one.integrity,
                        "damage": one.damage,
                        "dr": one.dr,
                        "state": one.state,
                    }
                    for one in sheet.items
                    if one.name != SOMETHING
                },
                "facing": None if one.facing_deg is None else _FACING_NAMES.get(one.facing_deg),
                "conditions": {
                    key: number if key in NUMBERED else True
                    for key, number in sheet.conditions.items()
                },
            }
        return found


def _places(case: dict[str, Any]) -> Iterator[tuple[int, int]]:
    given = case["given"]
    for fields in given.get("combatants", {}).values():
        if "pos" in fields:
            yield tuple(fields["pos"])
    for one in given.get("terrain", []):
        yield tuple(one["at"])
    for do in case["do"]:
        if "square" in do:
            yield tuple(do["square"])
        yield from (tuple(place) for place in do.get("path", []))


def _sheet(fields: dict[str, Any], weapons: tuple[Weapon, ...]) -> ArrgsSheet:
    total = fields.get("total_vitality", 50)
    modifiers = [
        Modifier(
            check=m.get("check", "all"),
            type=m["type"],
            value=m["value"],
            source=m.get("source", ""),
        )
        for m in fields.get("modifiers", [])
    ]
    if fields.get("charged"):
        modifiers.append(Modifier(check="reflex", value=-2, source="Charge", ends="round_end"))
    if fields.get("repeated_penalty"):
        modifiers.append(
            Modifier(value=fields["repeated_penalty"], source="Repeated Attack", ends="round_end")
        )
    items = tuple(
        Item(name=name, **{key: item[key] for key in ITEM_FIELDS if key in item})
        for name, item in fields.get("items", {}).items()
    )
    staggered = int(fields.get("conditions", {}).get("staggered", 0))
    in_hand = () if any(w.category == "melee" and not w.unarmed for w in weapons) else (IN_HAND,)
    return ArrgsSheet(
        **{key: fields[key] for key in COPIED if key in fields},
        ap=fields.get("ap", fields.get("ap_max", 3)),
        aap=fields.get("aap", fields.get("aap_max", 0)),
        total_vitality=total,
        current_vitality=fields.get("current_vitality", total),
        mods=frozendict(fields.get("mods", {})),
        modifiers=tuple(modifiers),
        speeds=frozendict(fields.get("speeds", {})),
        natural=frozenset(fields.get("natural", ["walking"])),
        dr=tuple(Resistance(value=dr["value"], type=dr["type"]) for dr in fields.get("dr", [])),
        vulnerable=frozenset(fields.get("vulnerable", ())),
        conditions=frozendict({k: int(n) for k, n in fields.get("conditions", {}).items() if n}),
        weapons=(*weapons, *in_hand),
        items=items,
        stagger_cut=staggered,
    )


def _weapon(key: str, fields: dict[str, Any]) -> Weapon:
    known = {name: fields[name] for name in Weapon.model_fields if name in fields}
    known["types"] = tuple(fields.get("types", ()))
    return Weapon(**{**known, "id": key})


def _spell(key: str, fields: dict[str, Any]) -> SpellEffect:
    keeps = fields.get("duration") == "concentration"
    return SpellEffect(
        id=key,
        caster=fields.get("caster", ""),
        controller=fields.get("controller", fields.get("caster", "")),
        spell_level=fields.get("level", 0),
        school=fields.get("school", ""),
        duration="concentration" if keeps else "lasting",
        controlled=fields.get("controlled_this_round", False),
    )


def _defence(question: Question, wanted: dict[str, Any] | None) -> Answer:
    if wanted is None or wanted["by"] != question.recipient:
        return question.default
    return Answer(option=wanted["check"])


def _answer(question: Question, window: dict[str, Any], left: list[dict[str, Any]]) -> Answer:
    for wanted in left:
        if wanted["by"] == window["by"] and wanted.get("step") in (None, window.get("step")):
            left.remove(wanted)
            return Answer(option=f"attack:{wanted['weapon']}")
    return question.default
