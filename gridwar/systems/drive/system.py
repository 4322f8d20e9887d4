"""The drive rules as the engine sees them."""

from __future__ import annotations

from gridwar.engine.kit import Board, Cards, Data, Offers, Play, System, Turns, Window
from gridwar.systems.drive.attacks import attack, zones
from gridwar.systems.drive.auras import answers, upkeep
from gridwar.systems.drive.core import events
from gridwar.systems.drive.core.headings import GROUPS
from gridwar.systems.drive.core.measure import yardstick
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.state import DriveSettings, DriveState
from gridwar.systems.drive.core.switches import DriveSwitches
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.after_effects import put_out_fires
from gridwar.systems.drive.pseudogravity import using
from gridwar.systems.drive.samples import samples
from gridwar.systems.drive.shielding import meeting
from gridwar.systems.drive.turns import ending, moving, points, rounds
from gridwar.systems.drive.views.cards import card_of, facts_of
from gridwar.text import _


def _read_tables() -> None:
    constants()


SYSTEM = System(
    id="drive",
    title="Drive",
    playable=False,
    data=Data(
        sheet=DriveSheet,
        rules=DriveState,
        switches=DriveSwitches,
        settings=DriveSettings,
        fight_fields=frozenset({"links", "particle_attacks", "resist_locked"}),
        fight_state=frozenset({"acted", "has_moved"}),
        samples=samples,
        read_tables=_read_tables,
    ),
    play=Play(
        chapters=(events, attack, zones, answers, upkeep, using, moving, points, rounds, ending),
        handlers=rounds.CYCLE.handlers,
        windows={meeting.WINDOW: Window(_("which shield is next"), is_proposal=True)},
        settle=put_out_fires,
    ),
    turns=Turns(order=rounds.order, flow=rounds.flow, reordered=rounds.reordered),
    offers=Offers(groups=GROUPS),
    board=Board(movement=moving.movement, yardstick=yardstick),
    cards=Cards(card=card_of, facts=facts_of),
)
