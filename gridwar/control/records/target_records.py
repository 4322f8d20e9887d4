"""What is shown while an action is aimed, as frozen records: the list of targets, and on the map.

Texts come translated and ready. A target without a figure has none, or none yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.control.records.panel_records import TokenBit
    from gridwar.engine.kit.card_order_and_flow import PipKind
    from gridwar.engine.kit.command_draft import CommandChoice


class ChanceView(Struct, frozen=True):
    """How likely an action is at one target.

    Attributes:
        figure: such as ``83 %``; empty where nothing is tested, or not known yet.
        least: the smaller chance beside it, with what brings it about: ``Dodge 58 %``.
        share: the figure as a share of a bar, 0 to 1; None for no bar.
        mark: where the smaller chance is marked on it.
        is_working: whether it is still being worked out.
    """

    figure: str = ""
    least: str = ""
    share: float | None = None
    mark: float | None = None
    is_working: bool = False


class TargetRow(Struct, frozen=True):
    """A target that can be chosen.

    Attributes:
        who: its id.
        number: its place in the order of Tab, from 1.
        where: how far off, and behind what.
        result: what comes of it: how much is lost, how often it goes down.
        is_picked: it is chosen already, one of several.
    """

    who: str
    name: str
    token: TokenBit
    number: int
    chance: ChanceView = ChanceView()
    where: str = ""
    result: str = ""
    is_pointed: bool = False
    is_picked: bool = False
    is_hidden: bool = False

    @property
    def spoken(self) -> str:
        """All of it in one line, for who hears it."""
        chance = ", ".join(filter(None, (self.chance.figure, self.chance.least)))
        return "; ".join(filter(None, (self.name, chance, self.where, self.result)))


class RefusedTargets(Struct, frozen=True):
    """Those who cannot be chosen for one reason, each by id, name and token."""

    reason: str
    rule: str
    targets: tuple[tuple[str, str, TokenBit], ...]


class TargetsView(Struct, frozen=True):
    """The step "at whom?".

    Attributes:
        title: the action's; ``note`` and ``price`` as in the list of actions.
        ask: what is to be chosen, and how the targets stand.
        targets: those it is meant for.
        others: everybody else who can be chosen, under ``others_title``.
        refused: those who cannot, by their reason.
        choices: how it is done, as the rules offer it.
        ground: what can be done with a cell; empty where it cannot be aimed at one.
        at_once: the words of the button that plays it with these choices.
    """

    title: str
    icon: str
    note: str = ""
    price: tuple[PipKind, ...] = ()
    ask: str = ""
    targets: tuple[TargetRow, ...] = ()
    others: tuple[TargetRow, ...] = ()
    others_title: str = ""
    refused: tuple[RefusedTargets, ...] = ()
    choices: tuple[CommandChoice, ...] = ()
    ground: str = ""
    at_once: str = ""
    """Empty where a target has still to be pointed at."""


# --- on the map ----------------------------------------------------------------------------------


class TargetTag(Struct, frozen=True):
    """What stands at a target on the map.

    Attributes:
        at: the middle of its token, in cells; ``reach`` half its width and height.
        number: its place in the order of Tab; 0 for one that cannot be chosen.
        figure: its chance, or another figure; a small tag has nothing else.
        where: the second line.
        cover: an icon before its last words; empty for none.
        is_small: whether there are larger ones enough.
        who: whose token it is at, wherever that is drawn.
    """

    at: Point
    reach: Point
    number: int
    figure: str
    where: str = ""
    cover: str = ""
    is_small: bool = False
    is_working: bool = False
    who: str = ""


class GhostSheet(Struct, frozen=True):
    """The sheet as it would be of who is pointed at, in short.

    Attributes:
        at: the box of cells of the target's token: x, y, width, height.
        start: where whoever acts stands; the line from there stays free. None beyond the map.
        figures: each with what it is the chance of, the greater first.
        loss: what is lost on average when anything is; ``down`` how often it goes down.
        cover: what lies between, and what it counts.
        lines: what counts most of the sum; ``rest`` how much of it is not shown.
        needs: what has to be rolled.
        keys: each with what it does.
    """

    at: tuple[float, float, float, float]
    name: str
    number: int
    start: Point | None = None
    where: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    is_working: bool = False
    loss: str = ""
    down: str = ""
    cover: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    rest: str = ""
    needs: str = ""
    refusal: str = ""
    keys: tuple[tuple[str, str], ...] = ()


class AimView(Struct, frozen=True):
    """What the map shows while an action is aimed."""

    tags: tuple[TargetTag, ...] = ()
    cursor: CellXY | None = None
    ghost: GhostSheet | None = None
