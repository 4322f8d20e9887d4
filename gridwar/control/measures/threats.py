"""Threat on the map: of the one selected and foes near it, of all foes, or after their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from gridwar.control import scene_records as sr
from gridwar.control.exposure import Exposed, ExposureMaker, standing
from gridwar.control.kept import Kept
from gridwar.control.measure_records import MeasureBlock, MeasureChoice, MeasureRow, MeasureView
from gridwar.control.measuring import Threats
from gridwar.control.words import token_bit
from gridwar.model.geometry import cell_name
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.controller import Controller
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

NEAR_CELLS: Final = 8
"""Only threats as near as this are shown while nothing is planned."""
NAMED: Final = 3
Drawn: TypeAlias = tuple[tuple[sr.OverlayView, ...], tuple[sr.LegendEntry, ...]]


class ThreatPresenter:
    """Works out whose threat is drawn; keeps it while the fight stays as it is."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's fight."""
        self._controller = controller
        self._foes: Kept[tuple[str, ...]] = Kept()
        self._exposed: Kept[Exposed] = Kept()
        self._drawn: Kept[Drawn] = Kept()
        self._maker = ExposureMaker(
            lambda: controller.attacks.run_in_window(controller.show)
        )

    @property
    def mode(self) -> Threats | None:
        """Whose threat is drawn; None for nobody's."""
        view = self._controller.view
        return view.measuring.threats if view.show_threat else None

    def foes(self) -> tuple[str, ...]:
        """Return the foes, on the board and up, of whoever acts; else of the party."""
        encounter, actor = self._controller.encounter, self._controller.actor
        return self._foes.get((encounter, actor), lambda: self._find_foes(encounter, actor))

    def _find_foes(self, encounter: Encounter, actor: str | None) -> tuple[str, ...]:
        side = "1" if actor is None else encounter[actor].side
        known = self._controller.known
        return tuple(
            one.id
            for one in encounter.everyone()
            if one.pos is not None and encounter.are_foes(side, one.side)
            and not known.card(one.id).out
        )  # fmt: skip

    def exposed(self) -> Exposed:
        """Return who threatens which cell in the present mode."""
        controller = self._controller
        foes = self.foes()
        if self.mode is Threats.REACH:
            return self._maker.ask(controller.system, controller.encounter, foes)
        return self._exposed.get((controller.encounter, foes), lambda: self._exposed_to(foes))

    def _exposed_to(self, foes: tuple[str, ...]) -> Exposed:
        known = self._controller.known
        return standing({foe: self._inside(known.overlays(foe).threat) for foe in foes})

    def _inside(self, cells: frozenset[Cell]) -> frozenset[Cell]:
        return frozenset(filter(self._controller.encounter.map.contains, cells))

    def draw(self) -> Drawn:
        """Return the threats to be drawn, with their names."""
        view = self._controller.view
        if self.mode is Threats.REACH:  # comes when it is ready
            return self._draw()
        made_from = (
            self._controller.encounter, self._controller.actor, view.measuring,
            view.show_threat, view.plan,
        )  # fmt: skip
        return self._drawn.get(made_from, self._draw)

    def _draw(self) -> Drawn:
        view, encounter = self._controller.view, self._controller.encounter
        pinned = tuple(who for who in encounter.combatants if who in view.measuring.threats_of)
        found: list[sr.OverlayView] = []
        legend: list[sr.LegendEntry] = []
        for who in pinned:
            cells = self._inside(self._controller.known.overlays(who).threat)
            if cells:
                found.append(sr.RegionOverlay(sr.RegionRole.THREAT, cells, filled=False))
                text = _("threat of {name}").format(name=encounter[who].name)
                legend.append(sr.LegendEntry(sr.RegionRole.THREAT, text, f"threat:{who}"))
        if self.mode is None or (encounter.round == 0 and self.mode is Threats.NEAR):
            return tuple(found), tuple(legend)
        actor = self._controller.actor
        if self.mode is Threats.NEAR or view.plan is not None:
            near = [] if actor is None else list(self._near(encounter[actor]))
            found += [region for _name, region in near]
            legend += _near_legend([name for name, _region in near])
            return tuple(found), tuple(legend)
        exposed = self.exposed()
        if exposed.foes:
            found.append(sr.RegionOverlay(
                sr.RegionRole.THREAT, exposed.cells, filled=not view.measuring.templates
            ))  # fmt: skip
            legend.append(sr.LegendEntry(
                sr.RegionRole.THREAT, _all_words(self.mode, len(exposed.foes)), "threats"
            ))  # fmt: skip
        return tuple(found), tuple(legend)

    def _near(self, mine: Combatant) -> Iterator[tuple[str, sr.RegionOverlay]]:
        plan, known = self._controller.view.plan, self._controller.known
        own = known.overlays(mine.id)
        if plan is None and own.threat and mine.pos is not None:
            yield mine.name, _threat(self._inside(own.threat))
        touched = frozenset(plan.cells) if plan is not None else None
        for foe, overlays in known.threats_against(mine.side):
            cells = overlays.threat
            if touched is not None and touched.isdisjoint(cells):
                continue
            if touched is None and not _is_near(cells, mine):
                continue
            yield foe.name, _threat(self._inside(cells))

    def hover_label(self) -> tuple[sr.OverlayView, ...]:
        """Return who threatens the cell under the pointer, in the modes that show all."""
        hover = self._controller.view.hover
        if self.mode not in (Threats.ALL, Threats.REACH) or hover is None:
            return ()
        who = self.exposed().at(hover)
        if not who:
            return ()
        text = _("threatened by {names}").format(names=self.names(who))
        at = (hover.x + 0.5, hover.y + 0.5)
        return (sr.LabelOverlay(at, text, role=sr.Role.THREAT, icon="triangle-alert"),)

    def names(self, who: tuple[str, ...]) -> str:
        """Return some names, the rest as a number."""
        encounter = self._controller.encounter
        shown = ", ".join(encounter[one].name for one in who[:NAMED])
        more = len(who) - NAMED
        return _("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown

    # --- the panel -------------------------------------------------------------------------------

    def panel(self) -> MeasureView:
        """Return whose threat is drawn, and who threatens what is under the pointer."""
        view, encounter = self._controller.view, self._controller.encounter
        mode = self.mode
        modes = (
            MeasureChoice("mode:none", _("None"), mode is None),
            MeasureChoice("mode:near", _("Those near"), mode is Threats.NEAR),
            MeasureChoice("mode:all", _("All foes"), mode is Threats.ALL),
            MeasureChoice("mode:reach", _("All, after their moves"), mode is Threats.REACH),
        )
        exposed = self.exposed()
        blocks = [MeasureBlock(_("Whose"), _("T goes to the next."), choices=modes)]
        if view.hover is not None and encounter.map.contains(view.hover):
            who = exposed.at(view.hover)
            rows = tuple(
                MeasureRow(
                    encounter[one].name, self._controller.known.overlays(one).threat_label,
                    token=token_bit(encounter, encounter[one]),
                )
                for one in who
            )  # fmt: skip
            heading = _("At {cell}").format(cell=cell_name(*view.hover))
            blocks.append(MeasureBlock(heading, "" if rows else _("Nobody threatens it."), rows))
        rows = tuple(
            MeasureRow(
                encounter[one].name, self._controller.known.overlays(one).threat_label,
                key=f"one:{one}", token=token_bit(encounter, encounter[one]),
                value=_("pinned") if one in view.measuring.threats_of else "",
                tooltip=_("Click to pin its threat, or to take it off"),
            )
            for one in exposed.foes
        )  # fmt: skip
        blocks.append(MeasureBlock(
            _("Foes"), _("Click one, here or on the map, to pin its threat."), rows
        ))  # fmt: skip
        return MeasureView(_("Threat"), _mode_title(mode), "", tuple(blocks))


def _mode_title(mode: Threats | None) -> str:
    return {
        None: _("Threats are not shown"),
        Threats.NEAR: _("Threats near the one selected"),
        Threats.ALL: _("What all foes threaten"),
        Threats.REACH: _("Where foes can strike after moving"),
    }[mode]


def _all_words(mode: Threats, count: int) -> str:
    if mode is Threats.REACH:
        words = ngettext("{n} foe, moves included", "{n} foes, moves included", count)
    else:
        words = ngettext("{n} foe threatens", "{n} foes threaten", count)
    return words.format(n=count)


def _near_legend(names: list[str]) -> list[sr.LegendEntry]:
    if not names:
        return []
    text = names[0]
    if len(names) > 1:
        text = _("{name} and {n} more").format(name=names[0], n=len(names) - 1)
    return [sr.LegendEntry(sr.RegionRole.THREAT, _("threat: {who}").format(who=text), "threats")]


def _threat(cells: frozenset[Cell]) -> sr.RegionOverlay:
    return sr.RegionOverlay(sr.RegionRole.THREAT, cells, filled=False)


def _is_near(cells: frozenset[Cell], mine: Combatant) -> bool:
    if mine.pos is None:
        return False
    x, y = mine.pos
    return any(max(abs(cell.x - x), abs(cell.y - y)) <= NEAR_CELLS for cell in cells)
