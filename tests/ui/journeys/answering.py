"""Questions that a journey is not about: what is proposed is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.evening.evening import Evening


def answer_all(evening: Evening, most: int = 20) -> int:
    """Take what is proposed for whatever is asked; return how many questions there were."""
    for number in range(most):
        if not evening.is_asked:
            return number
        page = evening.window.on_demand.question.page
        if page is None:
            evening.press("Space", frees=True)
        elif page.view.options and not page.needs_answer_button:
            evening.press("1", frees=True)
        else:
            evening.press("Return", frees=True)
    raise AssertionError("questions without an end")
