"""What the window shows beyond the fight itself: selection, notices, what is shown. Never saved.

A drag changes this only; the fight changes when a command is accepted.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.state.chart_choice import NO_CHART, ChartChoice
from gridwar.control.state.kept_measurements import NOTHING_MEASURED, Measuring
from gridwar.control.state.map_layers import AT_REST, Layer
from gridwar.engine.kit.offers_and_actions import Target

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridwar.control.records.ground_records import Point
    from gridwar.control.state.group_checks import GroupChecks
    from gridwar.control.state.plan_and_draft import ActionDraft, MovePlan
    from gridwar.control.state.stands_asked import StandsAsked
    from gridwar.control.state.tour_state import TourState
    from gridwar.engine.kit.offers_and_actions import Action, Need
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Refusal


class WallsShown(StrEnum):
    """Which walls are drawn in play on a picture, besides its doors and windows."""

    NONE = "none"
    MINE = "mine"
    """Those drawn here: the picture cannot show them."""
    ALL = "all"


class Placing(Struct, frozen=True):
    """Combatants held over the map to join the fight, where each would stand."""

    combatants: tuple[Combatant, ...]


class TokenMenu(Struct, frozen=True):
    """A menu that is wanted on the map: for a token, or (empty) for the place itself."""

    who: str
    cell: Cell


class Notice(Struct, frozen=True):
    """Something to tell: a refusal, an error, a withdrawal. ``again`` is what "anyway" submits."""

    text: str
    detail: str = ""
    """More, to be read and copied."""
    tone: Literal["refused", "error", "note"] = "refused"
    refusal: Refusal | None = None
    again: Command | None = None
    cell: Cell | None = None
    """Where on the map it belongs."""
    anyway: str = ""
    """Words for doing it anyway, where there are better ones than those."""
    wanted_target: bool = False
    """Whether a click on somebody was to follow: the next one selects nobody."""
    at: Target | None = None
    """What an action being picked was to be aimed at: done anyway, it is prepared there."""

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The rules by which it was refused."""
        return () if self.refusal is None else self.refusal.rule_ids


def refused_aim(refusal: Refusal, command: Command, chosen: Target) -> Notice:
    """Return why an action cannot be aimed as it was; anyway, it is prepared there."""
    again = command if refusal.waivable else None
    return Notice(refusal.text, refusal=refusal, again=again, at=chosen)


class FileState(Struct, frozen=True):
    """What the fight is kept in: a name, a mark such as "copy", whether all of it is on disk."""

    name: str = ""
    mark: str = ""
    saved: bool = True
    why: str = ""
    """Why it is not."""
    path: Path | None = None
    """Where it is; None where there is no file."""


class ListChoices(Struct, frozen=True):
    """What was chosen of the list of actions: kept in the settings, but for what is unfolded."""

    usual: tuple[str, ...] = ()
    """The rows that stand first, by their keys; empty for those that the roles say."""
    folded: frozendict[str, bool] = frozendict()
    """Whether a heading is folded, where somebody did it."""
    reasons_open: frozenset[str] = frozenset()
    """The codes of the reasons whose actions are shown."""


class StartAsked(StrEnum):
    """Why the start page lies over the map."""

    NO = ""
    START = "start"
    """The program was started without a fight."""
    NEW = "new"
    """A new fight was asked for."""
    MAPS = "maps"
    """The shelf of maps was asked for."""


POINTED: Final[Mapping[str, object]] = {
    "hover": None,
    "hovered": (),
    "plan": None,
    "door": "",
    "pin": "",
    "pin_held": None,
    "placing": None,
    "rubber_band": None,
}
"""What changes with the pointer alone, and how it is while that is elsewhere."""


class ViewState(Struct, frozen=True):
    """The whole view state."""

    tool: str = "select"
    """The active tool, by id."""
    selected: tuple[str, ...] = ()
    hover: Cell | None = None
    plan: MovePlan | None = None
    picking: Action | None = None
    """An action whose target or path has still to be chosen on the map."""
    picked: Target = Target()
    """What has been chosen for it so far."""
    needs_met: int = 0
    """How many of its needs that meets."""
    floor: str = ""
    """The id of the floor that is looked at; empty for the first."""
    shows_own: bool = False
    """Whether the map also marks those as targets for whom the action is not meant."""
    chosen: Action | None = None
    """The last action of which something had to be chosen on the map."""
    selected_before: tuple[str, ...] = ()
    """Who was selected before its actor was."""
    draft: ActionDraft | None = None
    checks: GroupChecks | None = None
    """The check of several that is under way."""
    free_move: bool = False
    typed_dice: bool = False
    typed: frozendict[str, tuple[int, ...]] = frozendict()
    """Faces typed so far for the dice that are wanted, by key."""
    notice: Notice | None = None
    layers: frozenset[Layer] = AT_REST
    """What is shown on the map at rest."""
    shows_all: bool = False
    """Whether every layer is shown, as long as a key is held."""
    layer_list: bool = False
    """Whether the list of layers is open over the map."""
    show_bands: bool = False
    show_grid: bool = True
    one_level: bool = False
    """Whether those on other levels than whoever is selected, or acts, are shadows."""
    seen_as_selected: bool = False
    """Whether the map is shown as those selected see it."""
    areas_off: frozenset[str] = frozenset()
    """What those areas of the rules are called that were taken off the map."""
    walls: WallsShown = WallsShown.MINE
    """Which walls are drawn in play on a picture."""
    start_page: StartAsked = StartAsked.NO
    """Whether the start page lies over the map."""
    start_shows_maps: bool = False
    """Whether it lists the shelf of maps in place of its doors."""
    start_rules: str = ""
    """While it does: the id of the rules that a new fight goes by."""
    pages_open: bool = False
    """Whether one chooses among the pages of a PDF, which lie over the map."""
    frames_part: bool = False
    """Whether arrows move the part that is taken of such a page."""
    tour: TourState | None = None
    """How far the tour has come; None while there is none."""
    presenting: bool = False
    """Whether players look at the window: nothing of the GM's is shown."""
    weapon: str = ""
    quick_error: str = ""
    placing: Placing | None = None
    rubber_band: tuple[Point, Point] | None = None
    """Two corners of a frame that selects what lies in it."""
    token_menu: TokenMenu | None = None
    hovered: tuple[str, ...] = ()
    door: str = ""
    """The door under the pointer, by its wall's id."""
    door_menu: str = ""
    """The door whose menu is wanted."""
    tie: tuple[str, str] = ("", "")
    """Those whose tie has its sign under the pointer."""
    tie_menu: tuple[str, str] = ("", "")
    """Those whose tie's menu is wanted."""
    pin: str = ""
    """The pin under the pointer."""
    pin_held: tuple[str, Point] | None = None
    """A pin that is dragged, and where it would stand, in cells."""
    pin_chosen: str = ""
    """The pin whose card is open, or that the tool is about."""
    pin_card: str = ""
    """The pin whose card is wanted."""
    pin_menu: str = ""
    """The pin whose menu is wanted."""
    prop_menu: str = ""
    """The prop whose menu is wanted."""
    file: FileState = FileState()
    measuring: Measuring = NOTHING_MEASURED
    """What was measured and stays on the map."""
    list_choices: ListChoices = ListChoices()
    chart: ChartChoice = NO_CHART
    """Which chart of squares lies on the map."""
    stands: StandsAsked | None = None
    """What is asked of squares where the one selected could stand; None while nothing is."""

    @property
    def need(self) -> Need | Literal[""]:
        """What has to be chosen on the map next; empty while nothing is."""
        return "" if self.picking is None else self.picking.needs[self.needs_met]

    def shows(self, layer: Layer) -> bool:
        """Return whether a layer is shown at rest, or because all are."""
        return self.shows_all or layer in self.layers

    @property
    def is_part(self) -> bool:
        """Whether what is chosen now is only one of several things that the action needs."""
        return self.picking is not None and len(self.picking.needs) > 1

    @property
    def is_in_step(self) -> bool:
        """Whether something is aimed, on a sheet or checked for all."""
        return self.picking is not None or self.draft is not None or self.checks is not None

    def selected_after(self, encounter: Encounter) -> tuple[str, ...]:
        """Return who is to be selected when an action is given up: as before it was chosen."""
        given_up = self.picking if self.draft is None else self.draft.action
        is_chosen = given_up is not None and given_up is self.chosen
        wanted = self.selected_before if is_chosen else self.selected
        return tuple(one for one in wanted if one in encounter)

    def unpointed(self) -> ViewState:
        """Return it as it would be with the pointer elsewhere and no move under way."""
        return replace(self, **POINTED)
