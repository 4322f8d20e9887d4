"""What settings keep of the players' window: by screen where it looks, for all what is shared."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from gridwar.control.state.players_camera import Camera, CameraMode

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Box
    from gridwar.control.state.players_sharing import Sharing
    from gridwar.control.user_settings import UserSettings

SWITCHES: Final = (
    "strip",
    "names",
    "true_names",
    "numbers",
    "foes_bars",
    "results",
    "grid",
    "light",
)
"""What is kept of what is shared; handouts and blank screens are of the moment."""
_MOST_MARGIN_PX: Final = 400
_MOST: Final = 1e6


def kept_sharing(settings: UserSettings) -> dict[str, bool]:
    """Return the switches as they were left."""
    return {name: on for name, on in settings.players.items() if name in SWITCHES}


def with_sharing(settings: UserSettings, sharing: Sharing, *, holds: bool) -> dict[str, bool]:
    """Return what is to be kept of what is shared."""
    switches = {name: bool(getattr(sharing, name)) for name in SWITCHES}
    return {**settings.players, **switches, "holds_by_itself": holds}


def kept_camera(settings: UserSettings, screen: str) -> Camera:
    """Return the camera of a screen as it was left."""
    kept = settings.players_screens.get(screen, {})
    mode = CameraMode.PARTY
    with contextlib.suppress(ValueError):
        mode = CameraMode(kept.get("mode", mode.value))
    box = _box(kept.get("box", ""))
    if mode is CameraMode.FIXED and box is None:
        mode = CameraMode.PARTY
    return Camera(
        mode,
        box,
        cell_mm=max(0.0, _number(kept.get("cell_mm", ""))),
        width_mm=max(0.0, _number(kept.get("width_mm", ""))),
        margin_px=min(_MOST_MARGIN_PX, max(0, round(_number(kept.get("margin_px", ""))))),
        turns=round(_number(kept.get("turns", ""))) % 4,
    )


def with_camera(settings: UserSettings, screen: str, camera: Camera) -> dict[str, dict[str, str]]:
    """Return what is to be kept of all screens."""
    box = "" if camera.box is None else " ".join(f"{one:.3f}" for one in camera.box)
    kept = {
        "mode": camera.mode.value,
        "box": box,
        "cell_mm": f"{camera.cell_mm:g}",
        "width_mm": f"{camera.width_mm:g}",
        "margin_px": str(camera.margin_px),
        "turns": str(camera.turns),
    }
    return {**settings.players_screens, screen: kept}


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        return 0.0
    return found if abs(found) < _MOST else 0.0


def _box(text: str) -> Box | None:
    numbers = tuple(map(_number, text.split()))
    if len(numbers) != len(("left", "top", "width", "height")):
        return None
    left, top, width, height = numbers
    return (left, top, width, height) if width > 0 and height > 0 else None
