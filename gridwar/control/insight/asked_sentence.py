"""The sentence that is asked: its chips are changed, taken out, looked for and added.

Owns the changes of the view state and what is kept from fight to fight; what a sentence comes to is
in ``stands``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.insight.stand_sentences import kept_sentence, without_one
from gridwar.control.state.stands_asked import Adding
from gridwar.control.user_settings import SettingsKeeper
from gridwar.engine.insight.stands.chips import offered, turned, with_other
from gridwar.engine.insight.stands.words import chip_words

if TYPE_CHECKING:
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.insight.stands.chips import Chip
    from gridwar.engine.insight.stands.sentence import StandSearch

MOST_CHIPS: Final = 9
"""A sentence with more is read by nobody."""


class AskedSentence:
    """The sentence of a controller's question."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Change the question of a controller."""
        self._controller = controller
        self._settings = SettingsKeeper()

    def keep_in(self, settings: SettingsKeeper) -> None:
        """Keep the last sentence of these rules in these settings."""
        self._settings = settings

    def search(self) -> StandSearch | None:
        """Return the search in the present fight; None while there is none."""
        raise NotImplementedError

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The sentence as it is asked now: the usual one as long as nobody has said another."""
        asked, search = self._controller.view.stands, self.search()
        if asked is not None and asked.chips is not None:
            return asked.chips
        return () if search is None else search.usual

    def _change(self, **changes: object) -> None:
        asked = self._controller.view.stands
        if asked is None:
            return
        if "chips" in changes or "knows_all" in changes:
            changes = {"pointed": None, "shown": (), **changes}
        asked = replace(asked, **changes)
        self._controller.show(stands=asked)
        if "chips" in changes:
            self._remember()

    def _remember(self) -> None:
        system, now = self._controller.system.id, self._controller.encounter
        kept = self._settings.now.stands
        rest = {name: one for name, one in kept.items() if name != system}
        self._settings.change(stands={**rest, system: kept_sentence(self.chips, now)})

    @property
    def _last_stop(self) -> int:
        """The place of what adds a chip, after that of by whose knowledge it goes."""
        asked = self._controller.view.stands
        return 0 if asked is None else len(self.chips) + 1

    def step(self, by: int) -> None:
        """Let keys change the next chip."""
        asked = self._controller.view.stands
        if asked is not None:
            self._change(at=(asked.at + by) % (self._last_stop + 1))

    def step_to(self, at: int) -> None:
        """Let keys change one chip, the knowledge, or what adds another."""
        self._change(at=max(0, min(at, self._last_stop)))

    def change_value(self, by: int) -> None:
        """Change how much the chip asks; where there is but one, of whom."""
        self._turn_chip(by, others=False)

    def change_other(self, by: int) -> None:
        """Change of whom the chip asks."""
        self._turn_chip(by, others=True)

    def turn_knowledge(self) -> None:
        """Go by everything, or again by what the side of whoever would stand there knows."""
        asked = self._controller.view.stands
        if asked is not None:
            self._change(knows_all=not asked.knows_all, at=len(self.chips))

    def _turn_chip(self, by: int, *, others: bool) -> None:
        asked, search = self._controller.view.stands, self.search()
        if asked is None or search is None:
            return
        if asked.at == len(self.chips):
            self._change(knows_all=not asked.knows_all)
        elif asked.at < len(self.chips):
            chip = self.chips[asked.at]
            turn = with_other if others else turned
            self.put(asked.at, turn(search.choices, chip, by))

    def put(self, at: int, chip: Chip) -> None:
        """Put another chip in the place of one."""
        asked = self._controller.view.stands
        if asked is not None and at < len(self.chips):
            chips = (*self.chips[:at], chip, *self.chips[at + 1 :])
            self._change(chips=chips, at=at)

    def take_out(self, at: int | None = None) -> None:
        """Take a chip out of the sentence: that of the keyboard, or one of a place."""
        asked = self._controller.view.stands
        if asked is None:
            return
        place = asked.at if at is None else at
        if place < len(self.chips):
            chips = without_one(self.chips, place)
            self._change(chips=chips, at=min(place, max(0, len(chips) - 1)))

    # --- another chip ---------------------------------------------------------------------------

    def begin_adding(self) -> None:
        """Look for a chip to add."""
        asked = self._controller.view.stands
        if asked is not None and len(self.chips) < MOST_CHIPS:
            self._change(adding=Adding(), at=self._last_stop)

    def end_adding(self) -> None:
        """Look for none any more."""
        self._change(adding=None)

    def type(self, words: str) -> None:
        """Look for chips with some words in them."""
        self._change(adding=Adding(words))

    def step_added(self, by: int) -> None:
        """Point at the next chip of those found."""
        asked, count = self._controller.view.stands, len(self.to_add())
        if asked is not None and asked.adding is not None and count:
            self._change(adding=replace(asked.adding, at=(asked.adding.at + by) % count))

    def to_add(self) -> tuple[Chip, ...]:
        """Return the chips that are offered and hold what was typed, those not asked yet."""
        asked, search = self._controller.view.stands, self.search()
        if asked is None or asked.adding is None or search is None:
            return ()
        wanted = asked.adding.typed.casefold().split()
        return tuple(
            chip
            for chip in offered(search.choices)
            if chip not in self.chips
            and all(word in chip_words(search, chip).text.casefold() for word in wanted)
        )

    def add(self, chip: Chip | None = None) -> None:
        """Add a chip to the sentence: one of those offered, or the one pointed at."""
        asked = self._controller.view.stands
        if asked is None:
            return
        if chip is None and asked.adding is not None:
            found = self.to_add()
            chip = found[asked.adding.at] if asked.adding.at < len(found) else None
        if chip is not None and chip not in self.chips and len(self.chips) < MOST_CHIPS:
            self._change(chips=(*self.chips, chip), adding=None, at=len(self.chips))
