"""The part of ``gridwar --self-test`` that needs a window: the sample fight, opened and played.

Everything goes the way it goes at the table: the application opens the file, the window shows it,
the controller is asked, and what comes of it is in the journal. Nobody sees the window, save on
Windows, where Qt finds the fonts only with the system's own platform. It is refreshed at once, so
that what goes wrong in it is raised here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from gridwar.control.user_settings import UserSettings
from gridwar.engine.play.play_outcome import DiceWanted
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.text import _
from gridwar.ui.app.application import Application
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.map.map_to_png import windowless_application
from gridwar.ui.style.theme import apply_theme

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext
    from PySide6.QtGui import QImage

    from gridwar.control.controller.controller import Controller
    from gridwar.model.encounter import Encounter
    from gridwar.ui.window.main_window import MainWindow

MOST_TURNS: Final = 60
MOST_REPLIES: Final = 40
"""To one command; a fight that asks for more goes round in circles."""
LEAST_COLORS: Final = 200
"""Of a window with a map in it; an empty one has a few."""
_STEP_PX: Final = 7
_SIZE_PX: Final = (1440, 900)
_OF_SCREEN: Final = 0.9
"""Frame and title bar need some, too."""
_USUAL: Final = ("This plugin does not support propagateSizeHints", "Detected locale")
"""What Qt says where no window manager is, and where the system's language is not set."""


def plays_a_round() -> str:
    """Open the sample fight, play a round of it, paint the window, and take all of it back.

    Returns:
        What was done, in a line.

    Raises:
        ValueError: Something came out otherwise than it must.
    """
    complaints: list[str] = []
    earlier = qInstallMessageHandler(partial(_hear, complaints))
    try:
        done = _open_and_play()
    finally:
        qInstallMessageHandler(earlier)
    if complaints:
        raise ValueError(complaints[0])
    return done


def _hear(complaints: list[str], kind: QtMsgType, _where: QMessageLogContext, text: str) -> None:
    """Keep what Qt warns of: a plugin or a font that is not there."""
    is_grave = kind not in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
    if is_grave and not text.startswith(_USUAL):
        complaints.append(f"Qt: {text}")


def _open_and_play() -> str:
    app = windowless_application()
    application = Application(theme_of(UserSettings(reduce_motion=True)))
    apply_theme(app, application.theme)
    try:
        application.open(sample_fights()[0])
        assert application.window is not None
        window = application.window
        window.showNormal()
        window.resize(_fitting(window))
        app.processEvents()
        window.map.fit()
        first = window.controller.encounter
        commands = _play(window.controller)
        app.processEvents()
        picture = window.grab().toImage()
        if (colors := _colors(picture)) < LEAST_COLORS:
            raise ValueError(_("the window shows only {n} colours").format(n=colors))
        while window.controller.encounter != first and window.controller.session.can_undo:
            window.controller.timeline.undo()
            window.controller.refresh_now()
        if window.controller.encounter != first:
            raise ValueError(_("what was undone is not what was there"))
        size = f"{picture.width()}\u00a0\u00d7\u00a0{picture.height()}"
    finally:
        application.close()
        if application.window is not None:
            application.window.leave()
        app.processEvents()
    text = _("a round of {n} commands played in a window of {size} pixels and undone")
    return text.format(n=commands, size=size)


def _fitting(window: MainWindow) -> QSize:
    """Return the size wished for; on a real screen no more than it has, or Windows refuses it."""
    size = QSize(*_SIZE_PX)
    if QApplication.platformName() == "offscreen":
        return size
    return size.boundedTo(window.screen().availableSize() * _OF_SCREEN)


def _play(controller: Controller) -> int:
    """Play until a new round begins, an attack a turn where one can be made."""
    before, begun = len(controller.session.history.rows), controller.encounter.round
    for _turn in range(MOST_TURNS):
        _attack(controller)
        controller.turns.go_on()
        _reply(controller)
        QApplication.processEvents()
        if controller.encounter.round > begun:
            return len(controller.session.history.rows) - before
    raise ValueError(_("the round does not end"))


def _attack(controller: Controller) -> None:
    actor = controller.encounter.turn
    if actor is None:
        return
    controller.selection.select(actor)
    ready = (
        one for one in controller.rules_cache.actions(actor) if one.refusal is None and one.weapon
    )
    action, target = next(ready, None), _nearest_foe(controller.encounter, actor)
    if action is None or target is None:
        return
    controller.actions.choose(action.id)
    controller.refresh_now()
    controller.action_drafts.aim_at(target)
    controller.refresh_now()
    controller.action_drafts.go()
    _reply(controller)
    controller.action_drafts.close()


def _nearest_foe(encounter: Encounter, actor: str) -> str | None:
    here = encounter[actor].pos
    away = [
        (max(abs(one.pos.x - here.x), abs(one.pos.y - here.y)), one.id)
        for one in encounter.everyone()
        if here is not None
        and one.pos is not None
        and encounter.are_foes(one.side, encounter[actor].side)
    ]
    return min(away)[1] if away else None


def _reply(controller: Controller) -> None:
    """Answer whatever is asked by its default, and let the program roll."""
    for _reply in range(MOST_REPLIES):
        controller.refresh_now()
        wanted = controller.session.wanted
        if not wanted:
            return
        if isinstance(wanted[0], DiceWanted):
            controller.answers.roll_for_me()
        else:
            controller.answers.give(wanted[0].key, wanted[0].default)
    raise ValueError(_("the questions do not end"))


def _colors(picture: QImage) -> int:
    """Count the colours of every few pixels."""
    wide, high = range(0, picture.width(), _STEP_PX), range(0, picture.height(), _STEP_PX)
    return len({picture.pixel(x, y) for x in wide for y in high})
