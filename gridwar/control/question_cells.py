"""Which place on the map an open question waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.question import Question

if TYPE_CHECKING:
    from gridwar.control.controller import Controller


def asked_place(controller: Controller) -> Question | None:
    """Return the first open question that wants a place on the map."""
    open_ones = (one for one in controller.session.wanted if isinstance(one, Question))
    return next((one for one in open_ones if one.cells), None)
