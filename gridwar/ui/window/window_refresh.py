"""What the parts of a window show: each gets its record from ``control.presenters``.

Owns what the panels were last made from, so that a mere move of the pointer leaves them alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.presenters import (
    actions_list,
    card_actions_effects,
    several_head,
    top_and_status_bars,
    turn_order,
)
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.log_filter import LogFilter
from gridwar.control.presenters.questions import present_ask

if TYPE_CHECKING:
    from gridwar.ui.popovers.popover_placing import PopoverPlaces
    from gridwar.ui.window.popovers_on_demand import OnDemand
    from gridwar.ui.window.window_parts import Parts


class PartViews:
    """Shows the fight in the parts of one window."""

    def __init__(self, parts: Parts, on_demand: OnDemand, places: PopoverPlaces) -> None:
        """Begin with nothing shown.

        Args:
            parts: The window's.
            on_demand: Those that are made when they are first shown.
            places: Where popovers float.
        """
        self.log_presenter = LogPresenter(parts.controller)
        self._log_filter = LogFilter(parts.controller)
        parts.log.facts_of = self._log_filter.facts
        self._parts = parts
        self._on_demand = on_demand
        self._places = places
        places.came_or_went.connect(self.show_status)
        self._panels_shown: tuple[tuple[object, object], object] = ((None, None), None)
        """What the panels were made from: the fight by identity, the rest by value."""

    def show_top(self) -> None:
        """Show the bar beside the menus."""
        self._parts.top.show_view(top_and_status_bars.present_top(self._parts.controller))

    def show_panels(self) -> None:
        """Show the panels, unless only the pointer has moved since they were shown."""
        parts, controller = self._parts, self._parts.controller
        session = controller.session
        things = (controller.encounter, session.open)
        rest = (session.position, controller.view.unpointed())
        old_things, old_rest = self._panels_shown
        if rest == old_rest and things[0] is old_things[0] and things[1] is old_things[1]:
            return
        self._panels_shown = (things, rest)
        parts.order.show_view(turn_order.present_order(controller))
        card = card_actions_effects.present_card(controller)
        listed = controller.view.checks is not None
        several = several_head.present_several(controller)
        parts.inspector.head.show_view(card, several, listed=listed)
        parts.inspector.head.show_quick(card_actions_effects.present_quick(controller))
        parts.sheet.show_view(card, several=several is not None)
        parts.actions.show_view(actions_list.present_actions(controller))
        entries = self.log_presenter.present()
        parts.log.show_entries(entries)
        parts.inspector.show_entries(entries)
        parts.log.show_people(self._log_filter.people())

    def show_popovers(self) -> None:
        """Show the attack, else the question, that is open now."""
        attack, asked = present_attack(self._parts.controller), present_ask(self._parts.controller)
        made, places = self._on_demand, self._places
        if attack is not None:
            made.attack.show_view(attack)
        if asked is not None:
            made.question.show_view(asked)
        if made.has("attack"):
            places.set_shown(made.attack, shown=attack is not None)
        if made.has("question"):
            places.set_shown(made.question, shown=asked is not None and attack is None)
        if attack is not None or asked is not None or places.speaks_of_selected:
            places.bring_into_view()
        else:
            places.put_back()

    def show_status(self) -> None:
        """Show the line below the map: of the popover that has the keyboard, else of the tool."""
        parts, front = self._parts, self._places.in_hand()
        shown = top_and_status_bars.shown_words(parts.map.zoom, parts.map.fitted_to())
        view = top_and_status_bars.present_status(parts.controller, parts.tools.active, shown)
        if front is not None and front.keys:
            view = replace(view, tool=front.accessibleName(), keys=front.keys)
        parts.status.show_view(view)
