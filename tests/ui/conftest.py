"""What holds for every test of the window: the picture of a sample is decoded once a process."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from gridwar.ui.map.ground import picture_decoding

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True, scope="session")
def pictures_decoded_once() -> Iterator[None]:
    """Keep the sizes of the last pictures: a third of what opening a window takes."""
    kept = lru_cache(maxsize=8)(picture_decoding._sizes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture_decoding, "_sizes", kept)
        yield
