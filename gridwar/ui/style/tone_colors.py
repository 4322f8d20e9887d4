"""The colours of a tone: what is good, what harms, what warns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records.panel_records import Tone

if TYPE_CHECKING:
    from gridwar.ui.style.colors import Palette


def tone_color(colors: Palette, tone: Tone) -> str:
    """Return the text colour of a tone."""
    return {
        Tone.PLAIN: colors.text,
        Tone.QUIET: colors.text3,
        Tone.GOOD: colors.ok,
        Tone.HARM: colors.danger,
        Tone.WARN: colors.warn,
        Tone.INFO: colors.info,
    }[tone]


def tone_ground(colors: Palette, tone: Tone) -> str:
    """Return the ground that a tone's text stands on."""
    return {
        Tone.PLAIN: colors.raised,
        Tone.QUIET: colors.raised,
        Tone.GOOD: colors.ok_ground,
        Tone.HARM: colors.danger_ground,
        Tone.WARN: colors.warn_ground,
        Tone.INFO: colors.info_ground,
    }[tone]
