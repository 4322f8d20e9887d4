"""How a pin is called, and what is said of its words where there is little room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.pins import Pin

MOST_OF_LINE: Final = 60
MOST_OF_TIP: Final = 400
"""Letters of the words of a pin that a tooltip says: more is read on its card."""


def pin_name(pin: Pin) -> str:
    """Return what a pin is called: by what stands on its sign."""
    return _("Pin {label}").format(label=pin.label) if pin.label else _("Pin")


def pin_line(pin: Pin, most: int = MOST_OF_LINE) -> str:
    """Return the first line of the words of a pin, without the marks of a heading."""
    lines = (line.strip().lstrip("#").strip() for line in pin.text.splitlines())
    return _cut(next(filter(None, lines), ""), most)


def pin_tip(pin: Pin) -> str:
    """Return name and words of a pin, as far as a tooltip says them."""
    words = _cut(pin.text.strip(), MOST_OF_TIP) or _("nothing is written yet")
    return f"{pin_name(pin)}\n{words}"


def pins_found(pins: Iterable[Pin], wanted: str) -> tuple[Pin, ...]:
    """Return the pins whose label or words have all that was typed, by the order of their labels.

    One that bears just that comes first.
    """
    parts = wanted.casefold().split()
    found = [
        one for one in pins if all(part in f"{one.label} {one.text}".casefold() for part in parts)
    ]
    named = wanted.strip().casefold()

    def order(one: Pin) -> tuple[bool, bool, int, str]:
        is_named = bool(named) and one.label.casefold() == named
        return (not is_named, *_order(one))

    return tuple(sorted(found, key=order))


def _order(pin: Pin) -> tuple[bool, int, str]:
    """Numbers by their worth, then letters; those without a label last."""
    digits = "".join(one for one in pin.label if one.isdecimal())
    begins = pin.label[:1].isdecimal()
    return not pin.label, int(digits) if begins else 10_000, pin.label.casefold()


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}\u2026"
