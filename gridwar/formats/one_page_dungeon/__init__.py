"""One Page Dungeons (JSON of Watabou's generator): read with a report, drawn as a sketch.

They hold no picture, and need none. Owns what was learnt of them from a hundred files: which cell
is a door's own, which way it leads, where water and columns may lie.
"""

from gridwar.formats.one_page_dungeon.dungeon_reading import (
    is_one_page_dungeon,
    read_one_page_dungeon,
)

__all__ = ["is_one_page_dungeon", "read_one_page_dungeon"]
