"""Beginning a grapple, what ties the two, and every way in which it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    StateEvent,
    Step,
    Walk,
    _,
    call,
    emit,
    offer,
    only_if,
    plays,
    require,
    say,
    system_at,
    walk,
)
from gridwar.systems.percentile.actions.action_prices import priced
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import OptionTaken
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act
from gridwar.systems.percentile.attacks.attack_records import AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.attack_steps import attempt
from gridwar.systems.percentile.attacks.legality_and_targets import candidates_of
from gridwar.systems.percentile.core.action_headings import GRAPPLE
from gridwar.systems.percentile.core.fight_state import (
    Grapple,
    PercentileState,
    grapple_of,
    sheet_of,
    state_of,
    switches_of,
    with_changed,
)
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.positions.reach_and_sight import is_near

if TYPE_CHECKING:
    from gridwar.engine.kit import Candidates, Encounter, Table

Lines = tuple[tuple[str, str, int], ...]


class GrappleBegan(StateEvent):
    """Two are in a grapple."""

    controller: str
    restrained: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Tie them."""
        held = Grapple(controller=self.controller, restrained=self.restrained)
        return rules.replace(grapples=(*rules.grapples, held))


class GrappleEnded(StateEvent):
    """A grapple is over."""

    controller: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Untie them."""
        left = tuple(one for one in rules.grapples if one.controller != self.controller)
        return rules.replace(grapples=left)


class GrappleKept(StateEvent):
    """The controller has done the duty of this turn, or has it before them again."""

    controller: str
    maintained: bool = True

    def on(self, rules: PercentileState) -> PercentileState:
        """Note it."""
        grapples = with_changed(
            rules.grapples, "controller", self.controller, maintained=self.maintained
        )
        return rules.replace(grapples=grapples)


def grapple_order(who: str, target: str, extra: Lines = (), pays: str = "") -> AttackOrder:
    """Return the attack that begins a grapple: plain WS, which nobody parries."""
    return AttackOrder(
        who,
        target,
        UNARMED,
        "grapple_initiate",
        kind="grapple",
        replace_die=False,
        critical=False,
        pays=pays,
        extra=extra,
    )


def _candidates(encounter: Encounter, command: InitiateGrapple) -> Candidates:
    found = candidates_of(encounter, grapple_order(command.actor, ""))
    free = frozenset(who for who in found.who if grapple_of(encounter, who) is None)
    return replace(found, who=free)


@offer(
    _("Grapple"),
    icon="grab",
    group=GRAPPLE,
    role=Role.OTHER,
    id="grapple",
    needs="combatant",
    price=priced("grapple_initiate"),
    note=_("takes hold, no damage"),
    each=only_if(lambda encounter, who: grapple_of(encounter, who) is None),
    candidates=_candidates,
)
class InitiateGrapple(Act):
    """Take hold of somebody."""

    target: str


@plays(InitiateGrapple)
def initiate_grapple(table: Table, command: InitiateGrapple) -> Procedure[AttackResult]:
    """Play the Full Action that begins a grapple.

    Rules: PC-ACT-12
    """
    who = command.actor
    yield from may_act(table, who, "grapple_initiate")
    yield from in_no_grapple(table, who)
    yield from in_no_grapple(table, command.target)
    order = grapple_order(who, command.target, pays="grapple_initiate")
    return (yield from call(hold, order, key="grapple"))


def in_no_grapple(table: Table, who: str) -> Procedure[None]:
    """Refuse whoever is in a grapple already.

    Rules: PC-GRP-01
    """
    text = _("{who} is in a grapple already.")
    free = who not in table.now or grapple_of(table.now, who) is None
    yield from require(free, "grappled_already", text, "PC-GRP-01", who=who)


def seize(table: Table, wanted: tuple[str, str, Lines]) -> Procedure[AttackResult]:
    """Begin a grapple in the place of another attack, which is paid for.

    Rules: PC-ACT-05, PC-ACT-12
    """
    who, target, extra = wanted
    return (yield from call(hold, grapple_order(who, target, extra), key="hold"))


def hold(table: Table, order: AttackOrder) -> Procedure[AttackResult]:
    """Make the attack that begins a grapple; it deals no damage.

    Rules: PC-ACT-12, PC-GRP-01, PC-ATK-08
    """
    tried = yield from call(attempt, order, key="attack")
    if tried.left:
        who, target = order.attacker, order.target
        yield from emit(GrappleBegan(controller=who, restrained=target))
        text = _("{who} holds {target}")
        step = Step(label=_("Grapple"), rule_id="PC-GRP-01", after=_("controller and restrained"))
        yield from say(table, text, who=who, target=target, steps=(step,), tone="good")
        yield from _close_in(table, who, target)
    return AttackResult(tried.success, struck=tried.left > 0)


def _close_in(table: Table, who: str, target: str) -> Procedure[None]:
    """Let whoever takes hold step into the square of the other, where a house rule has it so.

    Rules: PC-GRP-01
    """
    there = table.now[target].pos
    inside = switches_of(table.now).grapple_space == "same_square"
    if inside and there is not None and there != table.now[who].pos:
        yield from call(walk, Walk(who, (there,), forced=True), key="closing in")


def end_grapple(table: Table, who: str, text: str) -> Procedure[None]:
    """End the grapple that somebody is in, and tell why.

    ``who`` of the headline is the controller, ``target`` the restrained one.

    Rules: PC-GRP-01, PC-GRP-04
    """
    held = grapple_of(table.now, who)
    if held is not None:
        controller, restrained = held.controller, held.restrained
        yield from emit(GrappleEnded(controller=controller))
        step = Step(label=_("Grapple"), rule_id="PC-GRP-01", after=_("over"))
        yield from say(table, text, who=controller, target=restrained, steps=(step,))


def upkeep(table: Table, who: str) -> Procedure[None]:
    """End the grapple of a controller who did not take the Grapple action in the turn now over.

    Rules: PC-GRP-01
    """
    held = grapple_of(table.now, who)
    if held is None or held.controller != who:
        return
    if held.option_due:
        yield from emit(OptionTaken(controller=who))
    if not held.maintained:
        text = _("{who} does not keep up the grapple: {target} is free")
        yield from end_grapple(table, who, text)
    else:
        yield from emit(GrappleKept(controller=who, maintained=False))


def let_go_without_turn(table: Table) -> Procedure[None]:
    """End the grapples of controllers who have no turn in which to keep them up.

    Who is set aside while holding somebody would hold him for ever; the end of the round is the
    end of the turn that did not come.

    Rules: PC-GRP-01
    """
    for held in state_of(table.now).grapples:
        if not system_at(table).has_turn(table.now, held.controller):
            yield from upkeep(table, held.controller)


def settle_grapples(table: Table) -> Procedure[None]:
    """End grapples of those who are dead, gone, or no longer beside each other.

    Rules: PC-GRP-01
    """
    for held in state_of(table.now).grapples:
        a, b = held.controller, held.restrained
        if not all(one in table.now and not sheet_of(table.now[one]).dead for one in (a, b)):
            yield from emit(GrappleEnded(controller=a))
        elif not is_near(table.now, a, b, 1):
            yield from end_grapple(table, a, _("{who} and {target} are pulled apart"))
