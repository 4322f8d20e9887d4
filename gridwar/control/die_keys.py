"""How digits become faces: a 1 on a D20 may still become a 12."""

from __future__ import annotations

from typing import Final

_TEN: Final = 10
_HUNDRED: Final = 100


class DieKeys:
    """Collects digits for dice of so many sides."""

    def __init__(self, sides: int = 6) -> None:
        self.sides = sides
        self.pending = ""
        """Digits that may still become more than one face, such as a 1 on a D20."""

    def use(self, sides: int) -> None:
        """Go on with dice of other sides."""
        if sides != self.sides:
            self.sides = sides
            self.pending = ""

    def feed(self, digit: str) -> tuple[int, ...]:
        """Take a digit; return the faces that are certain now.

        That is none while more digits may follow, one as a rule, and two where a digit ends one
        face and is the next: 2 and 5 on a D20.
        """
        if self.sides <= _TEN:
            face = int(digit) or (_TEN if self.sides == _TEN else 0)
            return (face,) if 1 <= face <= self.sides else ()
        text = self.pending + digit
        if int(text) > self.sides:
            done = self.flush()
            return (*((done,) if done else ()), *self._begin(digit))
        self.pending = ""
        if text == "00" and self.sides == _HUNDRED:
            return (_HUNDRED,)
        return self._begin(text)

    def _begin(self, text: str) -> tuple[int, ...]:
        """Return a text as a face, or keep it while it may become a longer one."""
        if int(text) == 0 and self.sides != _HUNDRED:
            return ()
        if len(text) < len(str(self.sides)) and int(text) * _TEN <= self.sides:
            self.pending = text
            return ()
        return (int(text),) if int(text) else ()

    def flush(self) -> int | None:
        """Take the digits so far as the face; None where there are none."""
        text, self.pending = self.pending, ""
        face = int(text) if text else 0
        return face if face else None

    def drop(self) -> bool:
        """Take the digits back; return whether there were any."""
        had, self.pending = bool(self.pending), ""
        return had
