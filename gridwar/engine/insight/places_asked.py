"""Which questions of places a procedure asks after its first roll, and what they were answered.

Where they are answered alike for another square, what was explored is true there too: of the place
the procedure learns these answers and nothing else (``watch`` sees whether that is so).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, cast

from gridwar.engine.insight.watch import Watched, unwatching
from gridwar.engine.kit.questions_of_places import hearing

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.encounter import Encounter

T = TypeVar("T")
_WHERE: Final = ("pos", "altitude", "size", "facing_deg", "aside")
MOST_STATES: Final = 4096


class PlacesAsked:
    """Hears questions of places while a command is explored, from its first roll on."""

    def __init__(self, base: Encounter, who: tuple[str, ...]) -> None:
        """Take the fight at the first roll, and whose places vary."""
        self._base, self._who = base, who
        self._stand: dict[int, tuple[bool, Encounter]] = {}
        self._said: dict[tuple[Callable[..., object], tuple[object, ...]], object] = {}
        """All answers, the early ones too: as long as nobody moves they stay as they are."""
        self.answers: dict[tuple[Callable[..., object], tuple[object, ...]], object] = {}
        """What was answered after the first roll, by question and arguments."""

    def __call__(
        self, question: Callable[..., T], encounter: Encounter, args: tuple[object, ...]
    ) -> T:
        """Answer a question; note the answer, unless places have changed meanwhile."""
        if not self._stands(encounter):
            with hearing(None):
                return question(encounter, *args)
        asked = question, args
        if asked in self._said:
            found = answer_to(question, self._said[asked])
        else:
            with hearing(None), unwatching():
                found = question(encounter, *args)
            self._said[asked] = found
        is_early = not any(type(encounter.combatants.get(one)) is Watched for one in self._who)
        if not is_early:
            self.answers[asked] = found
        return found

    @property
    def is_nothing(self) -> bool:
        """Whether nothing was asked: it is true in every other fight."""
        return not self.answers

    def are_true_for(self, base: Encounter) -> bool:
        """Return whether all that was asked is answered alike in another fight at that roll."""
        return all(question(base, *args) == said for (question, args), said in self.answers.items())

    def _stands(self, encounter: Encounter) -> bool:
        """Return whether everybody is still where they were, on the same map."""
        known = self._stand.get(id(encounter))
        if known is None:
            if len(self._stand) > MOST_STATES:
                self._stand.clear()
            known = self._stand[id(encounter)] = (same_places(self._base, encounter), encounter)
        return known[0]


def answer_to(question: Callable[..., T], kept: object) -> T:
    """Return what was kept as the answer to a question."""
    del question  # its answer is of this kind
    return cast("T", kept)


def same_places(one: Encounter, other: Encounter) -> bool:
    """Return whether questions of places are answered alike in two fights: nobody has moved."""
    if one.map is not other.map or one.rulings != other.rulings:
        return False
    if one.switches != other.switches or one.combatants.keys() != other.combatants.keys():
        return False
    for who, here in one.combatants.items():
        there = other.combatants[who]
        if here is not there:
            a, b = (
                here.__dict__,
                there.__dict__,
            )  # nobody is told: that it is unmoved says not where
            if any(a[name] != b[name] for name in _WHERE):
                return False
    return True
