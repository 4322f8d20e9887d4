"""What a suspended body still knows: its variables that are read later, and what lies on its stack.

A procedure is a generator. Where it waits for its first roll, everything it has learnt before and
will use afterwards lies in its frame. What the code cannot reach any more is left out.
"""

from __future__ import annotations

import dis
import gc
from functools import lru_cache
from types import CellType, CodeType, GeneratorType
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

_READS: Final = frozenset({"LOAD_FAST", "LOAD_CLOSURE", "LOAD_DEREF", "LOAD_CLASSDEREF"})
_ENDS: Final = frozenset({"RETURN_VALUE", "RAISE_VARARGS", "RERAISE"})
_ALWAYS_JUMPS: Final = frozenset({"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"})

_NAMED_BY: Final = 2
"""A generator holds its code twice: itself and by its frame, before what the frame holds."""

Body: TypeAlias = "GeneratorType[object, object, object]"


def bodies_within(body: object) -> Iterator[Body | object]:
    """Yield a suspended generator and those that it waits for by ``yield from``, outermost first.

    What it waits for may be something else than a generator; that comes last.
    """
    while isinstance(body, GeneratorType):
        yield body
        body = body.gi_yieldfrom
    if body is not None:
        yield body


def left_of(body: Body) -> tuple[tuple[object, ...], bool]:
    """Return what a suspended body may still use.

    Returns:
        Its code, the place in it, the values of the variables that are read further on and what
        lies on its stack; and whether all of that was found. A frame that does not look as
        expected is not understood: nothing may be said to equal it.
    """
    frame, code = body.gi_frame, body.gi_code
    if frame is None:  # it has ended, by handing over
        return (), True
    names, at = frame.f_locals, frame.f_lasti
    order, live = _names_in_order(code), _read_after(code, at)
    held = gc.get_referents(body)
    places = [place for place, one in enumerate(held) if one is code]
    if len(places) != _NAMED_BY:
        return (code,), False
    rest = held[places[1] + 1 :]
    found: list[object] = [code, at]
    place = 0
    for name, is_cell in order:
        if is_cell:
            if place >= len(rest) or not isinstance(rest[place], CellType):
                return (code,), False
            place += 1
            found.append(names.get(name, _UNBOUND))  # a closure may read it whenever it likes
        elif name in names:
            if place >= len(rest) or rest[place] is not names[name]:
                return (code,), False
            place += 1
            if name in live:
                found.append(names[name])
        elif name in live:
            found.append(_UNBOUND)
    inner = body.gi_yieldfrom
    found += [one for one in rest[place:] if one is not inner]
    return tuple(found), True


_UNBOUND: Final = "unbound"


@lru_cache(maxsize=4096)
def _names_in_order(code: CodeType) -> tuple[tuple[str, bool], ...]:
    """Return the variables as they lie in a frame, and whether each is in a cell."""
    cells, local = code.co_cellvars, code.co_varnames
    rest = (*(name for name in cells if name not in local), *code.co_freevars)
    return (*((name, name in cells) for name in local), *((name, True) for name in rest))


@lru_cache(maxsize=4096)
def _read_after(code: CodeType, at: int) -> frozenset[str]:
    """Return the variables that are read at any place that can be reached after an offset."""
    steps = list(dis.get_instructions(code))
    index = {one.offset: number for number, one in enumerate(steps)}
    handlers = vars(dis.Bytecode(code))["exception_entries"]
    seen, waiting, found = set[int](), [index[at]], set[str]()
    first = True
    while waiting:
        number = waiting.pop()
        if number in seen or number >= len(steps):
            continue
        one = steps[number]
        seen.add(number)
        if one.opname in _READS:
            found.add(str(one.argval))
        waiting += [
            index[entry.target]
            for entry in handlers
            if entry.start <= one.offset <= entry.end and entry.target in index
        ]
        if one.opcode in dis.hasjrel or one.opcode in dis.hasjabs:
            waiting.append(index[one.argval])
        if first or (one.opname not in _ENDS and one.opname not in _ALWAYS_JUMPS):
            waiting.append(number + 1)
        first = False
    return frozenset(found)
