"""How likely somebody is to hit with the first weapon in each of its bands, worked out in a thread.

The target is a newcomer of these rules who stands in the open on a blank page, and both are let
act: what a fight under way would forbid is passed over. The odds are those of every attack sheet.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import floor
from threading import Event as Flag
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.actions.odds_worker import Inquiry, at_stage
from gridwar.control.actions.target_chances import chances_of
from gridwar.control.records.form_records import BandChance
from gridwar.engine.kit.offers_and_actions import Role, Target
from gridwar.engine.odds.odds_outcomes import OddsCancelled
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

MOST_BANDS: Final = 6
_STAGE: Final = (0.5, 0.3)
"""Seconds for exact odds of a band, and for plays where those take longer."""
_FAR: Final = 400
"""No band is looked at that begins farther off, in squares."""
_OTHER: Final = "somebody-in-the-open"
_ROOM: Final = 3


class WeaponChances(Struct, frozen=True):
    """What is known of a weapon.

    Attributes:
        weapon: What it is called; empty where nothing strikes at somebody.
        bands: Its bands from the nearest out.
        is_done: Whether no more will come.
        takes: What a success takes of who has no armour, in the middle; None where nothing.
        is_sure: Nothing is rolled for at somebody without a defence.
    """

    weapon: str = ""
    bands: tuple[BandChance, ...] = ()
    is_done: bool = False
    takes: float | None = None
    is_sure: bool = False


class _Weighed(Struct, frozen=True):
    """What came of one band."""

    chance: float | None = None
    takes: float | None = None
    is_sure: bool = False


class _Band(Struct, frozen=True):
    """A band: its title, the squares in it, none for one without an end."""

    title: str
    nearest: int
    farthest: int | None


class FirstWeaponChances:
    """One combatant at a time: a new one stops the one before."""

    def __init__(self) -> None:
        """Start the worker."""
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="weapon")
        self._stop = Flag()
        self.run_in_window: Callable[[Callable[[], None]], None] = lambda act: act()
        """Calls a function in the window's thread; set by the window."""

    def ask(
        self,
        system: System,
        fight: Encounter,
        one: Combatant,
        later: Callable[[WeaponChances], None],
    ) -> None:
        """Work it out in the thread.

        Args:
            system: The rules.
            fight: Its house rules and its scale hold.
            one: Who strikes.
            later: Gets what is known, several times, in the window's thread.
        """
        self.cancel()
        stop = self._stop = Flag()

        def tell(found: WeaponChances) -> None:
            if not stop.is_set():
                self.run_in_window(lambda: None if stop.is_set() else later(found))

        done = self._pool.submit(
            weigh_first_weapon, system, blank_page(system, fight, one), stop, tell
        )
        done.add_done_callback(self._pass_fault_on)

    def _pass_fault_on(self, done: Future[None]) -> None:
        """Let the window's thread meet an error of the rules, as it would its own."""
        if not done.cancelled() and done.exception() is not None:
            self.run_in_window(done.result)

    def cancel(self) -> None:
        """Stop; what is found from now on is dropped."""
        self._stop.set()

    def close(self) -> None:
        """Stop for good."""
        self.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def blank_page(system: System, fight: Encounter, one: Combatant) -> Encounter:
    """Return a blank page with both on it, and the house rules and the scale of a fight."""
    blank = system.new_encounter()
    other_side = next((key for key in fight.sides if key != one.side), one.side)
    other = system.new_combatant(_OTHER, _("somebody"), other_side)
    places = {"pos": Cell(_ROOM, _ROOM), "aside": False, "hidden": False, "distance_m": None}
    both = {one.id: one.replace(**places), _OTHER: other.replace(**places)}
    return blank.replace(
        map=blank.map.replace(scale=fight.map.scale),
        combatants=frozendict(both),
        sides=fight.sides,
        switches=fight.switches,
        settings=fight.settings,
    )


def weigh_first_weapon(
    system: System, page: Encounter, stop: Flag, tell: Callable[[WeaponChances], None]
) -> None:
    """Work out the chances of whoever stands first on a page.

    Args:
        system: The rules.
        page: As `blank_page` makes it.
        stop: Ends the work.
        tell: Gets what is known, after each band.
    """
    who = next(iter(page.combatants))
    action, title = _first_strike(system, page, who)
    if action is None:
        tell(WeaponChances(is_done=True))
        return
    bands = _bands_of(system, page, who, action.weapon)
    found = [BandChance(band.title, _squares(band)) for band in bands]
    known = WeaponChances(title, tuple(found))
    tell(known)
    try:
        for at, band in enumerate(bands):
            came = _weighed(system, page, action, band.nearest, stop)
            note = "" if came.chance is not None else _("out of reach")
            found[at] = replace(found[at], chance=came.chance, note=note)
            known = replace(known, bands=tuple(found), is_sure=came.is_sure or known.is_sure)
            if came.takes is not None:
                known = replace(known, takes=came.takes)
            tell(replace(known, is_done=at + 1 == len(bands)))
    except OddsCancelled:
        return


def _first_strike(system: System, page: Encounter, who: str) -> tuple[Action | None, str]:
    """Return the attack at somebody with the first weapon that has one, and its name."""
    actions = [
        one
        for one in actions_of(system, page, who)
        if one.role is Role.STRIKE and one.needs == ("combatant",)
    ]
    for weapon in system.cards.weapons(page, who):
        found = next((one for one in actions if one.weapon == weapon.id), None)
        if found is not None:
            return found, weapon.title
    return None, ""


def _bands_of(system: System, page: Encounter, who: str, weapon: str) -> tuple[_Band, ...]:
    """Return the bands of a weapon in which anything stands, the nearest first."""
    overlays = system.board.overlays(page, who, weapon, None)
    found, before = list[_Band](), 0
    for ring in overlays.rings:
        edge = floor(ring.radius)
        if edge > before and before < _FAR:
            found.append(_Band(ring.label, before + 1, edge))
            before = edge
    if not found:
        reach = max(1, overlays.threat_between[1])
        found.append(_Band(_("within reach"), max(1, overlays.threat_between[0]), reach))
    return tuple(found[:MOST_BANDS])


def _squares(band: _Band) -> str:
    if band.farthest is None or band.farthest == band.nearest:
        return f"{band.nearest}"
    return f"{band.nearest}\u2013{band.farthest}"


def _weighed(system: System, page: Encounter, action: Action, squares: int, stop: Flag) -> _Weighed:
    """Return the chance at somebody so far off, and what a success takes in the middle."""
    who = next(iter(page.combatants))
    there = _apart(page, who, squares)
    command = action.make(Target(combatant=_OTHER)).waiving("*")
    odds, _is_whole = at_stage(Inquiry(system, there, command, stop), _STAGE)
    if odds.refusal is not None:
        return _Weighed()
    chances = chances_of(odds, who, _OTHER)
    share = sum(chance for _points, chance in chances.losses)
    takes = sum(p * chance for p, chance in chances.losses) / share if share else None
    if chances.success is None and share:
        return _Weighed(share, takes, is_sure=True)
    return _Weighed(chances.success, takes)


def _apart(page: Encounter, who: str, squares: int) -> Encounter:
    """Return the page with both so many squares apart, on a map that has room for it."""
    one, other = page[who], page[_OTHER]
    x = _ROOM + one.size.w - 1 + squares
    width, height = x + _ROOM, max(one.size.h, 1) + 2 * _ROOM
    grown = page.map.replace(width=width, height=height)
    placed = other.replace(pos=Cell(x, _ROOM))
    return page.replace(map=grown, combatants=frozendict({who: one, _OTHER: placed}))
