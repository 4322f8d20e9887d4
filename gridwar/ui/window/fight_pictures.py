"""Makes the small picture of the fight in a window: when it is saved under a name, and at its end.

Players may look at lists of fights: the picture is what they may see. It bears the fight's title
and rules, so that a list need not open the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QObject
from PySide6.QtGui import QImageWriter

from gridwar.control.presenters.map_pictures import map_scene
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.storage.fight_pictures import MOST_PICTURE_BYTES, keep_picture
from gridwar.ui.map.map_to_png import AsShown, part_in_steps
from gridwar.ui.tasks.stepped_task import SteppedTask, to_its_end

if TYPE_CHECKING:
    from collections.abc import Generator

    from PySide6.QtGui import QImage

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.control.tools.toolbox import Toolbox
    from gridwar.control.user_settings import SettingsKeeper
    from gridwar.ui.window.window_parts import Parts

WIDTH_PX, HEIGHT_PX = 320, 200
_FAST = 12
"""Of a hundred: zlib's first level, a fifth of the time of its usual one."""
TITLE, RULES = "Title", "Rules"
"""What a picture bears beside itself."""


class FightPictures(QObject):
    """Follows one window."""

    def __init__(self, parts: Parts, pictures: PictureSource | None) -> None:
        super().__init__(parts.window)
        self._controller: Controller = parts.controller
        self._tools: Toolbox = parts.tools
        self._settings: SettingsKeeper = parts.settings
        self._as_shown = AsShown(pictures, parts.map.map_scene.ground)
        self._fight = ""
        """The path of its file, as it was last seen."""
        self._drawn: tuple[str, object] = ("", None)
        """Of which file there is a picture, and as it was when."""
        self._drawing = SteppedTask(self)
        self._window = parts.window

    def begin(self) -> None:
        """Follow it from now on."""
        self._window.installEventFilter(self)
        self._controller.subscribe(self._follow)
        self._follow()

    @property
    def fight(self) -> str:
        """The path of the fight's file where it is in the list of fights; else empty."""
        path = self._controller.view.file.path
        fight = "" if path is None else str(path.resolve())
        return fight if fight in self._settings.now.recent else ""

    def _follow(self) -> None:
        """Draw it once the fight has another name."""
        path = self._controller.view.file.path
        name = "" if path is None else str(path)
        if name != self._fight:
            self._fight = name
            self._drawing.begin(self._made())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Draw it as it is at last when the window closes."""
        if event.type() is QEvent.Type.Close:
            self._drawing.give_up()
            to_its_end(self._made())
        return super().eventFilter(watched, event)

    def _made(self) -> Generator[None, None, None]:
        yield
        fight, encounter = self.fight, self._controller.encounter
        if not fight or (self._drawn[0] == fight and self._drawn[1] is encounter):
            return
        scene = map_scene(ScenePresenter(self._controller, self._tools))
        width, height = scene.ground.width, scene.ground.height
        cell_px = min(WIDTH_PX / width, HEIGHT_PX / height)
        image = yield from part_in_steps(scene, (0, 0, width, height), cell_px, self._as_shown)
        image.setText(TITLE, encounter.title)
        image.setText(RULES, self._controller.system.title)
        yield
        data = _written(image)
        if len(data) > MOST_PICTURE_BYTES:
            data = _written(image.scaled(image.size() / 2))
        if keep_picture(fight, data, self._settings.now.recent):
            self._drawn = (fight, encounter)


def _written(image: QImage) -> bytes:
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(data, b"png")
    writer.setCompression(_FAST)
    writer.write(image)
    return bytes(data.data().data())
