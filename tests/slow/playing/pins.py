"""What a game master does to the pins of a map, by chance: put, written, moved, taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm.pin_commands import PutPins
from gridwar.model.geometry import centre_of
from gridwar.model.pins import Pin

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.model.geometry import Cell

IDS = ("pin-1", "pin-2", "pin-3")
TEXTS = ("", "A hatch", "# Cellar\n- [ ] searched", "Zoë <i>", "x" * 10_000)


def pin_command(chance: Random, cell: Callable[[], Cell]) -> PutPins:
    """Return a command about one of a few pins; now and then one that is refused."""
    if chance.random() < 0.2:
        return PutPins(gone=tuple(chance.sample(IDS, 2)))
    pin = Pin(
        id=chance.choice(IDS),
        point=centre_of(cell()),
        label=chance.choice(("", "1", "12b", "é")),
        text=chance.choice(TEXTS),
    )
    return PutPins(put=(pin, pin) if chance.random() < 0.05 else (pin,))
