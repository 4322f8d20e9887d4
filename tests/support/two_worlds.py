"""Fights that are built twice and differ in one thing, and what players are shown of each.

A world has a hero and a mate of the party, a foe in sight, a lurker who is hidden, walls with a
secret door, smoke and a zone of the game master's. Whatever is secret in it bears a word of its
own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.players_record import PlayersPresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell, Point
from gridwar.model.pins import Pin
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import Zone
from tests.support.every_system import find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.control.records.players_records import PlayersRecord
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

PLACES = {"hero": (3, 3), "mate": (4, 6), "foe": (8, 3), "lurker": (12, 9)}
SECRETS = {
    "name": "Canary-true-name",
    "lurker": "Canary-lurker",
    "note": "Canary-note",
    "zone": "Canary-zone",
    "notes": "Canary-notes-of-the-fight",
    "title": "Canary-title",
    "wall": "Canary-wall",
    "pin": "Canary-pin",
}


def laid_out(system_id: str) -> Encounter:
    """Return the world before its first round."""
    system = find(system_id)
    sample = next(iter(system.data.samples()))
    fresh = system.new_encounter(SECRETS["title"])
    first, second = list(fresh.sides)[:2]
    people = {
        who: sample.replace(
            id=who,
            name={"foe": SECRETS["name"], "lurker": SECRETS["lurker"]}.get(who, who.capitalize()),
            pos=Cell(*place),
            side=first if who in ("hero", "mate") else second,
            hidden=who == "lurker",
            note=SECRETS["note"] if who == "foe" else "",
        )
        for who, place in PLACES.items()
    }
    walls = (
        Wall(id="w", a=Point(0, 8192), b=Point(4096, 8192), name=SECRETS["wall"]),
        _door("secret", 5, DoorState.SECRET),
        _door("locked", 7, DoorState.LOCKED),
    )
    zones = (
        Zone(id="s", kind="smoke", name=SECRETS["zone"], cells=(Cell(1, 1),)),
        Zone(id="h", kind="silence", name=SECRETS["zone"], cells=(Cell(2, 1),)),
    )
    pins = (Pin(id="p", point=Point(6144, 6144), label="1", text=SECRETS["pin"]),)
    page = fresh.map.with_walls(walls).with_zones(zones).with_pins(pins)
    return fresh.replace(combatants=frozendict(people), map=page, notes=SECRETS["notes"])


def _door(door_id: str, x: int, state: DoorState) -> Wall:
    a, b = Point(x * 1024, 8192), Point((x + 1) * 1024, 8192)
    return Wall(id=door_id, a=a, b=b, kind=WallKind.DOOR, door=state, name=SECRETS["wall"])


class World:
    """One world, with the game master's hands in it and the record that players are shown."""

    def __init__(self, system_id: str, start: Encounter | None = None) -> None:
        """Begin it: it is the hero's turn."""
        self.session = Session(find(system_id), start or laid_out(system_id), table=StrictTable)
        self.session.dice = SeededDice(7)
        self.session.submit(BeginFight())
        self.give_turn("hero")
        self.controller = Controller(self.session, odds_patience_s=60)
        self.tools = Toolbox(self.controller)
        self._players = PlayersPresenter(self.session)

    def players(self) -> PlayersRecord:
        """Return what players are shown."""
        return self._players.present(self.controller.sharing.now)

    def do(self, command: Command) -> None:
        """Do something that has to be accepted."""
        outcome = self.session.submit(command)
        assert not isinstance(outcome, Refused), outcome.refusal.text

    def put(self, who: str, field: str, value: str) -> None:
        """Set a value of somebody; ``value`` is JSON."""
        self.do(SetValue(who=(who,), field=field, value=value))

    def give_turn(self, who: str) -> None:
        """Give somebody the turn, where the rules know of any."""
        self.session.submit(TakeTurn(actor=who))
