"""The tour as shown: the card with its deeds, the ring on the map, the row or button that is lit.

What is to be done is taken from the fight in the window, whatever its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.presenters.targets import present_targets
from gridwar.control.records import scene_records as sr
from gridwar.control.records import tour_records as tr
from gridwar.control.state.tour_state import Deed
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.tour_state import TourState
    from gridwar.model.combatant import Combatant

_RING_CELLS = 0.35
"""How far the ring stands off whoever it is round."""


def present_tour(controller: Controller) -> tr.TourView | None:
    """Return the card; None while there is no tour, or something else covers the fight."""
    tour = controller.view.tour
    if tour is None or controller.view.start_page or controller.view.presenting:
        return None
    gone_by = len(tour.done | tour.skipped)
    count = _("{n} of {all}").format(n=min(gone_by + 1, len(Deed)), all=len(Deed))
    note = _("These are the rules of {rules}.").format(rules=controller.system.title)
    if tour.present is None:
        note = _("That is all there is to it. Ctrl+K finds anything, Ctrl+N begins your own fight.")
    ringed = _ringed(controller, tour)
    return tr.TourView(
        rows=tuple(_row(controller, tour, deed) for deed in Deed),
        count=count,
        share=gone_by / len(Deed),
        note=note,
        ring=None if ringed is None else _middle(ringed[0]),
    )


def tour_ring(controller: Controller) -> tuple[sr.OverlayView, ...]:
    """Return the ring on the map that shows whom the present deed begins with."""
    tour = controller.view.tour
    ringed = None if tour is None or controller.view.plan else _ringed(controller, tour)
    if ringed is None:
        return ()
    one, words = ringed
    radius = max(one.size.w, one.size.h) / 2 + _RING_CELLS
    return (sr.RingOverlay(_middle(one), radius, words, role=sr.Role.INTENT),)


def lit_action(controller: Controller) -> str:
    """Return the id of the action whose row is lit; empty while none is."""
    tour = controller.view.tour
    if tour is None or tour.present is not Deed.ACT or controller.view.picking is not None:
        return ""
    action = controller.tour.proposed()
    return "" if action is None else action.id


def is_lit(controller: Controller, deed: Deed) -> bool:
    """Return whether the button that does a deed is lit."""
    return controller.view.tour is not None and controller.view.tour.present is deed


def _row(controller: Controller, tour: TourState, deed: Deed) -> tr.DeedRow:
    title = _TITLES[deed]
    is_present = deed is tour.present
    words = key = ""
    if is_present:
        title, words, key = _EXPLAINED[deed](controller)
    done, skipped = deed in tour.done, deed in tour.skipped
    return tr.DeedRow(title, words, key, is_present, done, skipped)


# --- the deeds -----------------------------------------------------------------------------------


def _move(controller: Controller) -> tuple[str, str, str]:
    one = _mover(controller)
    who = _("a token") if one is None else one.name
    words = _(
        "Press on the ringed token and drag. The map shows the way, what it costs, and who may "
        "strike on it."
    )
    return _("Drag {who} to a square inside the line").format(who=who), words, ""


def _act(controller: Controller) -> tuple[str, str, str]:
    action, view = controller.tour.proposed(), controller.view
    if controller.session.wanted:
        words = _(
            "The rules ask. Answer by click, or by the keys in the bottom line; dice are typed, or "
            "rolled with Space."
        )
        return _("Answer"), words, ""
    if view.draft is not None:
        words = _(
            "Every number has its reason and a switch. Type the dice of your table, or press Enter "
            "and let them be rolled."
        )
        return view.draft.action.title, words, _("Enter")
    if view.picking is not None:
        found = _target(controller)
        if found is None:
            words = _("Choose where or at whom on the map, or leave with Esc.")
            return view.picking.title, words, ""
        words = _("Click {who}. Or Tab goes through the targets, and Enter opens the sheet.")
        return view.picking.title, words.format(who=found.name), _("Enter")
    if action is None:
        words = _("Type \u22123 and press Enter: it takes points from whoever is selected.")
        return _("Take points from somebody"), words, "\u2212"
    digits = {one: digit for digit, one in controller.actions.in_order().digits.items()}
    key = digits.get(action.id, "")
    words = _("Press {key}, or click the lit row in the list.") if key else _("Click the lit row.")
    return action.title, words.format(key=key), key


def _undo(_controller: Controller) -> tuple[str, str, str]:
    words = _("Press Ctrl+Z, or the lit arrow at the top. Dice and damage come back as well.")
    return _("Take it back"), words, _("Ctrl+Z")


def _next(controller: Controller) -> tuple[str, str, str]:
    step = controller.turns.next_step()
    words = _("Press N, or the brass button below the order. It is the one letter that goes on.")
    return step.words or _("Go on"), words, "N"


_TITLES = {
    Deed.MOVE: _("Move somebody"),
    Deed.ACT: _("Do something"),
    Deed.UNDO: _("Take it back"),
    Deed.NEXT: _("End the turn"),
}
_EXPLAINED = {Deed.MOVE: _move, Deed.ACT: _act, Deed.UNDO: _undo, Deed.NEXT: _next}


# --- who and what --------------------------------------------------------------------------------


def _mover(controller: Controller) -> Combatant | None:
    """Return who is to be dragged: whoever acts, else the first who stands on the map."""
    encounter = controller.encounter
    everyone = [one for one in encounter.combatants.values() if one.pos is not None]
    first = [one for one in everyone if one.id in (controller.actor, encounter.turn)]
    return next(iter((*first, *everyone)), None)


def _target(controller: Controller) -> Combatant | None:
    """Return whom the action is best done to, where somebody is to be chosen."""
    targets = present_targets(controller)
    first = next(iter(targets.targets), None) if targets is not None else None
    return None if first is None else controller.encounter.combatants.get(first.who)


def _ringed(controller: Controller, tour: TourState) -> tuple[Combatant, str] | None:
    """Return round whom the ring stands, and what is written at it."""
    if tour.present is Deed.MOVE:
        one, words = _mover(controller), _("drag {name}")
    elif tour.present is Deed.ACT and controller.view.draft is None:
        one, words = _target(controller), _("click {name}")
    else:
        return None
    return None if one is None or one.pos is None else (one, words.format(name=one.name))


def _middle(one: Combatant) -> tuple[float, float]:
    assert one.pos is not None
    return one.pos.x + one.size.w / 2, one.pos.y + one.size.h / 2
