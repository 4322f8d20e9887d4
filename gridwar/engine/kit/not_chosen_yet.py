"""What a command holds in place of what has still to be chosen on the map, for its rehearsal."""

from __future__ import annotations

from typing import Final, NoReturn


class NotChosenYet(Exception):
    """A rehearsal came to what has still to be chosen on the map."""


class _Unchosen:
    """Stands in a command for what is still to be chosen: nothing can be done with it.

    A rehearsal that comes to it has found no reason against the command that would hold whatever
    is chosen.
    """

    __slots__ = ()

    def _stop(self, *_args: object, **_names: object) -> NoReturn:
        raise NotChosenYet

    __getattr__ = __eq__ = __hash__ = __bool__ = __iter__ = __len__ = __contains__ = _stop
    __getitem__ = __str__ = __format__ = __lt__ = __gt__ = __le__ = __ge__ = _stop
    __add__ = __radd__ = __sub__ = __rsub__ = __mod__ = __int__ = __float__ = __round__ = _stop

    def __repr__(self) -> str:
        return "UNCHOSEN"


UNCHOSEN: Final = _Unchosen()
