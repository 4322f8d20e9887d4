"""Is there a display to open a window on? Asked before Qt is loaded, which aborts without one.

Only asks whether something answers where the environment says; speaks neither X11 nor Wayland.
"""

from __future__ import annotations

import re
import socket
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

_X11 = re.compile(r"(?P<host>[\w.-]*):(?P<number>\d+)(?:\.\d+)?")
_X11_PORT = 6000
_WAIT_S = 3.0


def why_no_window(env: Mapping[str, str]) -> str:
    """Say why no window can be opened; empty where one can, or where the caller chose for Qt.

    Args:
        env: The environment.
    """
    if sys.platform in {"win32", "cygwin", "darwin"} or env.get("QT_QPA_PLATFORM"):
        return ""
    x11, wayland = env.get("DISPLAY", ""), env.get("WAYLAND_DISPLAY", "")
    if not x11 and not wayland:
        return _("neither DISPLAY nor WAYLAND_DISPLAY names a display")
    if (x11 and _x11_answers(x11)) or (wayland and _wayland_answers(wayland, env)):
        return ""
    names = ", ".join(filter(None, (x11, wayland)))
    return _("the display {names} does not answer").format(names=names)


def _x11_answers(display: str) -> bool:
    form = _X11.fullmatch(display.removeprefix("unix"))
    if form is None:
        return True  # a form that only X11 itself knows: let Qt try
    if not form["host"]:
        place = f"/tmp/.X11-unix/X{form['number']}"  # where X11 puts it
        return _listens("\0" + place) or _listens(place)
    port = _X11_PORT + int(form["number"])
    try:
        with closing(socket.create_connection((form["host"], port), _WAIT_S)):
            return True
    except (OSError, OverflowError):
        return False


def _wayland_answers(display: str, env: Mapping[str, str]) -> bool:
    return _listens(str(Path(env.get("XDG_RUNTIME_DIR", "")) / display))


def _listens(address: str) -> bool:
    """Return whether somebody listens on a socket of this machine."""
    with closing(socket.socket(socket.AF_UNIX)) as line:
        line.settimeout(_WAIT_S)
        try:
            line.connect(address)
        except (OSError, ValueError):
            return False
    return True
