"""The grid that was found on a picture, in the hand of the tool that sets up the map.

Owns its keys: take, half, double, none, straighten. What it comes to is shown as any setup of the
tool is, so that it can be nudged, dragged and typed before it is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from msgspec.structs import replace

from gridwar.control.maps.grid_proposal import DOUBLE, HALF, GridProposal
from gridwar.control.records import panel_records as pr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.view_state import Notice
from gridwar.formats.picture_draft import CELL_SIZE, FOUND
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.controller.controller import Controller
    from gridwar.control.maps.map_setup import MapSetup
    from gridwar.control.records.printed_grid_records import GridProposalView
    from gridwar.control.state.pointer_and_keys import KeyEvent
    from gridwar.formats.grid_finding import GridFinding
    from gridwar.formats.import_report import ImportReport
    from gridwar.model.battlemap import Picture

TAKE_CAP: Final = "\u21b5"
HALF_CAP, DOUBLE_CAP, NONE_CAP, STRAIGHTEN_CAP, FIND_CAP = "/", "*", "N", "Tab", "1"
_HALF_KEYS: Final = frozenset({"slash", "comma"})
_DOUBLE_KEYS: Final = frozenset({"asterisk", "period"})
_NONE_KEYS: Final = frozenset({"n", "0"})
_STRAIGHTEN_KEYS: Final = frozenset({"tab"})
_FIND_KEYS: Final = frozenset({"1"})


class SetupHolder(Protocol):
    """The tool: it holds the setup that is shown."""

    @property
    def setup(self) -> MapSetup:
        """The setup as it would be."""

    def change(self, setup: MapSetup) -> None:
        """Show another setup."""

    def take_back(self) -> bool:
        """Give up what was changed and not yet applied."""


class ProposedGrid:
    """At most one proposal at a time."""

    def __init__(self, controller: Controller, tool: SetupHolder) -> None:
        self._controller = controller
        self._tool = tool
        self._proposal: GridProposal | None = None
        self._told: tuple[ImportReport, str, ImportReport] | None = None

    @property
    def proposal(self) -> GridProposal | None:
        """The proposal, as long as the picture lies as it did when it was made."""
        proposal = self._proposal
        if proposal is None or self._controller.encounter.map.picture != proposal.laid:
            return None
        return proposal

    @property
    def can_take(self) -> bool:
        """Whether there is one that can be laid."""
        return self.proposal is not None and self.proposal.can_take(self._tool.setup)

    def enter_words(self) -> str:
        """Return what Enter does with it; empty where that is nothing of the proposal's."""
        view = self.view()
        if view is None:
            return ""
        return _("Take this grid") if view.can_take else view.straighten

    def enter(self) -> bool:
        """Make a stretched picture square, which has to come first; return whether it is one."""
        is_first = not self.can_take and bool(self.enter_words())
        if is_first:
            self.straighten()
        return is_first

    def view(self) -> GridProposalView | None:
        """Return what is said of it."""
        return None if self.proposal is None else self.proposal.view(self._tool.setup)

    def told_in(self, report: ImportReport) -> ImportReport:
        """Return a report whose question for the cell has the answer that is proposed as its own.

        Until it is taken, or another, the map lies as it was guessed: two figures would be seen.
        """
        proposal = self.proposal
        if proposal is None or not self.can_take:
            return report
        chosen = "" if proposal.is_by_hand else FOUND
        if self._told is None or self._told[:2] != (report, chosen):
            checks = tuple(
                replace(one, chosen=chosen) if one.id == CELL_SIZE and not one.is_answered else one
                for one in report.checks
            )
            self._told = (report, chosen, replace(report, checks=checks))
        return self._told[2]

    def forget(self) -> None:
        """Propose nothing."""
        self._proposal = None

    def lay_by_hand(self) -> None:
        """Say that the picture was moved under the lines."""
        if self.proposal is not None:
            self._proposal = self.proposal.by_hand()

    def propose(self, finding: GridFinding, picture: Picture | None = None) -> None:
        """Propose a finding.

        Args:
            finding: What was found.
            picture: The file it was found on; None for the map's own.
        """
        laid = self._controller.encounter.map.picture
        if laid is None or laid.width_px is None:
            return
        self._tool.take_back()
        self._proposal = GridProposal(finding, laid, picture or laid)
        self._tool.change(self._proposal.begun(self._tool.setup))

    # --- what is done ----------------------------------------------------------------------------

    def scale(self, times: float) -> None:
        """Make the cells half or twice as long, or longer by any factor."""
        proposal = self.proposal
        if proposal is None or not self.can_take:
            return
        scaled = proposal.scaled(self._tool.setup, times)
        if scaled is not None:
            self.lay_by_hand()
            self._tool.change(scaled)

    def half(self) -> None:
        """Make the cells half as long."""
        self.scale(HALF)

    def double(self) -> None:
        """Make the cells twice as long."""
        self.scale(DOUBLE)

    def leave(self) -> None:
        """Take none of it: the picture lies as it did."""
        self._tool.take_back()

    def straighten(self) -> None:
        """Turn the picture back or make its cells square, and propose the grid of that."""
        proposal, view = self.proposal, self.view()
        if proposal is None or view is None or not view.straighten:
            return

        def made(picture: Picture, finding: GridFinding) -> None:
            if self._controller.encounter.map.picture == proposal.laid:
                self.propose(finding, picture)

        self._controller.map_import.straighten(proposal.picture, proposal.finding, made)

    def find(self) -> None:
        """Look for the grid of the map's picture."""
        page = self._controller.encounter.map
        picture = page.picture
        if picture is None or picture.width_px is None:
            return
        if page.floors:
            text = _("This map has several floors on one picture: its grid stays as it is.")
            self._controller.tell(Notice(text, tone="note"))
            return

        def found(finding: GridFinding) -> None:
            if self._controller.encounter.map.picture == picture:
                self.propose(finding)

        self._controller.map_import.look_for_grid(picture, found)

    # --- keys ------------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key of the proposal; return whether it was used."""
        if event.key in _FIND_KEYS and self._controller.encounter.map.picture is not None:
            self.find()
            return True
        view = self.view()
        if view is None:
            return False
        for keys, act, is_meant in self._ways(view):
            if event.key in keys and is_meant:
                act()
                return True
        return False

    def _ways(
        self, view: GridProposalView
    ) -> tuple[tuple[frozenset[str], Callable[[], None], bool], ...]:
        return (
            (_HALF_KEYS, self.half, view.can_take),
            (_DOUBLE_KEYS, self.double, view.can_take),
            (_NONE_KEYS, self.leave, view.can_take),
            (_STRAIGHTEN_KEYS, self.straighten, bool(view.straighten)),
        )

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the proposal, although the window has a use for it too."""
        view = self.view()
        if view is None or event.modifiers:
            return False
        is_straighten = event.key in _STRAIGHTEN_KEYS and bool(view.straighten)
        return is_straighten or (event.key in _NONE_KEYS and view.can_take)

    def hints(self) -> Iterator[pr.KeyHint]:
        """Yield the keys in the order of use, for the status bar."""
        view = self.view()
        if view is None:
            return
        if view.straighten:
            yield pr.KeyHint(STRAIGHTEN_CAP, view.straighten.lower())
        if view.can_take:
            yield pr.KeyHint(_("Enter"), _("take this grid"))
            yield pr.KeyHint(f"{HALF_CAP} ,", _("half"))
            yield pr.KeyHint(f"{DOUBLE_CAP} .", _("double"))
            yield pr.KeyHint(NONE_CAP, _("none"))

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return its lines over the picture, and what is said of it."""
        view, proposal = self.view(), self.proposal
        if view is None or proposal is None:
            return ()
        role = sr.Role.INTENT if view.can_take else sr.Role.PAPER
        label = sr.LabelOverlay((0.0, 0.0), view.words, role=role, icon="grid-3x3")
        lines = proposal.overlay(self._tool.setup)
        return (label,) if lines is None else (lines, label)
