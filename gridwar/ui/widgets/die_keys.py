"""Digits that become faces of dice: one key up to nine sides, several keys beyond.

No Qt: a small machine that is fed with characters.
"""

from __future__ import annotations

_ONE_KEY_SIDES = 9
_TEN = 10
_HUNDRED = 100


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

    def feed(self, digit: str) -> int | None:
        """Take a digit; return the face once it can be only one, else None."""
        text = self.pending + digit
        if self.sides <= _TEN:
            self.pending = ""
            face = int(digit)
            if face == 0 and self.sides == _TEN:
                face = _TEN
            return face if 1 <= face <= self.sides else None
        if self.sides == _HUNDRED and text == "00":
            self.pending = ""
            return _HUNDRED
        if int(text) > self.sides:
            text = digit
        if self.sides != _HUNDRED and text == "0":
            self.pending = ""
            return None
        if text == "0" or int(text) * _TEN <= self.sides:
            self.pending = text
            return None
        self.pending = ""
        return int(text)

    def flush(self) -> int | None:
        """Take the digits so far as the face; None where there are none."""
        text, self.pending = self.pending, ""
        face = int(text) if text else 0
        return face if face else None

    def drop(self) -> bool:
        """Take the digits back; return whether there were any."""
        had, self.pending = bool(self.pending), ""
        return had
