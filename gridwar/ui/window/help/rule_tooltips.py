"""Tooltips and rules under the pointer: resting tells of a part, a click on an id opens its card.

Works on what widgets say of themselves (drawn rule ids, tooltip, accessible name, label), so that
no panel has to do anything for it. The log, which is one widget of many lines, is asked for the
id under the pointer and hears clicks itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QCursor, QEnterEvent, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QTabBar, QWidget
from shiboken6 import isValid

from gridwar.control.presenters.rule_card import present_rule, rule_words
from gridwar.control.text_format import rule_ids
from gridwar.ui.map.frame.legend import Legend
from gridwar.ui.panels.log_panel import LogList
from gridwar.ui.style.tooltip_window import Tip, hide_tip, keep_tips_off, show_tip
from gridwar.ui.style.tooltips import tip_and_key
from gridwar.ui.tasks.deferred_calls import Debounce
from gridwar.ui.widgets.figures.record_list import RecordList
from gridwar.ui.widgets.painting.rule_spots import label_spots, rule_at, spot_at
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton
from gridwar.ui.widgets.painting.visible_words import left_to_say, words_in_view
from gridwar.ui.window.help.rule_places import named_at_spot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.control.controller.controller import Controller
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.popovers.rule_cards import NamedBy
    from gridwar.ui.widgets.painting.rule_spots import RuleSpot


class RuleHints(QObject):
    """Watches the part of a window that the pointer is over; the map itself names no rules.

    Every event of what is watched comes by here. So of each part only its outermost widget is
    watched, for the pointer to enter it, and until it leaves again all that is within.
    """

    def __init__(
        self,
        controller: Controller,
        window: QWidget,
        over: MapView,
        open_card: Callable[[str, NamedBy], None],
    ) -> None:
        """Watch a window.

        Args:
            controller: Knows the rules.
            window: Its parts are watched, those too that come later.
            over: The map: of it only what floats over it, and its legend.
            open_card: Shows a card beside what named it.
        """
        super().__init__(window)
        self._controller = controller
        self._map = over
        self._open_card = open_card
        self._quiet = Debounce(self)
        self._over: QWidget | None = None
        """The part that the pointer is over; it may be deleted."""
        self._pressed = ""
        """The rule whose id the left button went down on."""
        self._cursor: tuple[QWidget, QCursor | None] | None = None
        """Where the pointer is a hand because of a rule id, and the cursor there before."""
        self._watch_parts(window)
        self._watch_part(over.legend)
        keep_tips_off(window, over.tags_on_screen)

    def _watch_parts(self, frame: QWidget) -> None:
        """Watch what lies in a frame around the map or on the map, each part by itself."""
        frame.installEventFilter(self)
        for child in frame.children():
            if isinstance(child, QWidget):
                self._watch_part(child)

    def _watch_part(self, part: QWidget) -> None:
        if part is self._map.viewport() or part.isWindow():  # such as a tooltip
            return
        if part is self._map or part.isAncestorOf(self._map):
            self._watch_parts(part)
        else:
            self._listen(part)

    def _is_part(self, widget: QWidget) -> bool:
        frame = widget.parentWidget()
        is_framed = frame is not None and (frame is self._map or frame.isAncestorOf(self._map))
        return is_framed or widget is self._map.legend

    def _listen(self, widget: QWidget) -> None:
        widget.installEventFilter(self)
        if isinstance(widget, QLabel | Painted):
            widget.setMouseTracking(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell and open the rules that a widget names; watch what has come."""
        if not isinstance(watched, QWidget):
            return False
        if isinstance(event, QHelpEvent):
            return event.type() == QEvent.Type.ToolTip and self._tell(watched, event)
        if isinstance(event, QMouseEvent):
            return self._follow_mouse(watched, event)
        if isinstance(event, QChildEvent):
            child = event.child() if event.polished() else None  # sooner it is not made yet
            if isinstance(child, QWidget):
                self._see(child, watched)
        elif isinstance(event, QEnterEvent) and self._is_part(watched):
            self._over = watched
            self._listen_within(watched)
        elif event.type() == QEvent.Type.Leave:
            self._leave(watched)
        return False

    def _see(self, child: QWidget, parent: QWidget) -> None:
        """Watch a widget that was added: a part, or something inside the one under the pointer."""
        if self._is_part(child):
            self._watch_part(child)
        elif not child.isWindow() and (parent is self._over or not self._is_part(parent)):
            # Once no more come: what is just being made has hundreds of events and no rules yet.
            self._quiet.ask(self._listen_again)

    def _listen_again(self) -> None:
        if self._over is not None and isValid(self._over):
            self._listen_within(self._over)

    def _listen_within(self, part: QWidget) -> None:
        for widget in (part, *part.findChildren(QWidget)):
            self._listen(widget)

    def _leave(self, watched: QWidget) -> None:
        self._point(watched, "")
        if self._is_part(watched):
            self._over = None
            for widget in watched.findChildren(QWidget):
                widget.removeEventFilter(self)

    def _follow_mouse(self, widget: QWidget, event: QMouseEvent) -> bool:
        """Open the rule whose id is clicked; return whether the event is meant for it."""
        rule_id = _clickable(widget, event.position())
        match event.type():
            case QEvent.Type.MouseMove:
                self._point(widget, rule_id)
                return bool(rule_id) and not event.buttons()
            case QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonDblClick:
                is_left = event.button() == Qt.MouseButton.LeftButton
                self._pressed = rule_id if is_left else ""
                return bool(self._pressed)
            case QEvent.Type.MouseButtonRelease if self._pressed:
                pressed, self._pressed = self._pressed, ""
                if pressed == rule_id:
                    self._open_card(rule_id, _named(widget, event.position()))
                return True
        return False

    def _point(self, widget: QWidget, rule_id: str) -> None:
        """Let the pointer be a hand over a rule id, and what it was elsewhere."""
        if isinstance(widget, Painted | PaintedButton) and widget.pointed_rule != rule_id:
            widget.pointed_rule = rule_id
            widget.update()
        had, before = self._cursor or (None, None)
        if rule_id and had is not widget:
            has_own = widget.testAttribute(Qt.WidgetAttribute.WA_SetCursor)
            self._cursor = (widget, QCursor(widget.cursor()) if has_own else None)
            widget.setCursor(Qt.CursorShape.PointingHandCursor)
        elif not rule_id and had is widget:
            self._cursor = None
            if before is None:
                widget.unsetCursor()
            else:
                widget.setCursor(before)

    def _aims(self) -> bool:
        """Return whether a target is being chosen on the map: tooltips would hide its figures."""
        view = self._controller.view
        return view.picking is not None and view.draft is None

    def _tell(self, widget: QWidget, event: QHelpEvent) -> bool:
        """Show the tooltip of a widget, with the rules it names; return whether it has one."""
        told = _told(widget, event.pos())
        ids = tuple(rule_ids(told.said))
        found = [present_rule(self._controller, one) for one in ids]
        rules = [rule_words(one) for one in found if one is not None]
        if told.said not in ids:  # the pointer is not on an id
            rules = [one.partition("\n")[0] for one in rules]
        rules = [one for one in rules if one not in told.words]
        if not (told.words or told.key or rules):
            return False
        if self._aims() and not _clickable(widget, QPointF(event.pos())):
            hide_tip()
            return True
        seen = words_in_view(widget, told.box)
        words, key = left_to_say(told.words, (*seen, *ids)), "" if told.key in seen else told.key
        show_tip(event.globalPos(), Tip(words, key, tuple(rules)), widget, told.box)
        return True


class _Told(Struct, frozen=True):
    """What is told of a place in a widget.

    Attributes:
        words: Its tooltip.
        said: All that may name rules.
        box: The part of the widget that it is said of.
        key: The key that does the same.
    """

    words: str
    said: str
    box: QRect
    key: str = ""


def _named(widget: QWidget, at: QPointF) -> NamedBy:
    """Return the rule id at a place of a widget as what names a card."""
    spots: Iterable[RuleSpot] = ()
    if isinstance(widget, Painted | PaintedButton):
        spots = widget.rule_spots
    elif isinstance(widget, QLabel):
        spots = label_spots(widget)
    return named_at_spot(widget, at, spots)


def _clickable(widget: QWidget, at: QPointF) -> str:
    """Return the rule whose id stands in a widget at a place."""
    if isinstance(widget, Painted | PaintedButton):
        return rule_at(widget.rule_spots, at)
    if isinstance(widget, Legend):
        return widget.rule_at(at)
    return rule_at(label_spots(widget), at) if isinstance(widget, QLabel) else ""


def _told(widget: QWidget, at: QPoint) -> _Told:
    """Return what is told where the pointer is."""
    if isinstance(widget, Painted | PaintedButton):
        spot = spot_at(widget.rule_spots, QPointF(at))
        if spot is not None:
            return _Told(spot.said, spot.rule_id, spot.box.toAlignedRect())
    pointed = _clickable(widget, QPointF(at))
    if pointed:
        return _Told("", pointed, widget.rect())
    lists = widget.parentWidget()
    if isinstance(lists, LogList):
        found = lists.part_at(at)
        said = found[1].text if found is not None and found[1].kind == "rule" else ""
        return _Told("", said, widget.rect())
    if isinstance(lists, RecordList):
        tip = lists.tip_at(at)
        return _Told(tip, tip, lists.visualRect(lists.indexAt(at)))
    if isinstance(widget, QTabBar):
        number = widget.tabAt(at)
        key = str(widget.tabData(number) or "")
        return _Told(widget.tabText(number), "", widget.tabRect(number), key)
    words, key = tip_and_key(widget)
    named = [words, widget.accessibleName(), widget.accessibleDescription()]
    if isinstance(widget, QLabel) and not widget.wordWrap():
        named.append(widget.text())
    return _Told(words, " ".join(named), widget.rect(), key)
