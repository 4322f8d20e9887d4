"""Pages of PDFs as pictures of maps: listed, looked at, drawn, in a process of their own.

PDFium draws them. It is a large reader of files nobody vouches for and not to be used by several
threads, so it never runs in the program itself: ``pdf_worker`` is what does, within bounds.
"""

from __future__ import annotations

from typing import Final

SWITCH: Final = "--pdf-worker"
"""What the program is started with to be that process; no user is told."""
