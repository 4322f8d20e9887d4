"""The rule cards of a window: which are open, what named each, and what it was opened from.

One that is not pinned gives way to the next; pinned ones stay. What named a card stays marked
while it is open, and a card that a popover named goes with it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from shiboken6 import isValid

from gridwar.control.presenters.reference_cards import present_reference
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.effect_and_pool_commands import EndEffect
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch
from gridwar.text import _
from gridwar.ui.popovers.rule_popover import RulePopover
from gridwar.ui.widgets.containers.popover_base import Popover

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.rule_card_records import RuleCard
    from gridwar.model.geometry import Cell
    from gridwar.ui.popovers.popover_placing import PopoverPlaces
    from gridwar.ui.style.theme import Theme


class NamedBy(Struct, frozen=True):
    """What named a card.

    Attributes:
        widget: The widget in which it is named.
        box: The line, in the widget's pixels.
        mark: Marks the line while the card is open, and takes the mark off.
        row_id: The row of the log that it is in; 0 for none.
    """

    widget: QWidget
    box: QRect
    mark: Callable[[bool], None] | None = None
    row_id: int = 0


class _Open:
    """A card, and for what it was opened: its table shows what counts for that."""

    def __init__(self) -> None:
        self.row_id = 0
        self.cell: Cell | None = None
        self.named_by: NamedBy | None = None
        self.part: QWidget | None = None
        """The part of the window that named it."""

    def is_from(self, part: QObject) -> bool:
        return self.part is part


class RuleCards(QObject):
    """Opens, keeps and closes them.

    Signals: ``use_wanted(row of the log)``, ``switches_wanted()``, ``effect_wanted(effect)``.
    """

    use_wanted = Signal(int)
    switches_wanted = Signal()
    effect_wanted = Signal(str)

    def __init__(
        self,
        theme: Theme,
        over: tuple[QWidget, QWidget],
        controller: Controller,
        places: PopoverPlaces,
    ) -> None:
        """Begin with none.

        Args:
            theme: How they look.
            over: What they float over: the window, and its map.
            controller: The fight.
            places: Where popovers float.
        """
        window, self._map = over
        super().__init__(window)
        self.theme = theme
        self._window = window
        self._controller = controller
        self._places = places
        self._open: dict[RulePopover, _Open] = {}
        self._next: RulePopover | None = None
        """The one that is not pinned; it shows the next card."""
        self._leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
        self._leave.activated.connect(self._close_next)
        self._leave.setEnabled(False)

    @property
    def cards(self) -> tuple[RulePopover, ...]:
        """The cards that are open, the one that is not pinned last."""
        shown = (one for one in self._open if one.isVisible())
        return tuple(sorted(shown, key=lambda one: not one.is_pinned))

    def refresh(self) -> None:
        """Show what the cards that are open say now."""
        for card in self.cards:
            card.refresh()

    def open(self, key: str, named_by: NamedBy | None = None, cell: Cell | None = None) -> bool:
        """Show a card beside what named it; tell where there is none.

        Args:
            key: Of what: a rule's id, or what ``CardSubject.key`` says.
            named_by: What named it; None where it was searched for.
            cell: A square that is asked about.

        Returns:
            Whether there is such a card.
        """
        within = None if named_by is None else _card_of(named_by.widget)
        if within is not None:  # the way on from a card is in that card
            return within.open(key)
        row_id = 0 if named_by is None else named_by.row_id
        if present_reference(self._controller, key, row_id, cell) is None:
            words = _("The rulebook of this fight has no rule {id}.").format(id=key)
            self._controller.tell(Notice(words, tone="note"))
            return False
        card = self._next or self._make()
        self._forget(card)
        opened = self._open[card]
        opened.row_id, opened.cell, opened.named_by = row_id, cell, named_by
        self._note(card, opened)
        self._places.lay(card)
        card.open(key)
        self._leave.setEnabled(True)
        return True

    def _note(self, card: RulePopover, opened: _Open) -> None:
        """Note what named a card: beside it it floats, and that stays marked."""
        named_by = opened.named_by
        if named_by is None:
            card.begin(None)
            return
        part = opened.part = _part_of(named_by.widget, self._window, self._map)
        box, beside = self._in_window(named_by.widget, named_by.box), part.rect()
        if isinstance(part, Popover):  # it may still be coming
            comes = part.rest.topLeft() - part.pos()
            box, beside = box.translated(comes), beside.translated(comes)
        card.begin((box, self._in_window(part, beside)))
        part.installEventFilter(self)
        if isinstance(part, Popover):
            part.inner = card
        if named_by.mark is not None:
            named_by.mark(True)

    def _in_window(self, widget: QWidget, box: QRect) -> QRect:
        corner = self._window.mapFromGlobal(widget.mapToGlobal(box.topLeft()))
        return QRect(corner, box.size())

    def _make(self) -> RulePopover:
        opened = _Open()

        def present(key: str) -> RuleCard | None:
            return present_reference(self._controller, key, opened.row_id, opened.cell)

        card = RulePopover(self.theme, self._window, present)
        card.switch_chosen.connect(self._choose_switch)
        card.switches_wanted.connect(self.switches_wanted)
        card.use_wanted.connect(self.use_wanted)
        card.effect_wanted.connect(partial(self._change_effect, card))
        card.ended.connect(partial(self._end_effect, card))
        card.pinned.connect(lambda: self._keep(card))
        self._open[card] = opened
        self._next = card
        self._places.add(card)
        card.installEventFilter(self)
        return card

    def _choose_switch(self, name: str, value: str) -> None:
        self._controller.submit(ChooseSwitch(name=name, value=value))

    def _change_effect(self, card: RulePopover, effect: str) -> None:
        """Have the effect that a card is of written anew: the form takes the card's place."""
        card.cancelled.emit()
        self.effect_wanted.emit(effect)

    def _end_effect(self, card: RulePopover, who: str, effect: str) -> None:
        """End the condition that a card is of; there is nothing left to be told of it."""
        self._controller.submit(EndEffect(who=(who,), effect=effect))
        card.cancelled.emit()

    def _keep(self, card: RulePopover) -> None:
        """Let a card stay: the next one is another, and it no longer goes with what named it."""
        self._forget(card)
        if self._next is card:
            self._next = None
            self._leave.setEnabled(False)

    def _close_next(self) -> None:
        if self._next is not None:
            self._next.cancelled.emit()

    def _forget(self, card: RulePopover) -> None:
        """Take the mark off what named a card."""
        opened = self._open[card]
        named_by, part = opened.named_by, opened.part
        opened.named_by = opened.part = None
        if named_by is not None and named_by.mark is not None and isValid(named_by.widget):
            named_by.mark(False)
        if part is not None and isValid(part):
            if isinstance(part, Popover) and part.inner is card:
                part.inner = None
            part.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close a card with the popover that named it; a pinned one that is closed is gone."""
        if event.type() == QEvent.Type.Hide:
            card = self._next
            if isinstance(watched, RulePopover):
                self._after(watched)
            elif card is not None and card.isVisible() and self._open[card].is_from(watched):
                card.hide()
        return False

    def _after(self, card: RulePopover) -> None:
        """Put a card away that was closed."""
        if card.isVisible() or not self._window.isVisible():
            return
        self._forget(card)
        if card is self._next:
            self._leave.setEnabled(False)
        elif card in self._open:
            del self._open[card]
            self._places.remove(card)
            card.deleteLater()


def _card_of(widget: QWidget) -> RulePopover | None:
    """Return the card that a widget is in; None where it is in none."""
    above: QWidget | None = widget
    while above is not None and not isinstance(above, RulePopover):
        above = above.parentWidget()
    return above


def _part_of(widget: QWidget, window: QWidget, over: QWidget) -> QWidget:
    """Return the part of a window that a widget is in: its popover, or what lies in the frame.

    Args:
        widget: What names a card.
        window: The window.
        over: The map; what floats over it, and what lies beside it, is a part.
    """
    part = widget
    while not isinstance(part, Popover):
        parent = part.parentWidget()
        if parent is None or parent is window or parent is over or parent.isAncestorOf(over):
            return part
        part = parent
    return part
