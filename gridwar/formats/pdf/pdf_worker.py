"""The process that draws pages: does one request within its bounds and ends.

It gets the request as JSON, writes pixels into files of the folder it is given and answers each job
with a line on standard output. Starts for every request, so it imports little, and PDFium only once
the bounds are set.
"""

from __future__ import annotations

import sys
from itertools import repeat
from typing import TYPE_CHECKING

import msgspec

from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.process_bounds import bound_this_process

if TYPE_CHECKING:
    from collections.abc import Iterator


def main(arguments: list[str]) -> int:
    """Do a request and return the exit code.

    Args:
        arguments: The request as JSON, alone.
    """
    bound_this_process(wm.MOST_MEMORY_BYTES, wm.MOST_SECONDS)
    request = msgspec.json.decode(arguments[0], type=wm.Request)
    for answer in _answers(request):
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _answers(request: wm.Request) -> Iterator[wm.Answer]:
    """Answer every job of a request; where the file cannot be opened, each with that."""
    try:
        from gridwar.formats.pdf.pdfium_pages import CannotDo, PdfiumFile, told
    except (ImportError, OSError) as error:  # not installed, or its library does not load
        yield from repeat(wm.Failed("lacking", str(error)), len(request.jobs))
        return
    try:
        with told():
            file = PdfiumFile(request.path, request.folder)
    except CannotDo as reason:
        yield from repeat(reason.failed, len(request.jobs))
        return
    for job in request.jobs:
        try:
            with told():
                answer = file.do(job)
        except CannotDo as reason:
            answer = reason.failed
        yield answer
