"""What stands against an action now: turn, subtypes, a grapple, and what it presupposes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, _, require
from gridwar.systems.percentile.actions.action_prices import halves_of
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.fight_state import role_of, sheet_of, state_of, switches_of
from gridwar.systems.percentile.core.weapons_in_hand import armed_with, weapons_in_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Combatant, Encounter, Table
    from gridwar.systems.percentile.core.action_and_evasion_tables import ActionRow, Subtype

IN_GRAPPLE: Final = ("knock_down", "take_down")
"""Actions that are options of the controller in a grapple."""
ATTACKS_IN_GRAPPLE: Final = (*IN_GRAPPLE, "grapple", "grapple_initiate")
"""Attack actions, beside the options, that a grapple does not bar; other rules may."""


def may_act(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[None]:
    """Refuse an action that somebody cannot take now, whatever it would be used on.

    Outside structured time nothing is counted, and anybody may act.

    ``more`` are subtypes beside its own: those of a Power.

    Rules: PC-TIM-01, PC-TIM-03, PC-TIM-04, PC-ECO-01, PC-ECO-02, PC-ECO-03, PC-ECO-05
    """
    one, kind = table.now[who], row(key, more)
    yield from require(not sheet_of(one).dead, "dead", _("{who} is dead."), "PC-ATK-19", who=who)
    if table.now.round:
        own = kind.cost == "free" or table.now.turn == who
        text = _("It is not {who}'s turn.")
        yield from require(own, "not_your_turn", text, "PC-TIM-03", who=who)
        yield from _not_surprised(table, who, kind)
    yield from _subtypes(table, who, kind)
    yield from _grapple_allows(table, who, kind, key)
    yield from prerequisites(table, who, key)
    if table.now.round:
        enough = halves_of(table.now, key) <= sheet_of(table.now[who]).half_actions
        text = _("{who} has no action left for that in this turn.")
        yield from require(enough, "no_action_left", text, "PC-TIM-04", who=who)


def may_move(table: Table, who: str, key: str) -> Procedure[None]:
    """Refuse a move to whoever cannot make it in any turn as things are.

    Rules: PC-ATK-19, PC-ECO-07, PC-GRP-01
    """
    one, kind = table.now[who], row(key)
    yield from require(not sheet_of(one).dead, "dead", _("{who} is dead."), "PC-ATK-19", who=who)
    yield from _not_stuck(table, who, kind)
    yield from _grapple_allows(table, who, kind, key)


def _not_surprised(table: Table, who: str, kind: ActionRow) -> Procedure[None]:
    """Refuse whatever is done in a lost turn.

    Rules: PC-SEQ-03
    """
    free = kind.cost == "free" and switches_of(table.now).surprise_free == "free_actions"
    text = _("{who} is surprised and loses this turn.")
    lost = is_lost_turn(table.now, who) and not free
    yield from require(not lost, "lost_turn", text, "PC-SEQ-03", who=who)


def is_lost_turn(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody surprised is having the first turn, which is lost.

    Rules: PC-SEQ-03
    """
    one = encounter[who]
    is_first = sheet_of(one).turns_taken <= 1
    return encounter.turn == who and is_first and one.has_effect("surprised")


def _subtypes(table: Table, who: str, kind: ActionRow) -> Procedure[None]:
    """Refuse what a condition forbids, and a second action of a kind in one turn.

    Rules: PC-ECO-07, PC-ECO-08
    """
    yield from _not_stuck(table, who, kind)
    own = switches_of(table.now).subtype_limit_scope == "own_turn_only"
    if not table.now.round or (own and table.now.turn != who):
        return
    state = state_of(table.now)
    again = kind.is_a("attack") and who in state.attacked
    text = _("{who} has used the Attack action of this turn.")
    yield from require(not again, "attack_used", text, "PC-ECO-08", who=who)
    again = kind.is_a("concentration") and who in state.concentrated
    text = _("{who} has used the Concentration action of this turn.")
    yield from require(not again, "concentration_used", text, "PC-ECO-08", who=who)


def _not_stuck(table: Table, who: str, kind: ActionRow) -> Procedure[None]:
    stuck = kind.is_a("movement") and table.now[who].has_effect("immobilised")
    text = _("{who} is Immobilised: no Movement action.")
    yield from require(not stuck, "immobilised", text, "PC-ECO-07", who=who)


def _grapple_allows(table: Table, who: str, kind: ActionRow, key: str) -> Procedure[None]:
    """Refuse to walk out of a grapple, and options that are the other's.

    Knock Down and Take Down are the controller's within the Grapple Full Action; by a house rule
    the restrained one may make them too, at their usual cost. Other Attack actions are for nobody
    in it, unless a house rule lets them be.

    Rules: PC-GRP-01, PC-GRP-07, PC-GRP-10
    """
    role = role_of(table.now, who)
    both = switches_of(table.now).grapple_knockdown == "both"
    text = _("In a grapple it is an option of the controller.")
    free = key not in IN_GRAPPLE or not role or (role == "restrained" and both)
    yield from require(free, "controllers_option", text, "PC-GRP-10")
    listed = switches_of(table.now).grapple_attacks == "listed" and bool(role)
    other = listed and kind.is_a("attack") and not kind.role and key not in ATTACKS_IN_GRAPPLE
    text = _("In a grapple there is no {what}: only its own Attack, Knock Down and Take Down.")
    yield from require(not other, "no_grapple_attack", text, "PC-GRP-07", what=kind.title)
    leaves = kind.is_a("movement") and role
    text = _("{who} is in a grapple and cannot walk out of it.")
    yield from require(not leaves, "grappled", text, "PC-GRP-01", who=who)
    if kind.role:
        text = _("{who} is in no grapple.")
        yield from require(bool(role), "no_grapple", text, "PC-GRP-01", who=who)
        fits = kind.role in (role, "either")
        text = _("{what} is for the other one in the grapple.")
        yield from require(fits, "wrong_role", text, "PC-GRP-01", what=kind.title)


def _has_hits(one: Combatant, kind: str) -> bool:
    return any(weapon.kind == kind and weapon.has_hits for weapon in weapons_in_hand(one))


def _talent(name: str) -> Callable[[Combatant], bool]:
    return lambda one: name in sheet_of(one).talents


def _is_ship(one: Combatant) -> bool:
    """Return whether somebody is a starship.

    Rules: PC-SHP-01
    """
    return sheet_of(one).ship is not None


PREREQUISITES: Final[Mapping[str, tuple[Callable[[Combatant], bool], str, str]]] = {
    "burst": (
        lambda one: _has_hits(one, "ranged"),
        "no_burst_weapon",
        _("{what} needs a ranged weapon with a Hit rating of 2 or more."),
    ),
    "flurry": (
        lambda one: _has_hits(one, "melee"),
        "no_flurry_weapon",
        _("{what} needs a melee weapon with a Hit rating of 2 or more."),
    ),
    "multiple_attack": (
        lambda one: len(armed_with(one)) > 1,
        "one_weapon_only",
        _("{what} needs more than one weapon in hand."),
    ),
    "suppressive_fire": (
        lambda one: any(weapon.semi or weapon.full for weapon in weapons_in_hand(one)),
        "no_automatic_weapon",
        _("{what} needs a weapon with Semi or Full Auto capacity."),
    ),
    "grapple_initiate": (
        lambda one: sheet_of(one).free_hands > 0,
        "no_free_hand",
        _("{what} needs a free hand."),
    ),
    "counter_attack": (
        _talent("counter_attack"),
        "no_counter_attack_talent",
        _("{what} needs the Counter-Attack talent."),
    ),
    "take_down": (
        _talent("takedown"),
        "no_takedown_talent",
        _("{what} needs the Takedown talent."),
    ),
    "disarm": (_talent("disarm"), "no_disarm_talent", _("{what} needs the Disarm talent.")),
    "boarding": (_is_ship, "no_starship", _("Only starships board and ram.")),
    "ram": (_is_ship, "no_starship", _("Only starships board and ram.")),
}
"""What an action presupposes: a test, the code of the reason, the reason."""


def prerequisites(table: Table, who: str, key: str) -> Procedure[None]:
    """Refuse an action whose prerequisite is missing.

    Rules: PC-ACT-02, PC-ACT-03, PC-ACT-07, PC-ACT-09, PC-ACT-11, PC-ACT-12, PC-ACT-15, PC-ACT-17
    """
    found = PREREQUISITES.get(key)
    if found is not None:
        test, code, text = found
        kind = row(key)
        yield from require(test(table.now[who]), code, text, kind.rule, what=kind.title)
