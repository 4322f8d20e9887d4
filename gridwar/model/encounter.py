"""The encounter: one immutable value that holds the whole state of a fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from frozendict import frozendict
from pydantic import Field, SerializeAsAny, model_validator

from gridwar.model.battlemap import BattleMap
from gridwar.model.bounds import Amount, Rounds
from gridwar.model.combatant import Combatant
from gridwar.model.combatant_references import CombatantId, PairByArrow, ScopedKey, forgotten
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.form_layout import FormLayout
from gridwar.model.geometry import Cell
from gridwar.model.handouts import Handout
from gridwar.model.house_rule_switches import Switches
from gridwar.model.memory import Vision
from gridwar.model.record import FrozenMap, Record, opaque
from gridwar.model.roster_changes import with_one

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set

Policy = Literal["ask", "never", "always"]


class RulesState(Record):
    """What one rule system knows about the fight as a whole; each has its own subclass."""


class Settings(Record):
    """What is set for one fight: dice, limits, lists; each system has its own subclass.

    Every field has a default. House rules say how a table reads the book and stay the same from
    fight to fight; settings belong to one fight.
    """

    forms: ClassVar[tuple[FormLayout, ...]] = ()
    """What their form shows, for settings that hold lists; without one all stand below each other.
    """


Stance = Literal["party", "foes", "neutral"]


class Side(Record):
    """Those who fight together. ``index`` picks colour and shape, 0 to 5."""

    name: str
    index: Amount = 0
    stance: Stance = "foes"
    """Sides of the party are allies, neutral ones nobody's foe; all others are foes of each other.
    """


class Bracket(Record):
    """Combatants who act simultaneously.

    Each of them acts upon the members as they were when the bracket opened, plus what it has
    done itself, in its turn or in answer to another; what they do is also done to the present at
    once, and counts when it closes.
    """

    members: tuple[CombatantId, ...]
    active: CombatantId | None = None
    seen: FrozenMap[CombatantId, FrozenMap[CombatantId, Combatant]] = frozendict()


class Ruling(Record):
    """The GM's word on what lies between two, as long as both stay where they are."""

    places: tuple[Cell, Cell]
    line: Literal["clear", "blocked"] | None = None
    cover: CoverDegree | None = None
    hard: bool = True


class Encounter(Record):
    """The state of a fight at one moment."""

    title: str = ""
    system: str = "freeform"
    map: BattleMap = BattleMap.constant(width=30, height=20)
    sides: FrozenMap[str, Side] = frozendict(
        {"1": Side.constant(name="Party", stance="party"), "2": Side.constant(name="Foes", index=1)}
    )
    combatants: FrozenMap[str, Combatant] = frozendict()
    round: Rounds = 0
    """0 before the first round."""
    turn: CombatantId | None = None
    rules: Annotated[SerializeAsAny[RulesState], opaque("rules")] = Field(
        default=RulesState.constant(), validate_default=True
    )
    switches: Annotated[SerializeAsAny[Switches], opaque("switches")] = Field(
        default=Switches.constant(), validate_default=True
    )
    settings: Annotated[SerializeAsAny[Settings], opaque("settings")] = Field(
        default=Settings.constant(), validate_default=True
    )
    rules_hash: str = ""
    """Of the rulebook's data that the fight was begun with (``content.effective_hash``)."""
    standing: FrozenMap[ScopedKey, Policy] = frozendict()
    """Standing answers by ``scope:window kind``; the scope is an id, ``side:…`` or ``*``."""
    bracket: Bracket | None = None
    rulings: FrozenMap[PairByArrow, Ruling] = frozendict()
    """What the GM says of lines and cover, by ``attacker>target``."""
    notes: str = ""
    """What the GM writes down about the fight: Markdown, of which headings and ticks are drawn."""
    handouts: tuple[Handout, ...] = ()
    """Pictures that were laid before the players, the first one first."""
    vision: Vision = Vision.constant()
    """What the players' fog goes by, and what each side remembers of the map."""

    @model_validator(mode="after")
    def _remembers_its_own_map(self) -> Self:
        if problem := self.vision.problem_with(self.map.size):
            raise ValueError(problem)
        return self

    def __getitem__(self, combatant_id: str) -> Combatant:
        """Return a combatant by id; inside a bracket as the acting member sees it."""
        bracket = self.bracket
        if bracket is not None and bracket.active is not None:
            seen = bracket.seen[bracket.active].get(combatant_id)
            if seen is not None:
                return seen
        return self.combatants[combatant_id]

    def __contains__(self, combatant_id: object) -> bool:
        """Return whether a combatant of that id is in the fight."""
        return combatant_id in self.combatants

    def everyone(self) -> tuple[Combatant, ...]:
        """Return all combatants on the board, in the order they joined, as seen now."""
        return tuple(self[key] for key, one in self.combatants.items() if not one.aside)

    def are_allied(self, side: str, other: str) -> bool:
        """Return whether two sides fight together; one does with itself."""
        return side == other or (self._stance(side) == self._stance(other) == "party")

    def are_foes(self, side: str, other: str) -> bool:
        """Return whether two sides fight each other: not where either of them is neutral."""
        is_neutral = "neutral" in (self._stance(side), self._stance(other))
        return not is_neutral and not self.are_allied(side, other)

    def _stance(self, side: str) -> Stance:
        found = self.sides.get(side)
        return "foes" if found is None else found.stance

    def with_combatant(self, combatant: Combatant) -> Encounter:
        """Return the encounter with one combatant added or replaced."""
        return self.replace(combatants=with_one(self.combatants, combatant))

    def without(self, ids: Iterable[str]) -> Encounter:
        """Return the encounter without some combatants; nothing in it names them any more."""
        gone = frozenset(ids)
        left = forgotten(self.overlooking(gone), gone.__contains__)
        assert left is not None  # an encounter has a default for every reference of its own
        is_over = left.bracket is not None and not left.bracket.members
        return left.replace(bracket=None) if is_over else left

    @property
    def strangers(self) -> frozenset[str]:
        """The ids that something in it names although nobody here bears them."""
        found: set[str] = set()

        def is_stranger(who: str) -> bool:
            if who and who not in self.combatants:
                found.add(who)
            return False

        forgotten(self, is_stranger)
        return frozenset(found)

    def overlooking(self, hidden: Set[str]) -> Encounter:
        """Return it as if some were not there; what else names them stays."""
        kept = {key: one for key, one in self.combatants.items() if key not in hidden}
        return self.replace(combatants=frozendict(kept))

    def known_to(self, side: str) -> Encounter:
        """Return it with nobody who is hidden from a side."""
        unknown = {one.id for one in self.combatants.values() if not one.is_known_to(side)}
        return self.overlooking(unknown) if unknown else self

    def keeps_from(self, side: str, one: Combatant) -> bool:
        """Return whether the game master keeps somebody from those who play a side.

        From the party also one of its own: whom he hides players do not see.
        """
        if not one.hidden or side in one.known_by:
            return False
        own = self.sides.get(side)
        return side != one.side or (own is not None and own.stance == "party")

    def lookers(self, side: str) -> Iterator[Combatant]:
        """Yield those who look for a side as they stand, whoever acts at the moment.

        Whoever is kept from it is none of them: what he sees would betray him.
        """
        for one in self.combatants.values():
            if one.side == side and not self.keeps_from(side, one):
                yield one

    @property
    def remembering_sides(self) -> tuple[str, ...]:
        """Return the sides that keep a memory: the party's, and those the game master named."""
        also = self.vision.also_remembering
        return tuple(
            key for key, side in self.sides.items() if side.stance == "party" or key in also
        )

    def ruling(self, attacker: str, target: str) -> Ruling | None:
        """Return the GM's word on what lies between two; it lapses when either has moved."""
        found = self.rulings.get(f"{attacker}>{target}")
        if found is None or attacker not in self or target not in self:
            return None
        places = (self[attacker].pos, self[target].pos)
        return found if found.places == places else None

    def policy(self, combatant: Combatant, window: str) -> Policy:
        """Return the standing answer to a kind of window, the nearest scope first."""
        for scope in (combatant.id, f"side:{combatant.side}", "*"):
            found = self.standing.get(f"{scope}:{window}")
            if found is not None:
                return found
        return "ask"
