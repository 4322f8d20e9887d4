"""What players are shown, as frozen records made by an allow-list: what is not named stays out.

Owns no secret: no true names, notes, numbers of foes, odds, refusals; nothing of what the game
master selects, points at, plans or is asked. Nothing here knows Qt, colours or pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Box
    from gridwar.control.records.scene_records import SceneView


class Face(Struct, frozen=True):
    """One of those in the strip.

    Attributes:
        id: the combatant's.
        letters: on its token.
        name: what players call it.
        side: index 0 to 5.
        picture: on its token.
        acted: its turn in this round is over.
        now: it is its turn.
        next: it comes next.
    """

    id: str
    letters: str
    name: str
    side: int = 0
    picture: str | None = None
    acted: bool = False
    now: bool = False
    next: bool = False


class StripView(Struct, frozen=True):
    """The strip: where the fight stands, and the faces of those who were met, in their order."""

    title: str
    faces: tuple[Face, ...] = ()


class HandoutView(Struct, frozen=True):
    """A picture laid before the players."""

    id: str
    picture: str
    caption: str = ""
    beside: bool = False


class BlankView(Struct, frozen=True):
    """Nothing but a colour, or a picture by its hash."""

    picture: str = ""


class PlayersRecord(Struct, frozen=True):
    """Everything that players are shown.

    Attributes:
        scene: the map, made for them.
        strip: where the fight stands; None where it is not shown.
        handout: what lies before them.
        blank: shown in place of all else.
        party: their own people in sight: what a camera may follow.
        acting: whose turn it is, by its place; None while an unmet one acts.
    """

    scene: SceneView
    strip: StripView | None = None
    handout: HandoutView | None = None
    blank: BlankView | None = None
    party: tuple[Box, ...] = ()
    acting: Box | None = None
