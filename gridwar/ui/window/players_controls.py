"""What the game master's window has for the players': the bar, the frame on the map, the form."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.control.records.panel_records import Choice
from gridwar.control.state.players_camera import CameraMode
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.text import _
from gridwar.ui.players.camera_frame import CameraFrame
from gridwar.ui.players.gm_side import GmSide
from gridwar.ui.players.presentation_cover import PresentationCover
from gridwar.ui.players.share_bar import ShareBar
from gridwar.ui.window.handouts_shown import handout_menu, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import PictureSource
    from gridwar.control.state.players_camera import Camera
    from gridwar.control.state.players_sharing import Sharing
    from gridwar.ui.window.window_parts import Parts

CAMERA_WORDS: Final[Mapping[CameraMode, str]] = {
    CameraMode.PARTY: _("The party in sight"),
    CameraMode.TURN: _("Whose turn it is"),
    CameraMode.FOLLOW: _("What I see"),
    CameraMode.MAP: _("The whole map"),
    CameraMode.FIXED: _("Fixed"),
}
CAMERA_NOTES: Final[Mapping[CameraMode, str]] = {
    CameraMode.PARTY: _("follows the party"),
    CameraMode.TURN: _("follows the turn"),
    CameraMode.FOLLOW: _("follows you"),
    CameraMode.MAP: _("whole map"),
    CameraMode.FIXED: _("fixed"),
}
KEYED: Final = ("players.hold", "players.blank", "players.handout")
"""The actions of the bar's buttons, in their order."""
_COLOR: Final = "color"
_SCREEN: Final = _("This screen")


class PlayersControls:
    """The bar and the frame of one window."""

    def __init__(self, parts: Parts, pictures: PictureSource | None) -> None:
        """Put them over the map, hidden."""
        self._parts = parts
        self._side = GmSide(
            parts.window, parts.map, parts.controller, parts.settings, parts.theme, pictures
        )
        self._is_replaced = False
        self.cover = PresentationCover(self._side)
        self.bar = ShareBar(parts.map, parts.theme)
        self.frame = CameraFrame(parts.map)
        players = parts.players
        self.bar.hold_wanted.connect(lambda on: players.hold(on=on))
        self.bar.blank_wanted.connect(lambda on: players.blank(on=on))
        self.bar.handout_wanted.connect(partial(handout_menu, parts))
        self.frame.dragged.connect(players.fix)
        self._is_presenting = False
        parts.controller.subscribe(self._follow_presentation)
        players.changed.connect(self.follow)
        self.cover.turned.connect(self.follow)
        players.looked.connect(self._frame_it)
        parts.map.zoom_changed.connect(lambda _zoom: self.frame.follow_map())

    def serve(self) -> None:
        """Let the players see this window's fight."""
        self._parts.players.serve(self._side)

    def close(self) -> None:
        """Close the players' window with this one, unless another takes its place."""
        if not self._is_replaced or self._parts.host is None:
            self._parts.players.leave(self._parts.window)

    def leave(self) -> None:
        """Hear of nothing any more: another window takes the place of this one."""
        self._is_replaced = True
        self._parts.players.changed.disconnect(self.follow)
        self._parts.players.looked.disconnect(self._frame_it)

    def follow(self) -> None:
        """Show what players see now."""
        parts, players = self._parts, self._parts.players
        is_mine = players.side is not None and players.side.window is parts.window
        is_open = players.is_open and is_mine
        sharing = players.sharing
        self.bar.show_state(
            is_held=players.is_held,
            is_blank=sharing.blank,
            has_handout=bool(sharing.handout),
            why=players.why_held,
        )
        self.bar.show_keys(*map(parts.window_actions.shown_key, KEYED))
        is_seen = is_open and not parts.controller.view.presenting
        self.bar.setVisible(is_seen)
        parts.top.second.setVisible(is_open)
        parts.layer_list.leave_room(self.bar.height() + self.bar.y() if is_seen else 0)
        if is_seen:
            self.bar.raise_()
        self._frame_it()
        parts.controller.show()

    def _follow_presentation(self) -> None:
        """Take bar and frame off the map while players look at this window too."""
        presenting = self._parts.controller.view.presenting
        if presenting != self._is_presenting:
            self._is_presenting = presenting
            self.follow()

    def _frame_it(self) -> None:
        players = self._parts.players
        is_mine = players.side is not None and players.side.window is self._parts.window
        mode = players.camera.mode
        is_wanted = is_mine and players.is_open and mode is not CameraMode.FOLLOW
        is_wanted = is_wanted and not self._parts.controller.view.presenting
        self.frame.show_box(players.shown_box if is_wanted else None, CAMERA_NOTES[mode])


# --- the form -------------------------------------------------------------------------------------


def ask_what_players_see(parts: Parts) -> None:
    """Ask what is shared, and how the screen is used."""

    def take(given: Mapping[str, object]) -> None:
        players = parts.players
        sharing = players.sharing
        switches = {name: bool(given.get(name)) for name, _words, _hint in SWITCHES}
        wanted = str(given.get("blank_picture", _COLOR))
        players.choose(
            replace(sharing, blank_picture="" if wanted == _COLOR else wanted, **switches),
            holds_by_itself=bool(given.get("holds")),
        )
        players.look_by(_camera(players.camera, given))

    parts.forms.ask(_form(parts), take)


SWITCHES: Final = (
    ("strip", _("Round and turns"), ""),
    ("names", _("Names below tokens"), ""),
    ("true_names", _("True names"), _("Of those who have no public name.")),
    ("numbers", _("Numbers in names"), _("Such as the 7 of Guard 7.")),
    ("foes_bars", _("How foes are"), _("In thirds.")),
    ("results", _("What came of deeds"), _("In words; points of their own people only.")),
    ("grid", _("Grid"), ""),
    ("light", _("Light and darkness"), _("Also where the fog does not count them.")),
)


def _form(parts: Parts) -> FormView:
    players = parts.players
    sharing, camera = players.sharing, players.camera
    fields = [
        FieldView(name, words, FieldKind.FLAG, bool(getattr(sharing, name)), hint=hint)
        for name, words, hint in SWITCHES
    ]
    fields = [replace(one, half=at % 2 == 0) for at, one in enumerate(fields)]
    holds = _("For another fight or map, while walls are edited, when the fight goes back.")
    fields.append(
        FieldView("holds", _("Hold by itself"), FieldKind.FLAG, players.holds_by_itself, hint=holds)
    )
    fields.append(_blank_field(parts, sharing))
    turns = tuple(Choice(str(n), words) for n, words in enumerate(_turn_words()))
    fields += [
        _number("cell_mm", _("mm a cell"), camera.cell_mm, _("0: as large as there is room.")),
        _number("width_mm", _("Width in mm"), camera.width_mm, _("As measured.")),
        _number("margin_px", _("Margin in px"), camera.margin_px, _("Empty at the edges.")),
        FieldView("turns", _("Turned"), FieldKind.CHOICE, str(camera.turns), turns, group=_SCREEN),
    ]
    hint = _("kept for all fights; the last four for the screen they are on")
    return FormView(_("What players see"), hint, tuple(fields), _("Done"))


def _blank_field(parts: Parts, sharing: Sharing) -> FieldView:
    kept = {one.picture: words_of(one) for one in parts.controller.encounter.handouts}
    choices = (
        Choice(_COLOR, _("A colour")),
        *(Choice(digest, words) for digest, words in kept.items()),
    )
    now = sharing.blank_picture if sharing.blank_picture in kept else _COLOR
    return FieldView("blank_picture", _("Blank screen"), FieldKind.CHOICE, now, choices)


def _turn_words() -> tuple[str, ...]:
    return _("Not"), _("To the right"), _("Upside down"), _("To the left")


def _number(key: str, words: str, value: float, hint: str) -> FieldView:
    half = key in ("cell_mm", "margin_px")
    return FieldView(key, words, FieldKind.TEXT, f"{value:g}", hint=hint, group=_SCREEN, half=half)


def _camera(camera: Camera, given: Mapping[str, object]) -> Camera:
    return replace(
        camera,
        cell_mm=_given(given, "cell_mm", 1000.0),
        width_mm=_given(given, "width_mm", 20_000.0),
        margin_px=round(_given(given, "margin_px", 400.0)),
        turns=round(_given(given, "turns", 3.0)),
    )


def _given(given: Mapping[str, object], key: str, most: float) -> float:
    try:
        found = float(str(given.get(key, "0")).replace(",", "."))
    except ValueError:
        return 0.0
    return min(most, max(0.0, found))


# --- public names ---------------------------------------------------------------------------------


def ask_public_name(parts: Parts, who: str) -> None:
    """Ask what players call somebody."""
    one = parts.controller.encounter.combatants[who]
    hint = _("empty: the party by name, others not at all")
    field = FieldView("name", _("Name for players"), value=one.public_name)

    def take(given: Mapping[str, object]) -> None:
        value = json.dumps(str(given.get("name", "")).strip())
        parts.controller.submit(SetValue(who=(who,), field="public_name", value=value))

    parts.forms.ask(FormView(one.name, hint, (field,)), take)
