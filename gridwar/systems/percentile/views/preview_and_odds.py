"""What is to be known of a command before it is played; what outcomes come to, for the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Aimed, Command, Draft, Facts, Foreseen, _
from gridwar.systems.percentile.attacks.attack_modifiers import target_number
from gridwar.systems.percentile.attacks.attack_records import AttackResult
from gridwar.systems.percentile.attacks.burst_and_flurry import Volley, spill_cells, spill_targets
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import FEINTED, as_feinted
from gridwar.systems.percentile.attacks.kill_zones import squares_within
from gridwar.systems.percentile.attacks.multiple_attack import MultipleAttack, orders_of
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import WeaponAct
from gridwar.systems.percentile.attacks.suppressive_fire_and_pinning import (
    PINNING,
    WIDTHS,
    SuppressiveFire,
    caught_by,
    suppression_order,
)
from gridwar.systems.percentile.charges.run_up import RunUpAct, foes_at_end
from gridwar.systems.percentile.checks.d100_tests import reading
from gridwar.systems.percentile.checks.opposed import OpposedResult
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.scores import score
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.systems.percentile.grapples.controller_options import GrappleKnockDown, GrappleTakeDown
from gridwar.systems.percentile.grapples.grapple_options import AssistedAct, is_held, other_of
from gridwar.systems.percentile.grapples.pushing import GrapplePush, Shove, direction, pushed_over
from gridwar.systems.percentile.grapples.restrained_options import BreakFree
from gridwar.systems.percentile.movement.distance_and_ground import squares_of
from gridwar.systems.percentile.out_of_turn.overwatch_declared import KeepOverwatch
from gridwar.systems.percentile.views.attack_figures import with_figures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter


def draft_of(encounter: Encounter, command: Command) -> Draft:
    """Return what a command in preparation takes in, leads to, and is aimed at.

    Rules: PC-ATK-05, PC-ATK-12, PC-ACT-02, PC-ACT-03, PC-ACT-04, PC-ACT-05, PC-ACT-07, PC-ACT-10,
        PC-ACT-11, PC-ACT-18, PC-GRP-03, PC-ECO-06, PC-ECO-07, PC-AIL-02
    """
    if command.actor is not None and command.actor not in encounter:
        return Draft()
    draft = _own_draft(encounter, command)
    if isinstance(command, WeaponAct):
        return with_figures(encounter, command.order(), draft)
    return draft


def _own_draft(encounter: Encounter, command: Command) -> Draft:
    match command:
        case Volley():
            return _volley(encounter, command)
        case WeaponAct() if as_feinted(encounter, command.order()).kind == FEINTED:
            words = _("Won Feint: no Dodge, no Parry against this attack")
            return Draft(foreseen=(Foreseen(words, "PC-ACT-18"),))
        case MultipleAttack():
            return Draft(foreseen=tuple(_needed_by_uses(encounter, command)))
        case RunUpAct():
            foes = foes_at_end(encounter, command)
            at = command.target if command.target in foes else next(iter(foes), "")
            return Draft(at=at)
        case KeepOverwatch():
            within = squares_within(encounter, command.actor, command.weapon)
            cells = command.cells & within if command.cells else within
            return Draft(aimed=Aimed(_("kill zone"), (), cells, "PC-ACT-10"))
        case SuppressiveFire():
            return _suppression(encounter, command)
        case GrappleTakeDown() | BreakFree() | GrappleKnockDown() | AssistedAct():
            if is_held(encounter, command):
                aimed = _pushed(encounter, command) if isinstance(command, GrapplePush) else None
                return Draft(aimed=aimed, at=other_of(encounter, command.actor))
    return Draft()


def _volley(encounter: Encounter, command: Volley) -> Draft:
    """Return where hits of a Burst or Flurry may be given, to whom, and what each would need.

    Rules: PC-ACT-02, PC-ACT-03
    """
    armed = weapon_of(encounter[command.actor], command.weapon) is not None
    if command.target not in encounter or not armed:
        return Draft()
    order = command.order()
    others, rule = spill_targets(encounter, order), order.row.rule
    text = _("{name} may be given hits (needs {n})")
    words = (
        text.format(
            name=encounter[who].name, n=target_number(encounter, replace(order, target=who))
        )
        for who in others
    )
    cells = spill_cells(encounter, order)
    return Draft(
        aimed=Aimed(_("hits may go to these"), (order.target, *others), cells, rule),
        foreseen=tuple(Foreseen(line, rule) for line in words),
    )


def _needed_by_uses(encounter: Encounter, command: MultipleAttack) -> Iterator[Foreseen]:
    """Yield a line a weapon of a Multiple Attack: what it does, at whom, and what it needs.

    Rules: PC-ACT-07
    """
    for order in orders_of(command):
        if order.target in encounter and weapon_of(encounter[command.actor], order.weapon):
            text = _("{what} at {name}: {n} or less")
            words = text.format(
                what=order.words_in(encounter),
                name=encounter[order.target].name,
                n=target_number(encounter, order),
            )
            yield Foreseen(words, "PC-ACT-07")


def _suppression(encounter: Encounter, command: SuppressiveFire) -> Draft:
    """Return the arc of Suppressive Fire, whom it may hit, and whom it may pin.

    Rules: PC-ACT-11
    """
    arc = (command.bearing_deg, WIDTHS[command.mode])
    caught = caught_by(encounter, suppression_order(command.actor, command.weapon), arc)
    zone = squares_within(encounter, command.actor, command.weapon, arc)
    return Draft(
        aimed=Aimed(_("kill zone"), caught.victims, zone, "PC-ACT-11"),
        foreseen=tuple(_pinned(encounter, caught.enemies, command)),
    )


def _pinned(
    encounter: Encounter, enemies: tuple[str, ...], command: SuppressiveFire
) -> Iterator[Foreseen]:
    """Yield how probably each enemy in the arc is Pinned, whatever is hit.

    Rules: PC-ACT-11
    """
    for who in enemies:
        number = score(sheet_of(encounter[who]), "pinning") + PINNING[command.mode]
        fails = sum(
            not reading(switches_of(encounter), number)((face,)).success for face in range(1, 101)
        )
        text = _("{name}: Pinning at {n} or less, Pinned {chance} %")
        words = text.format(name=encounter[who].name, n=number, chance=fails)
        yield Foreseen(words, "PC-ACT-11")


def _pushed(encounter: Encounter, command: GrapplePush) -> Aimed | None:
    """Return the squares over which the restrained one may be pushed.

    Rules: PC-GRP-03
    """
    who, foe = command.actor, other_of(encounter, command.actor)
    way = direction(encounter, foe, command.cell)
    if way is None:
        return None
    squares = command.squares or squares_of(encounter, who, "half_move")
    cells = pushed_over(encounter, Shove(who, foe, way, squares, command.follow))
    return Aimed(_("may be pushed here"), (), frozenset(cells), "PC-GRP-03")


def facts_of(before: Encounter, after: Encounter, result: object) -> Facts:
    """Return whether a hit was left after evasion or a test was won, and who lost what.

    Rules: PC-ATK-09, PC-ATK-19, PC-TST-04
    """
    lost, down = {}, set()
    for who, one in before.combatants.items():
        now = after.combatants.get(who)
        if now is None or now is one:
            continue
        was, sheet = sheet_of(one), sheet_of(now)
        if was.wounds != sheet.wounds:
            lost[who] = was.wounds - sheet.wounds
        if sheet.dead and not was.dead:
            down.add(who)
    success = _success(result, bool(lost))
    words = (_("hit") if success else _("miss")) if isinstance(result, AttackResult) else ""
    return Facts(success, frozendict(lost), frozenset(down), words)


def _success(result: object, hurt: bool) -> bool | None:
    """Return whether something came of it; None for what nobody tests."""
    if isinstance(result, AttackResult):
        return result.struck
    if isinstance(result, OpposedResult):
        return result.winner == "a"
    return hurt or None
