"""A picture decoded in a thread: whoever gives up need not wait for Qt."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from gridwar.errors import Cancelled
from gridwar.ui.map import picture_decoding
from gridwar.ui.map.picture_decoding import decoded, decoded_beside
from tests.support.uvtt import png

if TYPE_CHECKING:
    from collections.abc import Callable

FORM = QImage.Format.Format_ARGB32_Premultiplied
_PATIENCE_S = 20


@pytest.mark.usefixtures("qapp")
def test_it_is_what_is_decoded_at_once() -> None:
    """Pixels and format; nothing where nobody can read it."""
    data = png(70, 40)
    assert decoded_beside(data, FORM, lambda: False) == decoded(data).convertToFormat(FORM)
    assert decoded_beside(data[:40], FORM, lambda: False).isNull()


def test_who_gives_up_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt cannot be stopped: it comes to its end alone."""
    begun, may_end = threading.Event(), threading.Event()

    def slowly(_data: bytes) -> QImage:
        begun.set()
        assert may_end.wait(_PATIENCE_S)
        return QImage()

    monkeypatch.setattr(picture_decoding, "decoded", slowly)
    gives_up: Callable[[], bool] = begun.is_set
    try:
        with pytest.raises(Cancelled):
            decoded_beside(b"", FORM, gives_up)
    finally:
        may_end.set()
