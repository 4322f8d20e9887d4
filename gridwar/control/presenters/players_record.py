"""What players are shown, made of the fight and its journal, and of what the game master shares.

It is handed a session and nothing else: what is selected, pointed at, planned, prepared, asked or
told cannot come in. Who is unseen is asked of ``perception.detection``; what of the map comes
through is ``players_map``'s, of tokens ``players_tokens``', of results ``players_results``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.maps.floor_in_view import floor_of
from gridwar.control.memo import Memo
from gridwar.control.presenters.floor_shown import TokensOfFloor
from gridwar.control.presenters.fog_on_map import party_of, sensed_marks
from gridwar.control.presenters.players_floor import (
    on_floor,
    overlays_on_floor,
    players_floor,
    seen_beyond,
)
from gridwar.control.presenters.players_map import PlayersMap
from gridwar.control.presenters.players_results import PlayersResults
from gridwar.control.presenters.players_tokens import PlayersTokens
from gridwar.control.presenters.public_names import is_of_party, public_name, somebody
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.players_records import (
    BlankView,
    Face,
    HandoutView,
    PlayersRecord,
    StripView,
)
from gridwar.control.rules_cache import RulesCache
from gridwar.control.text_format import side_index
from gridwar.engine.perception.detection import seen_by
from gridwar.model.memory import FogMode
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from gridwar.control.records.ground_records import Box
    from gridwar.control.records.result_records import ResultView
    from gridwar.control.state.players_sharing import Sharing
    from gridwar.engine.kit.card_order_and_flow import Slot, SlotState
    from gridwar.engine.session.session import Session
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

MOST_BACK: Final = 256
"""How many commands of unmet ones may follow each other until nobody is said to act."""
MOST_IDLE: Final = 24
"""How many commands back it is looked for whose turn it was that nobody has it."""
_SIGNS: Final[Mapping[SlotState, str]] = {"acted": "check", "delaying": "hourglass"}


class PlayersPresenter:
    """Makes the record of a session; the very same as long as nothing in it has changed."""

    def __init__(self, session: Session, cache: RulesCache | None = None) -> None:
        """Present a session.

        Args:
            session: The fight.
            cache: What the rules say of it, where that is kept already.
        """
        self._session = session
        self._cache = cache or RulesCache(session)
        self._map = PlayersMap(session, self._cache)
        self._tokens = PlayersTokens(session, self._cache)
        self._results = PlayersResults(session, lambda state: _perceived(state)[0])
        self._record: Memo[PlayersRecord] = Memo()
        self._last: PlayersRecord | None = None
        self._ground: Memo[gr.GroundView] = Memo()
        self._of_floor = TokensOfFloor()
        self._shown: tuple[sr.TokenView, ...] = ()
        self._met: frozenset[str] = frozenset()

    def present(self, sharing: Sharing) -> PlayersRecord:
        """Return what players are shown now."""
        session = self._session
        # Where the fight stands is the row itself: a position is another object each time.
        row = session.history.rows.get(session.position.cursor)
        made_from = (session.encounter, row, session.history, sharing)
        return self._record.get(made_from, lambda: self._made(sharing))

    def _made(self, sharing: Sharing) -> PlayersRecord:
        encounter = self._session.encounter
        met, sensed = _perceived(encounter)
        if met != self._met:
            self._met = met
        met = self._met
        moment = self._moment(met)
        slots = self._order(moment)
        acting = moment.turn if moment is not None and moment.turn in met else None
        own = frozenset(one for one in met if is_of_party(encounter, encounter.combatants[one]))
        tokens = self._tokens.present(met, sharing, _signs(slots), acting or "", self._map.sees)
        if tokens != self._shown:
            self._shown = tokens
        fog = self._map.fog()
        floor = players_floor(encounter, own, acting or "", fog)
        ground = self._map.ground(grid=sharing.grid)
        drawn = (*self._map.overlays(met), *sensed_marks(sensed.values()))
        here = frozenset(one for one in own if floor is None or _is_on(encounter, one, floor.id))
        acts_here = floor is None or _is_on(encounter, acting or "", floor.id)
        scene = sr.SceneView(
            ground=self._ground.get((ground, floor), lambda: on_floor(ground, floor)),
            tokens=self._of_floor.of(self._shown, floor, seen_beyond(encounter, floor, own)),
            overlays=overlays_on_floor(drawn, floor),
            results=tuple(
                one
                for one in self._told(sharing, met, own)
                if floor is None or _is_on(encounter, one.who, floor.id)
            ),
            fog=fog,
            light=self._map.light(is_shared=sharing.light),
        )
        record = PlayersRecord(
            scene=scene,
            strip=self._strip(moment, slots, met, sharing) if sharing.strip else None,
            handout=_handout(encounter, sharing),
            blank=BlankView(sharing.blank_picture) if sharing.blank else None,
            party=tuple(_boxes(encounter, sorted(here))),
            acting=next(_boxes(encounter, (acting or "",)), None) if acts_here else None,
        )
        if record != self._last:
            self._last = record
        assert self._last is not None
        return self._last

    # --- whose turn it is -------------------------------------------------------------------------

    def _moment(self, met: AbstractSet[str]) -> Encounter | None:
        """Return the fight as it stood when somebody last had the turn who was met.

        So nothing moves while an unmet one acts, and nobody counts turns.
        """
        history, at = self._session.history, self._session.position.cursor
        idle: Encounter | None = None  # the newest state since which nobody has the turn
        for step in range(MOST_BACK):
            state = history.state(at)
            if not state.round or (state.turn is not None and _is_told(state, state.turn, met)):
                return idle or state
            if state.turn is None:
                idle = idle or state
            elif idle is not None and state.round != idle.round:
                return idle
            else:  # that it ended, or left the fight, is not told either
                idle = None
            if at not in history.rows or (idle is not None and step > MOST_IDLE):
                return idle
            at = history.rows[at].parent
        return idle

    def _order(self, moment: Encounter | None) -> tuple[Slot, ...]:
        if moment is None:
            return ()
        if moment is self._session.encounter:
            return self._cache.order()
        return tuple(self._session.system.turns.order(moment))

    def _strip(
        self,
        moment: Encounter | None,
        slots: tuple[Slot, ...],
        met: frozenset[str],
        sharing: Sharing,
    ) -> StripView | None:
        encounter = self._session.encounter
        if moment is None or not moment.round:
            return StripView(_("Before the fight") if not encounter.round else "")
        letters = self._tokens.letters(met, sharing)
        faces = []
        for slot, who in _in_order(slots, met):
            one = encounter.combatants[who]
            face = Face(
                id=who,
                letters=letters[who],
                name=public_name(encounter, one, sharing) or somebody(),
                side=side_index(encounter, one),
                picture=one.public_picture or one.picture,
                acted=slot.state == "acted",
                now=who == moment.turn,
                next=False,
            )
            faces.append((slot.state, face))
        title = _("Round {n}").format(n=moment.round)
        return StripView(title, tuple(_with_next(faces)))

    # --- the rest ---------------------------------------------------------------------------------

    def _told(
        self, sharing: Sharing, met: frozenset[str], own: frozenset[str]
    ) -> tuple[ResultView, ...]:
        if not sharing.results:
            return ()
        encounter = self._session.encounter

        def name_of(who: str) -> str:
            return public_name(encounter, encounter.combatants[who], sharing)

        there = frozenset(who for who in met if _is_there(encounter, who))
        return self._results.present(there, name_of, own)


def _perceived(encounter: Encounter) -> tuple[frozenset[str], Mapping[str, tuple[Cell, ...]]]:
    """Return whom any of the party sees, and where it only senses somebody.

    Whoever the game master hides is shown to nobody who was not told, also of the party.
    """
    sides = party_of(encounter)
    found = [seen_by(encounter, side) for side in sides]
    everyone = encounter.combatants
    seen = {
        who
        for one in found
        for who in one.seen
        if who in everyone and _is_shown(everyone[who], sides)
    }
    if not sides and encounter.vision.mode is FogMode.OFF:
        seen = {one.id for one in encounter.everyone() if not one.hidden}
    sensed = {
        who: cells
        for one in found
        for who, cells in one.sensed.items()
        if who not in seen and who in everyone and _is_shown(everyone[who], sides)
    }
    return frozenset(seen), sensed


def _is_shown(one: Combatant, sides: tuple[str, ...]) -> bool:
    return not one.aside and (not one.hidden or not one.known_by.isdisjoint(sides))


def _is_told(encounter: Encounter, who: str, met: AbstractSet[str]) -> bool:
    """Return whether players know of a turn: of those met, and of their own who are set aside."""
    one = encounter.combatants.get(who)
    is_own_aside = one is not None and one.aside and not one.hidden
    return who in met or (is_own_aside and one is not None and is_of_party(encounter, one))


def _is_there(encounter: Encounter, who: str | None) -> bool:
    one = encounter.combatants.get(who or "")
    return one is not None and one.pos is not None and not one.aside


def _is_on(encounter: Encounter, who: str, floor_id: str) -> bool:
    return floor_of(encounter, (who,)) == floor_id


def _boxes(encounter: Encounter, who: Iterable[str]) -> Iterator[Box]:
    """Yield the places of those of some who stand on the map."""
    for each in who:
        one = encounter.combatants.get(each)
        if one is not None and one.pos is not None and not one.aside:
            yield (one.pos.x, one.pos.y, one.size.w, one.size.h)


def _signs(slots: tuple[Slot, ...]) -> dict[str, str]:
    return {who: _SIGNS[slot.state] for slot in slots if slot.state in _SIGNS for who in slot.ids}


def _in_order(slots: tuple[Slot, ...], met: frozenset[str]) -> Iterator[tuple[Slot, str]]:
    for slot in slots:
        if slot.state != "out":
            yield from ((slot, who) for who in slot.ids if who in met)


def _with_next(faces: list[tuple[SlotState, Face]]) -> Iterator[Face]:
    """Yield the faces, the first that waits behind whoever acts marked as next."""
    acts = next((at for at, (_state, face) in enumerate(faces) if face.now), -1)
    waiting = [at for at, (state, face) in enumerate(faces) if state == "waiting" and not face.now]
    comes = next((at for at in waiting if at > acts), next(iter(waiting), -1))
    for at, (_state, face) in enumerate(faces):
        yield Face(
            face.id,
            face.letters,
            face.name,
            face.side,
            face.picture,
            face.acted,
            face.now,
            next=at == comes,
        )


def _handout(encounter: Encounter, sharing: Sharing) -> HandoutView | None:
    for one in encounter.handouts:
        if one.id == sharing.handout:
            return HandoutView(one.id, one.picture, one.caption, one.beside)
    return None
