"""The look of every widget: application palette, font and style sheet of a theme.

Owns how standard widgets look. Widgets choose a variant with the dynamic property
``role`` (``primary``, ``quiet``, ``note``, ``title``, ``danger``, ...); see `apply_theme`.
Not here: colours (palette), type sizes (fonts), anything on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette

from gridwar.ui.style.colors import Palette, ThemeName, palette_for, qcolor
from gridwar.ui.style.fonts import Type, font, load_fonts
from gridwar.ui.style.style_sheet import filled_sheet

if TYPE_CHECKING:
    from PySide6.QtGui import QStyleHints
    from PySide6.QtWidgets import QApplication

_IS_STYLED = "gridwar_is_styled"
_APPLIED: list[Theme] = []
"""The theme that the application has now."""

COMPACT = 0.8
ROW_LEAST_PX = 28


class Theme(Struct, frozen=True):
    """What a widget needs to draw itself: the colours and the interface scale (1.0 = 100 %).

    ``compact`` takes a fifth off the height of rows; ``reduce_motion`` turns animations off.
    """

    name: ThemeName
    palette: Palette
    scale: float
    compact: bool = False
    reduce_motion: bool = False

    def px(self, size_px: float) -> int:
        """Return a size given at 100 % in pixels of this interface scale."""
        return max(1, round(size_px * self.scale))

    def row_px(self, size_px: float) -> int:
        """Return the height of a row given at 100 %, in pixels; a touch target stays one."""
        if self.compact:
            size_px = max(min(size_px, ROW_LEAST_PX), size_px * COMPACT)
        return self.px(size_px)


def make_theme(
    name: ThemeName, scale: float = 1.0, *, compact: bool = False, reduce_motion: bool = False
) -> Theme:
    """Return a theme by name.

    Args:
        name: dark or light.
        scale: interface scale, 0.8 to 2.0.
        compact: whether rows take less room.
        reduce_motion: whether nothing moves.
    """
    return Theme(name, palette_for(name), scale, compact, reduce_motion)


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole application a theme; may be called again at any time.

    Each part is handed to every widget there is, so only what differs is given.
    """
    _APPLIED[:] = [theme]
    load_fonts()
    face, colors = font(Type.CONTROL, theme.scale), _qt_palette(theme.palette)
    sheet = style_sheet(theme)
    tell_system(app.styleHints(), theme.name)
    if not app.property(_IS_STYLED):  # with a style sheet, the style does not say its name
        app.setStyle("Fusion")
        app.setProperty(_IS_STYLED, True)
    if app.font() != face:
        app.setFont(face)
    if app.palette() != colors:
        app.setPalette(colors)
    if app.styleSheet() != sheet:
        # Set over another, a sheet would have Qt polish each widget once for each of its ancestors.
        app.setStyleSheet("")
        app.setStyleSheet(sheet)


def style_sheet(theme: Theme) -> str:
    """Return the application's style sheet for a theme."""
    return filled_sheet(theme.palette, theme.name, theme.px)


def applied_theme() -> Theme:
    """Return the theme that the application has now."""
    return _APPLIED[0] if _APPLIED else make_theme(ThemeName.DARK)


def tell_system(hints: QStyleHints, name: ThemeName) -> None:
    """Say whether the theme is dark: the system draws title bars and its file dialogs by it."""
    wanted = Qt.ColorScheme.Dark if name is ThemeName.DARK else Qt.ColorScheme.Light
    if hints.colorScheme() is not wanted:
        hints.setColorScheme(wanted)


def _qt_palette(colors: Palette) -> QPalette:
    roles = QPalette.ColorRole
    made = QPalette()
    for role, color in (
        (roles.Window, colors.panel),
        (roles.WindowText, colors.text),
        (roles.Base, colors.control),
        (roles.AlternateBase, colors.raised),
        (roles.Text, colors.text),
        (roles.PlaceholderText, colors.text3),
        (roles.Button, colors.control),
        (roles.ButtonText, colors.text),
        (roles.BrightText, colors.danger),
        (roles.ToolTipBase, colors.raised),
        (roles.ToolTipText, colors.text),
        (roles.Highlight, colors.accent),
        (roles.HighlightedText, colors.on_accent),
        (roles.Link, colors.accent),
        (roles.LinkVisited, colors.accent),
        (roles.Light, colors.raised),
        (roles.Midlight, colors.raised),
        (roles.Mid, colors.line),
        (roles.Dark, colors.line2),
        (roles.Shadow, colors.void),
        (roles.Accent, colors.accent),
    ):
        made.setColor(role, qcolor(color))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, qcolor(colors.text3))
    made.setColor(QPalette.ColorGroup.Disabled, roles.Highlight, qcolor(colors.line))
    return made
