"""What of a map with floors is shown: one page, those on it, dimly who is seen through openings.

Owns the record of the page and the choice of tokens. Which floor that is says the view state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.maps.floor_in_view import by_height, floor_in_view, next_floor
from gridwar.control.maps.floor_words import floor_name
from gridwar.control.memo import Memo
from gridwar.control.records import ground_records as gr
from gridwar.control.records.floor_records import FloorChip
from gridwar.control.records.scene_records import MarkOverlay, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.records.scene_records import TokenView
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor

Tokens = tuple["TokenView", ...]
Beyond = Mapping[str, tuple[gr.CellXY, str]]


def floor_shown(page: BattleMap, floor: Floor) -> gr.FloorShown:
    """Return the record of a floor: its page, and where it is open to the floor below."""
    below = next_floor(page, floor, -1)
    openings = []
    for cell in page.openings if below is not None else ():
        if below is not None and floor.holds(cell):
            under = below.cell_of(floor.plan_of(cell))
            if below.holds(under):
                openings.append(((cell.x, cell.y), (under.x, under.y)))
    box = (*map(float, floor.at), *map(float, floor.size))
    left, top, width, height = box
    return gr.FloorShown(floor.id, (left, top, width, height), floor.shift, tuple(openings))


def floor_chips(page: BattleMap, tokens: Tokens, shown: str) -> tuple[FloorChip, ...]:
    """Return all floors, the highest first, with those of some tokens who are on each."""
    chips = []
    for floor in by_height(page)[::-1]:
        box = floor_shown(page, floor).page
        here = [one for one in tokens if not one.ghost and _is_on(one.cell, box)]
        people = tuple(one.initials for one in here if not one.out)
        turn = any(one.turn for one in here)
        chips.append(FloorChip(floor.id, floor_name(floor), people, floor.id == shown, turn))
    return tuple(chips)


def link_signs(page: BattleMap, wanted: str) -> Iterator[MarkOverlay]:
    """Yield a sign for each end of a link on the floor in view: an arrow up or down."""
    shown = floor_in_view(page, wanted)
    for link in page.links:
        for ends, others in ((link.here, link.there), (link.there, link.here)):
            here, there = page.floor_at(ends[0]), page.floor_at(others[0])
            if here is not None and there is not None and here is shown:
                is_up = there.elevation_m > here.elevation_m
                leads = link.both_ways or ends is link.here
                icon = ("arrow-up" if is_up else "arrow-down") if leads else "log-in"
                for cell in ends:
                    yield MarkOverlay((cell.x + 0.5, cell.y + 0.5), Role.PAPER, icon, small=True)


class TokensOfFloor:
    """Keeps of some tokens those on a floor; the same tuple as long as nothing changes."""

    def __init__(self) -> None:
        self._kept: Memo[Tokens] = Memo()

    def of(
        self, tokens: Tokens, floor: gr.FloorShown | None, beyond: Beyond = frozendict()
    ) -> Tokens:
        """Return the tokens on the page that is shown, and faintly those below its openings.

        Args:
            tokens: All there are.
            floor: The floor that is shown.
            beyond: Who else of other floors is shown: where on the page, and with which tag.
        """
        if floor is None:
            return tokens
        return self._kept.get((tokens, floor, beyond), lambda: tuple(_all(tokens, floor, beyond)))


def _all(tokens: Tokens, floor: gr.FloorShown, beyond: Beyond) -> Iterator[TokenView]:
    shown = tuple(_shown(tokens, floor))
    there = {one.id for one in shown}
    for one in tokens:
        if one.id in beyond and one.id not in there:
            (x, y), tag = beyond[one.id]
            place = (float(x), float(y))
            yield replace(one, cell=place, faint=True, selected=False, trail=(), altitude_text=tag)
    yield from shown


def _shown(tokens: Tokens, floor: gr.FloorShown) -> Iterator[TokenView]:
    over = {below: cell for cell, below in floor.openings}
    below = [one for one in tokens if over and not one.lifted and _is_under(one, over)]
    for one in below:
        x, y = over[int(one.cell[0] // 1), int(one.cell[1] // 1)]
        yield replace(one, cell=(float(x), float(y)), faint=True, selected=False, trail=())
    yield from (one for one in tokens if one.lifted or _is_on(one.cell, floor.page))


def _is_on(place: gr.Point, page: gr.Box) -> bool:
    return 0 <= place[0] - page[0] < page[2] and 0 <= place[1] - page[1] < page[3]


def _is_under(one: TokenView, over: dict[gr.CellXY, gr.CellXY]) -> bool:
    x, y = int(one.cell[0] // 1), int(one.cell[1] // 1)
    return all((x + dx, y + dy) in over for dx in range(one.size[0]) for dy in range(one.size[1]))
