"""The theme that the settings ask for: dark or light, its size, and whether things move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.reduced_motion import system_reduces_motion
from gridwar.ui.style.theme import Theme, make_theme

if TYPE_CHECKING:
    from gridwar.control.user_settings import UserSettings


def theme_of(settings: UserSettings) -> Theme:
    """Return the theme that the settings ask for."""
    name, scale, wish = ThemeName(settings.theme), settings.scale_pct / 100, settings.reduce_motion
    reduce_motion = system_reduces_motion() if wish is None else wish
    return make_theme(name, scale, compact=settings.compact, reduce_motion=reduce_motion)
