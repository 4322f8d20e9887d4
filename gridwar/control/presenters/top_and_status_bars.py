"""The bar above and the status bar below as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.actions.target_picking import need_words
from gridwar.control.maps.floor_words import place_name
from gridwar.control.maps.light_words import cell_light
from gridwar.control.presenters.tour import is_lit
from gridwar.control.records import panel_records as pr
from gridwar.control.records.viewpoint_records import Fit
from gridwar.control.state.tour_state import Deed
from gridwar.control.state.view_state import StartAsked
from gridwar.model.question_and_refusal import Question
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.control.state.view_state import ViewState
    from gridwar.control.tools.tool_base import Tool
    from gridwar.engine.play.play_outcome import Wanted
    from gridwar.model.combatant import Combatant

Keys = tuple[pr.KeyHint, ...]


_SHELF_KEYS = (
    ("\u21b5", _("begin a fight")),
    (_("type"), _("find")),
    (_("1\u20139"), _("choose")),
    (_("F2"), _("name and tags")),
    (_("Del"), _("take away")),
)


def present_top(controller: Controller) -> pr.TopBarView:
    """Return which fight it is, which round, whose turn, and whether all is on disk."""
    if controller.view.start_page is StartAsked.START:
        return pr.TopBarView(turn_text=_("No fight yet"))
    encounter, session = controller.encounter, controller.session
    file = controller.view.file
    turn = encounter.combatants.get(encounter.turn or "")
    not_saved = pr.IconBit("triangle-alert", file.why)
    is_covered = controller.view.start_page is not StartAsked.NO
    return pr.TopBarView(
        file_name=file.name,
        file_mark=pr.IconBit("copy", file.mark) if file.mark else None,
        round_text=_round_words(controller),
        turn_text="" if turn is None else _turn_words(controller, turn),
        saved=pr.IconBit("check", _("Saved")) if file.saved else not_saved,
        saved_tone=pr.Tone.GOOD if file.saved else pr.Tone.WARN,
        undo_text=_("Undo") if session.can_undo and not is_covered else "",
        is_undo_lit=is_lit(controller, Deed.UNDO),
        redo_text=_("Redo") if session.can_redo and not is_covered else "",
    )


def _turn_words(controller: Controller, turn: Combatant) -> str:
    encounter, bracket = controller.encounter, controller.encounter.bracket
    members = () if bracket is None else bracket.members
    others = [encounter.combatants[who].name for who in members if who != turn.id]
    if turn.id not in members or not others:
        return _("{name}'s turn").format(name=turn.name)
    words = _("{name}'s turn, simultaneous with {others}")
    return words.format(name=turn.name, others=", ".join(others))


def _round_words(controller: Controller) -> str:
    encounter = controller.encounter
    flow = controller.rules_cache.flow()
    if encounter.round or flow.phases:
        return flow.words
    return _("{rules}, not begun").format(rules=controller.system.title)


def shown_words(zoom: float, fit: Fit | None) -> str:
    """Return how large the map is shown, and what it is fitted to."""
    words = {
        Fit.MAP: _("whole map, {zoom} %"),
        Fit.EVERYBODY: _("everybody, {zoom} %"),
        None: _("{zoom} %"),
    }
    return words[fit].format(zoom=f"{zoom * 100:.0f}")


def present_status(
    controller: Controller, tool: Tool, shown: str, sheet: tuple[str, Keys] | None = None
) -> pr.StatusView:
    """Return the tool, its keys, where the pointer is, and what of the map is shown.

    Args:
        controller: Of the fight.
        tool: The one in use.
        shown: How large the map is shown.
        sheet: What a sheet that has the keyboard is called, with its keys: they are the ones that
            do something then.
    """
    view, scale = controller.view, controller.encounter.map.scale
    if view.pages_open:
        keys = _PART_KEYS if view.frames_part else _PAGES_KEYS
        return pr.StatusView(_("Pages of a PDF"), keys)
    if view.start_page is not StartAsked.NO:
        is_new = view.start_page is not StartAsked.START
        if view.start_shows_maps:
            return pr.StatusView(_("Maps"), _hints(*_SHELF_KEYS, (_("Esc"), _("back"))))
        back = _hints((_("Esc"), _("back to the fight"))) if is_new else ()
        return pr.StatusView(_("New fight") if is_new else _("Welcome"), (*_START_KEYS, *back))
    facts = [shown]
    facts.insert(0, _("1 cell = {size:g} {unit}").format(size=scale.cell_size, unit=scale.unit))
    here = view.hover if view.plan is None else view.plan.end
    if here is not None and controller.encounter.map.contains(here):
        light = cell_light(controller.encounter, here)
        facts[:0] = [place_name(controller.encounter.map, here), *filter(None, (light,))]
    facts[-1:-1] = tool.facts()
    title, keys = _tool(controller) if view.tool == "select" else (tool.info.title, tool.keys())
    if sheet is not None:
        title, keys = sheet
    return pr.StatusView(title, keys, tuple(facts))


def _hints(*pairs: tuple[str, str]) -> Keys:
    return tuple(pr.KeyHint(key, text) for key, text in pairs)


_PAGES_KEYS = _hints(
    (_("Arrows"), _("other pages")),
    (_("Tab"), _("take a part by key")),
    ("0\u20139", _("number of a page")),
    (_("Drag"), _("a part")),
    (_("Enter"), _("import")),
    (_("Esc"), _("back")),
)
"""While one chooses among the pages of a PDF."""
_PART_KEYS = _hints(
    (_("Drag"), _("a part")),
    (_("Shift+arrows"), _("size it")),
    (_("Arrows"), _("move it")),
    (_("Ctrl"), _("ten times as far")),
    (_("Del"), _("whole page")),
    ("PgUp PgDn", _("other pages")),
    (_("Enter"), _("import")),
    (_("Esc"), _("back")),
)
"""While a part of one of them is framed."""
_START_KEYS = _hints(
    ("1\u20133", _("choose")),
    ("\u2191\u2193", _("other rules")),
    (_("Ctrl+O"), _("open a fight")),
    (_("Ctrl+K"), _("find anything")),
)
"""On the start page."""


def _tool(controller: Controller) -> tuple[str, Keys]:
    view = controller.view
    cancel = (_("Esc"), _("cancel"))
    if view.plan is not None and (len(view.plan.group) > 1 or view.plan.others):
        number = max(len(view.plan.group), len(view.plan.others) + 1)
        title = _("Move {n} together").format(n=number)
        return title, _hints((_("hold F"), _("put freely")), (_("Enter"), _("go")), cancel)
    if view.plan is not None:
        name = controller.encounter.combatants[view.plan.mover].name
        return _("Move {name}").format(name=name), _hints(
            (_("Space"), _("waypoint")),
            (_("Backspace"), _("take back")),
            *_other_floors(controller),
            (_("hold F"), _("free move")),
            (_("Enter"), _("go")),
            cancel,
        )
    if view.draft is not None:
        return view.draft.action.title, _sheet_keys(view.draft)
    if view.picking is not None:
        return _picking(controller, view)
    if view.checks is not None and not controller.session.wanted:
        return view.checks.title, _hints(
            (_("digits"), _("type a die")),
            (_("Space"), _("roll the rest")),
            (_("Backspace"), _("take back")),
            (_("Tab"), _("next")),
            (_("Enter"), _("apply")),
            (_("Esc"), _("drop")),
        )
    if controller.session.wanted:
        return _waiting(controller.session.wanted)
    if controller.stands.is_open:
        return _("Where could I stand?"), _stand_keys(view)
    if view.shows_all:
        return _("All shown"), _hints((_("let go"), _("back to what is on")))
    if controller.several.who:
        title = _("{n} selected").format(n=len(controller.several.who))
        return title, _hints(
            (_("Drag"), _("each by its own way and cost")),
            (_("hold F"), _("put freely")),
            (_("1\u20139"), _("all of them")),
            ("\u2212 + = /", _("points of all")),
            (_("\u21e7Click"), _("add more")),
            (_("Esc"), _("nobody")),
        )
    return (_("Free move") if view.free_move else _("Select")), _keys_at_rest(controller)


def _keys_at_rest(controller: Controller) -> Keys:
    """Return the keys of the usual tool while nothing is under way."""
    step = controller.turns.next_step().words
    has_one = controller.actor is not None  # with nobody there is no list of actions
    act = ((_("1\u20139"), _("act")),) if has_one else ()
    points = (("\u2212 + = /", _("points")),) if has_one else ()
    return _hints(
        (_("Drag"), _("move")),
        *act,
        (_("Tab"), _("next token")),
        *_other_floors(controller),
        *points,
        ("Y", _("what is shown")),
        ("N", step[:1].lower() + step[1:]),
        (_("hold F"), _("free move")),
    )


def _other_floors(controller: Controller) -> tuple[tuple[str, str], ...]:
    """Return the keys that show another floor, and take whoever is dragged along."""
    return (("PgUp PgDn", _("another floor")),) if controller.encounter.map.floors else ()


def _stand_keys(view: ViewState) -> Keys:
    """Return the keys of the sentence, or of the list from which a chip is added."""
    if view.stands is not None and view.stands.adding is not None:
        return _hints(
            (_("type"), _("find")),
            ("\u2191\u2193", _("choose")),
            (_("Enter"), _("add it")),
            (_("Esc"), _("back")),
        )
    return _hints(
        (_("Tab"), _("next chip")),
        ("\u2191\u2193", _("change it")),
        ("\u2190\u2192", _("of whom")),
        (_("Del"), _("take out")),
        ("+", _("another")),
        (_("1\u20135"), _("go there")),
        (_("Enter"), _("the best")),
        (_("Esc"), _("done")),
    )


def _aiming_ways(controller: Controller) -> tuple[tuple[str, str], ...]:
    """Return what can be done with the target that is pointed at, and how it is done."""
    aiming = controller.aiming
    choice = next(iter(aiming.choices()), None)
    ways = [] if choice is None else [("X", choice.title[:1].lower() + choice.title[1:])]
    if aiming.targets.pointed:
        ways = [(_("Enter"), _("sheet")), (_("\u21e7Enter"), _("at once")), *ways]
    return tuple(ways)


def _sheet_keys(draft: ActionDraft) -> Keys:
    """Return the keys of the sheet of an action: those that do something on this one."""
    seen = draft.preview
    keys: list[tuple[str, str]] = []
    if draft.first_roll is not None and draft.amends is None:
        keys += [(_("digits"), _("type a die")), (_("Space"), _("roll for me"))]
    if draft.target and draft.amends is None:
        keys.append((_("Tab"), _("next target")))
    if seen is not None and any(one.lines for one in seen.tallies):
        keys += [("X", _("line on or off")), ("\u2191\u2193", _("another line"))]
    return _hints(*keys, (_("Enter"), _("go on")), (_("Esc"), _("cancel")))


def _picking(controller: Controller, view: ViewState) -> tuple[str, Keys]:
    """Return what the action needs next, and which need of how many that is."""
    assert view.picking is not None
    title, count = view.picking.title, len(view.picking.needs)
    if count > 1:
        words = _("{action} \u00b7 {n} of {count}")
        title = words.format(action=title, n=view.needs_met + 1, count=count)
    done, back = (_("Enter"), _("done")), (_("Esc"), _("back") if view.needs_met else _("cancel"))
    click = (_("Click"), need_words(view.need))
    tab = (_("Tab"), _("next target"))
    match view.need:
        case "combatant":
            arrows = (_("Arrows"), _("cell"))
            if not controller.aiming.targets.choosable():  # neither Tab nor a click does anything
                return title, _hints(back, arrows)
            return title, _hints(tab, *_aiming_ways(controller), back, click, arrows)
        case "combatants":
            return title, _hints(click, tab, done, back)
        case "cells":
            box = (_("hold Shift"), _("a rectangle"))
            return title, _hints((_("Drag"), _("paint squares")), box, done, back)
        case "bearing":
            return title, _hints(click, (_("hold Shift"), _("steps of 45\u00b0")), back)
        case _:
            return title, _hints(click, back)


def _answering_keys(wanted: tuple[Wanted, ...]) -> tuple[tuple[str, str], ...]:
    """Return the keys of the first question: of its options, or of the numbers that it wants."""
    question = next(one for one in wanted if isinstance(one, Question))
    if question.options or not question.numbers:
        return ((_("1\u20139"), _("answer")),)
    change = ("\u2190\u2192", _("less or more"))
    given = (_("Enter"), _("answer"))
    if all(one.yes_no for one in question.numbers):
        return ("\u2191\u2193", _("another line")), change, given
    return (_("digits"), _("type the number")), change, given


def _waiting(wanted: tuple[Wanted, ...]) -> tuple[str, Keys]:
    """Return the keys while the open command waits: for answers first, then for dice."""
    back = (_("Ctrl+Z"), _("take back"))
    if any(isinstance(one, Question) and one.cells for one in wanted):
        return _("Question"), _hints((_("Click"), _("a square")), back)
    if any(isinstance(one, Question) for one in wanted):
        return _("Question"), _hints(*_answering_keys(wanted), back)
    digits = (_("digits"), _("type a die"))
    return _("Dice"), _hints(digits, (_("Space"), _("roll for me")), back)
