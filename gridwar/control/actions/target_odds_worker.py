"""Weighs an action at each of its targets in a thread: whether it may be, then how likely it is.

Owns the worker, which never keeps the window waiting. The odds are those of the sheet; whoever is
pointed at comes first. What to do with what is found is the caller's business.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.actions.odds_worker import STAGES_S, Inquiry, at_stage
from gridwar.engine.odds.odds_outcomes import OddsCancelled
from gridwar.engine.perception.detection import known_fight
from gridwar.engine.play.preview_and_named_outcomes import named_outcomes, preview
from gridwar.engine.play.rehearsal import why_not

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from threading import Event

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.sight_and_cover import Sight
    from gridwar.engine.odds.odds_columns import Odds
    from gridwar.engine.play.rehearsal import Preview
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal

STAGES: Final = STAGES_S[:2]
"""What the sheet does last, the plays of many seconds, nobody waits for here."""


class Weighed(Struct, frozen=True):
    """What is known of an action at one target.

    Attributes:
        who: The target.
        command: What would be played; None where more has still to be chosen on the map.
        preview: As far as it goes without dice.
        refusal: Why not.
        option: The choice that makes it possible, where it is not as the rules propose it.
        names: What its deciding roll may come to, from the lowest faces up.
        sight: What lies between the two.
        odds: How likely it is; None until they are worked out, and where nothing is.
        is_judged: Whether the rules were asked at all.
        is_done: Whether no better odds will come.
    """

    who: str
    command: Command | None = None
    preview: Preview | None = None
    refusal: Refusal | None = None
    option: str = ""
    names: tuple[str, ...] = ()
    sight: Sight | None = None
    odds: Odds | None = None
    is_judged: bool = False
    is_done: bool = False

    @property
    def is_late(self) -> bool:
        """Whether there are no odds yet, and there will be."""
        return self.refusal is None and self.odds is None and not self.is_done


Found: TypeAlias = "Callable[[tuple[Weighed, ...]], None]"
"""Gets what was found, a few targets at a time."""


class Weighing(Struct, eq=False):
    """One action to be weighed; ``pointed`` may change meanwhile.

    Attributes:
        system: The rules.
        encounter: The state in which it would be played.
        actor: Who would.
        make: Makes the command for a target; None where more has still to be chosen.
        everyone: The targets, the first first.
        pointed: Whose odds come next.
        stop: Ends the work.
    """

    system: System
    encounter: Encounter
    actor: str
    make: Callable[[str], Command | None]
    everyone: tuple[str, ...]
    pointed: str
    stop: Event


def known_to(system: System, encounter: Encounter, actor: str, target: str) -> Encounter:
    """Return a fight as the side of whoever acts knows it; all of it for a target unknown to it.

    Only the GM can aim at somebody who is hidden, and knows why.
    """
    side = encounter[actor].side if actor in encounter else None
    known = known_fight(system, encounter, side)
    return encounter if target in encounter and target not in known else known


def as_possible(system: System, known: Encounter, command: Command) -> tuple[Command, Preview, str]:
    """Return a command with what it would come to, and the choice without which it is refused.

    Args:
        system: The rules.
        known: The fight as the side knows it.
        command: The command; where it is refused, one of its choices may help.
    """
    seen, option = preview(system, known, command), ""
    if seen.refusal is not None:
        command, option = _made_possible(system, known, command)
        seen = preview(system, known, command) if option else seen
    return command, seen, option


def _made_possible(system: System, known: Encounter, command: Command) -> tuple[Command, str]:
    """Return a command that is refused as the first of its choices allows it, and that choice.

    Args:
        system: The rules.
        known: The fight as the side knows it.
        command: What is refused; it comes back as it is, without words, where nothing helps.
    """
    for choice in system.draft(known, command).choices:
        for one in choice.options:
            is_other = one.id != choice.chosen and not one.why_not
            if is_other and why_not(system, known, one.command) is None:
                return one.command, one.title
    return command, ""


class TargetWeigher:
    """One action at a time: a new one stops the one before."""

    def __init__(self) -> None:
        """Start the worker."""
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="targets")
        self._job: Weighing | None = None
        self.run_in_window: Callable[[Callable[[], None]], None] = lambda act: act()
        """Calls a function in the window's thread; set by the window."""

    def begin(
        self, job: Weighing, found: dict[str, Weighed], later: Found, patience_s: float
    ) -> None:
        """Weigh an action in the thread.

        Args:
            job: What is to be weighed.
            found: What is known already, by target; it is not asked again.
            later: Gets what is found, in the window's thread.
            patience_s: How long to wait for all of it before going on.
        """
        self.cancel()
        self._job = job
        done = self._pool.submit(_work, job, dict(found), partial(self._hand_over, job, later))
        if patience_s > 0:
            wait((done,), patience_s)
        done.add_done_callback(self._pass_fault_on)

    def _hand_over(self, job: Weighing, later: Found, some: tuple[Weighed, ...]) -> None:
        if some and not job.stop.is_set():
            self.run_in_window(lambda: None if job.stop.is_set() else later(some))

    def _pass_fault_on(self, done: Future[None]) -> None:
        """Let the window's thread meet an error of the rules, as it would its own."""
        if not done.cancelled() and done.exception() is not None:
            self.run_in_window(done.result)

    def point_at(self, who: str) -> None:
        """Let the odds of one target come next."""
        if self._job is not None:
            self._job.pointed = who

    def cancel(self) -> None:
        """Stop; what is found from now on is dropped."""
        if self._job is not None:
            self._job.stop.set()
            self._job = None

    def close(self) -> None:
        """Stop for good."""
        self.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _work(job: Weighing, found: dict[str, Weighed], tell: Found) -> None:
    new = []
    for who in job.everyone:
        if job.stop.is_set():
            return
        if who not in found:
            found[who] = judged(job, who)
            new.append(found[who])
    tell(tuple(new))
    try:
        for number, stage in enumerate(STAGES):
            is_last = number + 1 == len(STAGES)
            waiting = [one.who for one in found.values() if _has_odds(one)]
            while waiting and not job.stop.is_set():
                who = job.pointed if job.pointed in waiting else waiting[0]
                waiting.remove(who)
                found[who] = _with_odds(job, found[who], stage, is_last=is_last)
                tell((found[who],))
    except OddsCancelled:
        return


def _has_odds(one: Weighed) -> bool:
    return one.command is not None and one.refusal is None and not one.is_done


def judged(job: Weighing, who: str) -> Weighed:
    """Return what the rules say of an action at one target before anything is rolled."""
    system, encounter = job.system, job.encounter
    sight = system.sight(encounter, job.actor, who)
    command = job.make(who)
    if command is None:
        return Weighed(who, sight=sight, is_judged=True, is_done=True)
    known = known_to(system, encounter, job.actor, who)
    command, seen, option = as_possible(system, known, command)
    roll, names = seen.first_roll, tuple[str, ...]()
    if seen.refusal is None and roll is not None and roll.named is not None:
        names = tuple(one.name for one in named_outcomes(system, known, command))
    refusal = seen.refusal
    return Weighed(
        who,
        command,
        seen,
        refusal,
        option,
        names,
        sight,
        is_judged=True,
        is_done=refusal is not None,
    )


def _with_odds(
    job: Weighing, one: Weighed, stage: tuple[float, float | None], *, is_last: bool
) -> Weighed:
    """Return a target with its odds after a stage of work; a refusal met on the way is its own."""
    assert one.command is not None
    known = known_to(job.system, job.encounter, job.actor, one.who)
    found, is_whole = at_stage(Inquiry(job.system, known, one.command, job.stop), stage)
    return replace(one, odds=found, refusal=found.refusal, is_done=is_whole or is_last)
