"""How high rows are, in every list of the window: one table.

In pixels at 100 %; `Theme.row_px` takes a fifth off where lists are compact.
"""

from __future__ import annotations

from typing import Final

ACTION_ROW_PX: Final = 30
"""A deed, a layer, a measured figure, a shortcut: one line."""
DENSE_ROW_PX: Final = 27
"""The same in a small window."""
GROUP_ROW_PX: Final = 24
"""The heading of a group."""
FOLD_ROW_PX: Final = 27
"""A group that is folded."""
PERSON_ROW_PX: Final = 45
"""Somebody in the order or the library, or a kind of ground: a name with something below it."""
SWITCH_ROW_PX: Final = 34
"""A switch, a light, the head of a short list."""
