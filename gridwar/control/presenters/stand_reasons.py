"""Why a square where somebody could stand is good, in a few words for each thing that counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from gridwar.control.insight.chart_figures import chance_of
from gridwar.control.measuring.range_bands import band_at
from gridwar.control.memo import KeptByKey
from gridwar.control.presenters.targets import RARE, one_in
from gridwar.control.text_format import percent, squares
from gridwar.engine.insight.stands.chips import ALL, ChipKind
from gridwar.engine.insight.stands.cover_at_squares import OUT_OF_SIGHT
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.engine.kit.yardstick_and_distances import apart, spot_of
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.cover_kinds import CoverDegree
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.insight.stands import Found
    from gridwar.engine.insight.stands.ranking import Figures
    from gridwar.model.geometry import Cell

WORKING: Final = "\u2026"
SAFETY: Final = ("danger", "seen", "cover")
WAYS: Final = ("band", "way", "left")
KINDS: Final = ("shot", *SAFETY, *WAYS)
"""What is told of a square, in the order in which it is told."""


class StandReasons:
    """Tells of squares what counts; what the grid and the rules say is kept for a search."""

    def __init__(self, controller: Controller) -> None:
        """Tell of a controller's fight."""
        self._controller = controller
        self._kept = KeptByKey()

    def of(self, found: Found, cell: Cell) -> dict[str, str]:
        """Return what is told of a square, by ``KINDS``; what does not matter is left out."""
        search, figures = found.search, found.figures.of.get(cell)
        told: dict[str, str] = {}
        if search.foes:
            told |= self._odds(found, cell, figures)
            target = self._target(found, figures)
            told |= self._kept.get(
                search, (cell, target), lambda: self._places(found, cell, target)
            )
        told |= self._kept.get(search, cell, lambda: self._way(found, cell))
        return {kind: told[kind] for kind in KINDS if told.get(kind)}

    # --- by the odds ----------------------------------------------------------------------------

    def _odds(self, found: Found, cell: Cell, figures: Figures | None) -> dict[str, str]:
        if not found.search.has_odds:
            return {}
        is_done = not self._controller.stands.figures.is_busy
        if figures is None or figures.chance is None or figures.danger is None:
            return {"shot": WORKING} if not is_done else {}
        best, danger = figures.chance.best, figures.danger
        shot = _("nobody to attack")
        if best is not None:
            shot = f"{self._name(found, best.whom)} {percent(chance_of(best))}"
            if best.down >= RARE:
                shot = _("{target}, down {chance}").format(target=shot, chance=one_in(best.down))
        if not danger.strikes:
            return {"shot": shot, "danger": _("nobody strikes there")}
        names = [self._name(found, one.by) for one in danger.strikes if one.loss > 0]
        by = names[0] if len(names) == 1 else _("{n} foes").format(n=len(names))
        text = _("loses {points} to {whom}")
        points = f"{danger.loss:.1f}"
        if not names:
            return {"shot": shot, "danger": _("nobody hurts there")}
        return {"shot": shot, "danger": text.format(points=points, whom=by)}

    def _name(self, found: Found, who: str) -> str:
        return found.search.known[who].name

    def _target(self, found: Found, figures: Figures | None) -> str:
        """Return whose distance is told: of the one asked about, else of the best target."""
        for kind in (ChipKind.RANGE, ChipKind.SEES):
            for one in found.answer.chips:
                if one.chip.kind == kind and one.left is not None and one.chip.whom != ALL:
                    return one.chip.whom
        if figures is not None and figures.chance is not None and figures.chance.best is not None:
            return figures.chance.best.whom
        return ""

    # --- by grid and rules ----------------------------------------------------------------------

    def _places(self, found: Found, cell: Cell, target: str) -> dict[str, str]:
        search = found.search
        ranks = {foe: search.covers.exact(foe, cell) for foe in search.foes}
        seeing = [foe for foe, rank in ranks.items() if rank != OUT_OF_SIGHT]
        told = {"seen": self._seen(found, seeing)}
        if seeing and search.covers.matters:  # whoever does not see gives no cover
            told = {"cover": self._cover(found, {foe: ranks[foe] for foe in seeing})}
        if target:
            told["band"] = self._band(found, cell, target)
        return told

    def _seen(self, found: Found, seeing: list[str]) -> str:
        if not seeing:
            return _("unseen")
        if len(seeing) == 1:
            return _("seen by {name}").format(name=self._name(found, seeing[0]))
        return _("seen by {n}").format(n=len(seeing))

    def _cover(self, found: Found, ranks: dict[str, int]) -> str:
        """Return from whom, or from how many, there is which cover, the best first."""
        degrees, counts = list(CoverDegree), Counter(ranks.values())
        words = []
        for rank in sorted(counts, reverse=True):
            those = [foe for foe, one in ranks.items() if one == rank]
            whom = self._name(found, those[0]) if len(those) == 1 else str(len(those))
            text = _("{cover} from {whom}").format(cover=degree_title(degrees[rank]), whom=whom)
            words.append(text)
        return ", ".join(words)

    def _band(self, found: Found, cell: Cell, target: str) -> str:
        search, there = found.search, found.search.at(cell)
        other, mine, name = there[target], there[search.who], self._name(found, target)
        if other.pos is None:
            return ""
        label = band_at(search.system, there, mine, search.rings, (other.pos, target))
        if label is not None and search.rings:
            return _("{name} at {band}").format(name=name, band=label.text)
        measure = search.system.yardstick(there)
        here, away = spot_of(there, measure, mine), spot_of(there, measure, other)
        if here is None or away is None:
            return ""
        far = squares(apart(measure, here, away).total_cells)
        return _("{name} at {far}").format(name=name, far=far)

    def _way(self, found: Found, cell: Cell) -> dict[str, str]:
        search = found.search
        if cell == search.home:
            return {"way": _("where it stands")}
        ways = self._controller.ways_known
        plan = ways.way(search.who, search.side, cell)
        if plan is None:
            return {"way": _("not reached this turn")}
        planner = ways.planner(search.who, search.side)
        zones = planner.movement.zones
        label = _("too far") if zones and plan.zone is None else ""
        label = label if plan.zone is None else zones[plan.zone].label
        words = ", ".join(filter(None, (plan.cost_text, label)))
        seen = preview(search.system, search.known, planner.command(plan))
        if seen.refusal is not None:
            return {"way": words}
        left = search.system.turns.acts_left(seen.after, search.who)
        if left is None:
            return {"way": words}
        text = ngettext("{n} action left", "{n} actions left", left).format(n=left)
        text = text if left else _("no action left")
        if not search.strikes_from(cell):
            text = _("{left}, too little to strike").format(left=text)
        return {"way": words, "left": text}
