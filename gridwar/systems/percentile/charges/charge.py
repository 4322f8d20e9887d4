"""Charge: a run-up, and a blow, a hold or a Knock Down at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec.structs import replace

from gridwar.engine.kit import ChoiceField, Procedure, Role, _, call, offer, plays
from gridwar.systems.percentile.actions.action_prices import pay, priced
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act, prerequisites
from gridwar.systems.percentile.attacks.attack_records import LOWEST_DIE, AttackOrder, AttackResult
from gridwar.systems.percentile.attacks.attack_steps import attack
from gridwar.systems.percentile.attacks.legality_and_targets import may_use
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import ScoreName, scores_for
from gridwar.systems.percentile.charges.run_up import AtItsEnd, RunUpAct, may_run_up, run_up
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.action_headings import FULL
from gridwar.systems.percentile.core.fight_state import switches_of
from gridwar.systems.percentile.core.weapons import UNARMED
from gridwar.systems.percentile.core.weapons_in_hand import each_weapon
from gridwar.systems.percentile.grapples.beginning_and_ending import in_no_grapple, seize
from gridwar.systems.percentile.manoeuvres.knock_down import Knock, knock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, Table


INSTEAD: Final[Mapping[str, str]] = {
    "attack": _("Strike"),
    "grapple": _("Begin a grapple"),
    "knock_down": _("Knock Down"),
}


def _strikes(_encounter: Encounter, command: Charge) -> bool:
    return command.instead == "attack"


@offer(
    _("Charge: {weapon}"),
    icon="chevrons-right",
    group=FULL,
    role=Role.STRIKE,
    needs="path",
    price=priced("charge"),
    note=_("the last 4 squares straight; +20"),
    each=each_weapon(lambda weapon: weapon.is_melee),
)
class Charge(RunUpAct):
    """Run at a foe and strike; or begin a grapple, or knock it down, in place of the blow."""

    target: AtItsEnd = ""
    weapon: str
    instead: Annotated[
        Literal["attack", "grapple", "knock_down"], ChoiceField(_("At its end"), INSTEAD)
    ] = "attack"
    score: Annotated[ScoreName, ChoiceField(_("Test with"), scores_for, when=_strikes)] = ""
    replace_die: Annotated[bool, ChoiceField(_("Lowest die"), LOWEST_DIE, when=_strikes)] = True

    def reaches_with(self) -> str:
        """Return the weapon whose reach counts: for a hold none, for a Knock Down any in hand.

        Rules: PC-ACT-05, PC-ATK-01
        """
        if self.instead == "grapple":
            return UNARMED
        return self.weapon if self.instead == "attack" else ""


@plays(Charge)
def charge(table: Table, command: Charge) -> Procedure[object]:
    """Run along a path that ends with four straight squares, then attack once.

    Rules: PC-ACT-05, PC-MOV-03, PC-ALT-07
    """
    who = command.actor
    yield from may_act(table, who, "charge")
    order = AttackOrder(
        who, "", command.weapon, "charge", score=command.score, replace_die=command.replace_die
    )
    yield from may_use(table, order)
    if command.instead == "grapple":
        yield from prerequisites(table, who, "grapple_initiate")
    target = yield from may_run_up(table, command, "charge")
    if command.instead == "grapple":
        yield from in_no_grapple(table, target)
    yield from pay(table, who, "charge")
    if not (yield from run_up(table, command, "charge", target)):
        return AttackResult(False)
    counts = switches_of(table.now).charge_bonus_on_substitute
    extra = (("PC-ACT-05", row("charge").title, row("charge").modifier),) if counts else ()
    match command.instead:
        case "grapple":
            return (yield from call(seize, (who, target, extra), key="grapple"))
        case "knock_down":
            return (yield from call(knock, Knock(who, target, extra), key="knock down"))
    return (yield from call(attack, replace(order, target=target), key="attack"))
