"""``python -m gridwar``, and where the frozen program begins: the same door as the command.

Tells what a user starts from what the program starts of itself, which needs none of the command
line and begins for every request.
"""

from __future__ import annotations

import sys

from gridwar.control.insight import SWITCH as CHARTS
from gridwar.formats.pdf import SWITCH as PAGES


def main() -> int:
    """Do what the program asks of another of itself, else what the user wants."""
    if sys.argv[1:2] == [CHARTS]:
        from gridwar.cli import load_late

        load_late()  # packaged, what is left out of libraries is not there
        from gridwar.control.insight.chart_process_end import main as work_charts_out

        return work_charts_out()
    if sys.argv[1:2] == [PAGES]:
        from gridwar.formats.pdf.pdf_worker import main as draw_pages

        return draw_pages(sys.argv[2:])
    from gridwar.cli import main as do_command

    return do_command()


if __name__ == "__main__":
    raise SystemExit(main())
