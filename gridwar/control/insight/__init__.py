"""Charts of squares, and where somebody could stand, worked out beside the window. No Qt.

``chart_job`` says what is asked and what is told, ``squares_worked_out`` does the work,
``chart_thread`` and ``chart_process`` do it beside the window, ``chart_process_end`` is the other
end of the latter, ``charts`` knows which chart is wanted and keeps what was told; ``arrivals`` have
it work out the square that somebody is dragged to. ``stands`` knows what is asked of squares
(``asked_sentence``, kept as ``stand_sentences``), ``stand_figures`` has the same workers find the
figures of the best.
"""

from __future__ import annotations

from typing import Final

SWITCH: Final = "--chart-worker"
"""What the program is started with to be the process that works charts out; no user is told."""
