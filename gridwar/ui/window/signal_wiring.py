"""Which click calls what: the signals of the panels and popovers to the controller."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from gridwar.control.controller.quick_values import enter_quick
from gridwar.control.presenters.effect_form import effect_view
from gridwar.control.presenters.log_filter import LogFilter
from gridwar.control.presenters.notes import OF_FIGHT, keep_notes, present_notes
from gridwar.control.presenters.unseen_tooltip import unseen_tooltip
from gridwar.control.records.popover_records import DiceMode
from gridwar.control.state.map_layers import Layer
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.effect_and_pool_commands import AddEffect, EndEffect
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.text import _
from gridwar.ui.file_dialogs import keep_folders_in
from gridwar.ui.tasks.deferred_calls import Debounce
from gridwar.ui.window.laying_and_centering_map import import_map
from gridwar.ui.window.picture_drops import PictureDrops
from gridwar.ui.window.pins_shown import wire_pins
from gridwar.ui.window.printed_grid_of_map import wire_printed_grid

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Imported
    from gridwar.model.combatant import TimedEffect
    from gridwar.ui.popovers.attack_popover import AttackPopover
    from gridwar.ui.popovers.effect_popover import EffectPopover
    from gridwar.ui.popovers.notes_popover import NotesPopover
    from gridwar.ui.popovers.questions_popover import AskPopover
    from gridwar.ui.popovers.rule_cards import RuleCards
    from gridwar.ui.window.application_host import FightHost
    from gridwar.ui.window.window_parts import Parts


def wire(parts: Parts) -> None:
    """Connect a window's parts to its controller."""
    parts.controller.copy_text = lambda text: QGuiApplication.clipboard().setText(text)
    parts.controller.move_planning.when_quiet = Debounce(parts.window).ask
    parts.controller.charts.when_quiet = Debounce(parts.window).ask
    _wire_panels(parts)
    _wire_card(parts)
    _wire_files(parts)
    wire_pins(parts)
    PictureDrops(parts)


def _wire_panels(parts: Parts) -> None:
    controller = parts.controller
    parts.map.map_scene.why_unseen = lambda who: unseen_tooltip(controller.encounter, who)
    parts.order.list.selected.connect(lambda who, add: controller.selection.point_at(who, add=add))
    parts.order.list.clicked_row.connect(
        partial(parts.map.setFocus, Qt.FocusReason.MouseFocusReason)
    )
    parts.order.list.activated_row.connect(lambda who: controller.submit(TakeTurn(actor=who)))
    parts.order.list.action_wanted.connect(controller.actions.act_out_of_turn)
    parts.order.next_requested.connect(lambda: parts.window_actions.action("fight.next").trigger())
    parts.actions.chosen.connect(controller.actions.choose)
    parts.actions.wants_anyway.connect(partial(controller.actions.choose, anyway=True))
    parts.actions.usual_changed.connect(controller.actions.keep_usual)
    parts.actions.folded.connect(lambda titles, on: controller.actions.fold(titles, folded=on))
    parts.actions.reason_folded.connect(
        lambda code, on: controller.actions.fold_reason(code, folded=on)
    )
    controller.actions.keep_list_in(parts.settings)
    controller.layers.keep_in(parts.settings)
    controller.stands.keep_in(parts.settings)
    for panel in (parts.actions, parts.sheet):
        panel.somebody_wanted.connect(partial(_find_somebody, parts))
    parts.log.note_wanted.connect(lambda: parts.window_actions.action("fight.note").trigger())
    parts.log.list.go_to.connect(controller.timeline.go_to)
    parts.log.list.amend.connect(controller.action_drafts.amend)
    parts.log.list.place_wanted.connect(partial(_show_place, parts))
    parts.top.undo_wanted.connect(parts.tools.undo)
    parts.top.redo_wanted.connect(controller.timeline.redo)
    parts.top.palette_wanted.connect(lambda: parts.window_actions.action("help.palette").trigger())
    parts.top.present_wanted.connect(lambda: parts.window_actions.action("view.present").trigger())
    finds = parts.window_actions
    parts.inspector.find_wanted.connect(lambda: finds.action("view.find_action").trigger())
    parts.rail.chosen.connect(parts.tools.take)
    layers = parts.window_actions
    parts.map.floor_wanted.connect(parts.controller.floors.show)
    parts.map.legend.list_wanted.connect(lambda: layers.action("view.layers").trigger())
    parts.layer_list.turned.connect(lambda key: controller.layers.turn(Layer(key)))
    parts.layer_list.closed.connect(partial(controller.layers.open_list, on=False))
    parts.map.taken_off.connect(parts.tools.take_off)
    parts.stands_line.knowledge_turned.connect(controller.stands.turn_knowledge)
    parts.stands_line.add_wanted.connect(controller.stands.begin_adding)
    parts.map.chart_chosen.connect(controller.charts.choose)
    parts.map.opened.connect(partial(_edit, parts))
    parts.map.map_scene.results.opened.connect(partial(_show_in_log, parts))
    parts.notice.accepted.connect(controller.do_anyway)
    parts.notice.dismissed.connect(partial(controller.tell, None))


def _find_somebody(parts: Parts) -> None:
    """Select whoever acts, else the first there is; without anybody, show whom there could be."""
    encounter = parts.controller.encounter
    who = encounter.turn or next(iter(encounter.combatants), None)
    if who is None:
        parts.columns.show_panel("library")
    else:
        parts.controller.selection.select(who)


def wire_cards(parts: Parts, cards: RuleCards) -> None:
    """Connect the rule cards."""
    cards.use_wanted.connect(partial(_show_in_log, parts))
    cards.effect_wanted.connect(partial(write_effect, parts))
    cards.switches_wanted.connect(parts.window_actions.action("fight.rules").trigger)


def _show_in_log(parts: Parts, row: int) -> None:
    """Show what a command came to, line by line."""
    parts.columns.show_panel("log")
    parts.log.show_row(row)


def _show_place(parts: Parts, row: int) -> None:
    """Bring to the middle of the map where a line of the log happened, and say so there."""
    controller = parts.controller
    cell = LogFilter(controller).place(row)
    if cell is None:
        controller.tell(Notice(_("This line has no place on the map."), tone="note"))
        return
    parts.map.center_cells((cell.x + 0.5, cell.y + 0.5))
    words = parts.log.headline_of(row) or _("Here")
    controller.tell(Notice(words, tone="note", cell=cell))


# --- card, effects, forms ------------------------------------------------------------------------


def _wire_card(parts: Parts) -> None:
    controller, head = parts.controller, parts.inspector.head
    head.quick_entered.connect(partial(enter_quick, controller))
    head.quick_left.connect(partial(parts.map.setFocus, Qt.FocusReason.OtherFocusReason))
    for panel in (head, parts.sheet):
        panel.chip_removed.connect(
            lambda who, chip: controller.submit(EndEffect(who=(who,), effect=chip))
        )
        panel.chip_opened.connect(lambda _who, chip: write_effect(parts, chip))
    parts.sheet.effect_wanted.connect(lambda _who: write_effect(parts))
    head.edit_wanted.connect(partial(_edit, parts))
    head.carrier_wanted.connect(controller.selection.point_at)
    controller.several.write_effect = partial(write_effect, parts)
    head.several_rows.alone.connect(controller.selection.select)


def wire_effect(parts: Parts, popover: EffectPopover) -> None:
    """Connect the popover on which an effect is written."""
    popover.submitted.connect(partial(_begin_effect, parts))
    popover.cancelled.connect(popover.hide)


def wire_notes(parts: Parts, popover: NotesPopover) -> None:
    """Connect the page of notes; it follows the fight while nothing is being written."""
    controller = parts.controller
    popover.written.connect(partial(keep_notes, controller))
    popover.cancelled.connect(popover.hide)
    popover.place_wanted.connect(partial(_turn_to_notes, parts))

    def follow() -> None:
        if popover.isVisible():
            popover.show_view(present_notes(controller, popover.whose))

    controller.subscribe(follow)


def open_notes(parts: Parts, whose: str = OF_FIGHT) -> None:
    """Show the notes of the fight, or those to a combatant; they close where they are shown."""
    popover = parts.later.notes
    if popover.isVisible() and popover.whose == whose:
        popover.hide()
        return
    popover.show()
    _turn_to_notes(parts, whose)


def _turn_to_notes(parts: Parts, whose: str) -> None:
    popover = parts.later.notes
    popover.show_view(present_notes(parts.controller, whose))
    popover.take_keyboard()


def write_effect(parts: Parts, effect_id: str = "") -> None:
    """Show the popover for an effect on those selected, else on the one whose card is shown."""
    controller = parts.controller
    who = controller.view.selected or tuple(filter(None, (controller.actor,)))
    if who:
        parts.effect.show_view(effect_view(controller, who, effect_id))
        parts.effect.show()
        parts.effect.setFocus(Qt.FocusReason.OtherFocusReason)


def _begin_effect(parts: Parts, who: tuple[str, ...], effect: TimedEffect) -> None:
    parts.effect.hide()
    parts.controller.submit(AddEffect(who=who, effect=effect))


def _edit(parts: Parts, who: str) -> None:
    """Show every value of a combatant as a form; what works on them is made now at the latest."""
    parts.combatants.edit(who)


# --- attack and questions ------------------------------------------------------------------------


def wire_attack(parts: Parts, popover: AttackPopover) -> None:
    """Connect the popover of an attack."""
    attacks, controller = parts.controller.action_drafts, parts.controller
    popover.way_chosen.connect(attacks.change_way)
    popover.choice_made.connect(attacks.settings.choose)
    popover.settings.number_set.connect(attacks.settings.set_number)
    popover.settings.ticks_set.connect(attacks.settings.set_ticks)
    popover.settings.text_set.connect(attacks.settings.set_text)
    popover.settings.order_set.connect(attacks.settings.set_order)
    popover.line_toggled.connect(attacks.sum.toggle_line)
    popover.line_edited.connect(attacks.sum.set_line)
    popover.lines.added.connect(attacks.sum.add_line)
    popover.answer_chosen.connect(attacks.choose_answer)
    popover.amend.counted.connect(attacks.amending.count_as)
    popover.amend.points_set.connect(attacks.amending.set_points)
    popover.dice_mode.connect(
        lambda mode: controller.answers.use_typed_dice(typed=mode == DiceMode.TYPED)
    )
    popover.die_typed.connect(attacks.type_die)
    popover.die_cleared.connect(attacks.clear_dice)
    popover.roll_requested.connect(lambda: _roll(parts))
    popover.target_stepped.connect(controller.aiming.step_sheet)
    popover.problem.accepted.connect(attacks.waive)
    popover.primary.connect(attacks.go)
    popover.cancelled.connect(controller.cancel)


def _roll(parts: Parts) -> None:
    parts.controller.answers.use_typed_dice(typed=False)
    parts.controller.action_drafts.go()


def wire_question(parts: Parts, popover: AskPopover) -> None:
    """Connect the popover of a question."""
    controller = parts.controller
    popover.answered.connect(controller.answers.give)
    popover.die_typed.connect(controller.answers.type_face)
    popover.die_cleared.connect(controller.answers.clear_face)
    popover.roll_requested.connect(controller.answers.roll_for_me)
    popover.roll_all_requested.connect(partial(controller.answers.roll_for_me, ""))
    popover.passed_all.connect(controller.answers.pass_all)
    popover.standing_changed.connect(
        lambda _key, scope, policy: controller.answers.stand(scope, policy)
    )
    popover.cancelled.connect(controller.timeline.undo)


# --- files -----------------------------------------------------------------------------------


def _keep_picture(host: FightHost, data: bytes) -> None:
    """Store a picture in the file there is then: a window may be built before its file is there."""
    host.file.keep_picture(data)


def _drawn(imported: Imported) -> Imported:
    """Return a map with its picture drawn, where an answer left it to be drawn anew."""
    if imported.plan is None:
        return imported
    from gridwar.ui.map.tile_painting import drawn  # here: few answers need it

    return drawn(imported)


def _wire_files(parts: Parts) -> None:
    files, controller = parts.files, parts.controller
    if parts.host is not None:
        keep_folders_in(parts.settings)
        controller.map_import.keep_picture = partial(_keep_picture, parts.host)
        controller.map_import.draw = _drawn
        wire_printed_grid(parts, parts.host)
    files.map_read.connect(partial(import_map, parts))
    files.map_came_from.connect(parts.settings.remember_map)
    files.fight_wanted.connect(lambda path: _open_fight(parts, path))
    files.failed.connect(lambda error: controller.tell(Notice(str(error), tone="error")))
    files.busy_changed.connect(partial(_follow_reading, parts))
    files.pdf.opened.connect(lambda on: controller.show(pages_open=on, frames_part=False))
    files.pdf.part_has_keyboard.connect(lambda on: controller.show(frames_part=on))
    controller.subscribe(lambda: files.pdf.hide(hidden=controller.view.presenting))
    files.told.connect(lambda words: controller.tell(Notice(words, tone="note")))


def _follow_reading(parts: Parts) -> None:
    """Clear the notice about the file before, and show or hide the progress."""
    if parts.files.is_busy:
        parts.controller.tell(None)
    else:
        parts.controller.show()


def _open_fight(parts: Parts, path: Path) -> None:
    if parts.host is not None:
        parts.host.open_beside(path)
