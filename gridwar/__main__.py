"""``python -m gridwar``, and where the frozen program begins: the same door as the command.

Tells what a user starts from what the program starts of itself, which needs none of the command
line and begins for every request.
"""

from __future__ import annotations

import sys

from gridwar.formats.pdf import SWITCH


def main() -> int:
    """Draw pages of a PDF for the program that asks for it, else do what the user wants."""
    if sys.argv[1:2] == [SWITCH]:
        from gridwar.formats.pdf.pdf_worker import main as draw_pages

        return draw_pages(sys.argv[2:])
    from gridwar.cli import main as do_command

    return do_command()


if __name__ == "__main__":
    raise SystemExit(main())
