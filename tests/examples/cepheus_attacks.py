"""The examples adapter of ``cepheus``, second part: attacks, damage, blasts, cover, reactions.

Translates the operations of the cases into commands and reads the answers back; rules nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from frozendict import frozendict

from gridwar.engine.play.play_outcome import Refused
from gridwar.model.combatant import Combatant
from gridwar.model.command import Answer
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt
from gridwar.systems.cepheus.attacks.attack_records import ArmChoice, AttackResult, BurstExtra, Shot
from gridwar.systems.cepheus.attacks.attacker_dms import kill_aim_damage
from gridwar.systems.cepheus.attacks.blast_damage import BlastHits
from gridwar.systems.cepheus.attacks.firing_modes import extra_of
from gridwar.systems.cepheus.attacks.reactions import Attacked, reaction_options
from gridwar.systems.cepheus.attacks.weapon_damage import hit_with, strike
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.person_records import Sensor
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.core.weapons_in_use import weapon_in_use
from gridwar.systems.cepheus.grapples.coup_de_grace import CoupDeGrace
from gridwar.systems.cepheus.harm.damage_after_armor import Injury
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.positions.cover import cover_between
from tests.examples.cepheus_world import CHARS, FIRST_WOUND, World, weapon_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.question_and_refusal import Question
    from gridwar.model.trace import Line, Trace

Operation = Callable[[World, dict[str, Any]], dict[str, Any]]
REFUSED = {"allowed": False}
PARTS = {
    "range_dm": ("CE-RNG-03", "CE-FIR-06"),
    "skill_dm": ("CE-CORE-04",),
    "characteristic_dm": ("CE-CORE-03",),
    "aim_dm": ("CE-MIN-02",),
    "laser_sight_dm": ("CE-SIG-09",),
    "cover_dm": ("CE-COV-01",),
    "stance_dm": ("CE-STA-03",),
    "movement_dm": ("CE-SIG-10",),
    "dodge_dm": ("CE-REA-03",),
    "parry_dm": ("CE-REA-04",),
    "check_dm": ("CE-REA-01", "CE-INI-07", "CE-HLT-01", "CE-FIR-07:suppressed"),
    "environment_dm": ("CE-ENV-01", "CE-ENV-02", "CE-ENV-03"),
    "into_combat_dm": ("CE-FIR-05",),
    "size_dm": ("CE-VEH-03", "CE-STS-01"),
    "evasive_dm": ("CE-VAC-01:target",),
    "burst_dm": ("CE-FIR-02",),
    "spread_dm": ("CE-FIR-04",),
    "recoil_dm": ("CE-ZRG-02",),
}
"""Parts of the sum by the rules whose lines they are."""
ARMS: dict[str, ArmChoice] = {"str": "strength", "dex": "dexterity"}
A_HAIR_M = 0.1
"""Too little for any DM."""
DUMMY = "dummy"


class _NotAllowed(Exception):
    """The case gives an answer that the product does not accept."""


# --- attacks ------------------------------------------------------------------------------------


def _attack(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = _command(world, step)
    world.let_act(step["by"])
    with _parrying(world, step), _seen_by_sensors(world, step):
        if not _can_react(world, step):
            return REFUSED
        try:
            outcome = world.submit(command, _answers(step))
        except _NotAllowed:
            return REFUSED
    if isinstance(outcome, Refused):
        return REFUSED
    result = outcome.result
    assert isinstance(result, AttackResult)
    trace = next(one for one in world.traces() if _has_step(one, "CE-CORE-01"))
    left = weapon_in_use(world.encounter, step["by"], world.weapon_id(step["by"], step["weapon"]))
    return {
        **_parts(trace.lines),
        "dm_total": result.dm,
        "total": result.total,
        "hit": result.hit,
        "effect": result.effect,
        "exceptional_failure": _is_exceptional_failure(trace),
        "kill_aim_damage": result.kill_aim,
        "rounds_left": left.loaded if left else None,
        "kept_dice": list(result.kept),
        "eligible": list(result.eligible),
        "struck": result.struck,
        "stray_hit": result.stray is not None,
        "stray_target": result.stray,
        "affected": bool(result.suppressed),
        **_landing(world, result),
        **_damage_words(result, left),
    }


def _attack_dm(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = _command(world, step)
    with _parrying(world, step), _seen_by_sensors(world, step):
        if not _can_react(world, step):
            return REFUSED
        key = f"reaction of {step.get('target')}"
        chosen = Answer(option=step.get("reaction") or "none")
        seen = world.preview(command, {key: chosen})
    if seen.refusal is not None:
        return REFUSED
    tally = next(one for one in seen.tallies if one.name.rsplit("/", 1)[-1] == "attack")
    kill_aim = kill_aim_damage(world.sheet(step["by"]), step.get("target"))
    return {**_parts(tally.lines), "dm_total": tally.total, "kill_aim_damage": kill_aim}


def _command(world: World, step: dict[str, Any]) -> Attack | FireBlind | ThrowAt:
    """Return the attack of the case; a weapon of which no bursts are said can fire any."""
    command = _plain_command(world, step)
    if "bursts" in world.given.get("weapons", {}).get(step["weapon"], {}):
        return command
    adjustments = command.adjustments.model_copy(update={"waived": frozenset({"no_burst"})})
    return command.model_copy(update={"adjustments": adjustments})


def _plain_command(world: World, step: dict[str, Any]) -> Attack | FireBlind | ThrowAt:
    mode, by = step.get("mode", "single"), step["by"]
    weapon = world.weapon_id(by, step["weapon"])
    plain = {
        "actor": by,
        "weapon": weapon,
        "rounds": step.get("rounds", 1),
        "use": step.get("use", "attack"),
        "sight_by": step.get("sight_by", "eye"),
    }
    if mode == "blind":
        kind = "burst" if step.get("rounds", 1) > 1 else "single"
        return FireBlind(square=world.cell(_aim_square(world, step)), mode=kind, **plain)
    if "target" not in step:
        return ThrowAt(square=world.cell(step["aim_square"]), mode=mode, **plain)
    arm = ARMS.get(step.get("characteristic", ""), "")
    return Attack(target=step["target"], mode=mode, arm=arm, **plain)


def _aim_square(world: World, step: dict[str, Any]) -> list[int]:
    if "aim_square" in step:
        return list(step["aim_square"])
    return world.square(world.encounter.combatants[step["target"]].pos) or [0, 0]


def _can_react(world: World, step: dict[str, Any]) -> bool:
    """Return whether the product offers the reaction that the case gives."""
    wanted = step.get("reaction") or "none"
    if wanted == "none":
        return True
    weapon = world.sheet(step["by"]).weapon(step["weapon"])
    assert weapon is not None
    options = reaction_options(world.encounter, Attacked(step["target"], weapon.form, step["by"]))
    return any(one.kind == wanted and not one.why_not for one in options)


@contextmanager
def _seen_by_sensors(world: World, step: dict[str, Any]) -> Iterator[None]:
    """Let the attacker carry the sensor of the case, and the target move a hair for it to show."""
    kind, by, target = step.get("sight_by", "eye"), step["by"], step.get("target")
    if kind == "eye":
        yield
        return
    carried = world.sheet(by).sensors
    world.replace_sheet(by, sensors=(Sensor(kind=kind),))
    moved_m = world.sheet(target).moved_m if target is not None else 0.0
    if target is not None:
        world.replace_sheet(target, moved_m=moved_m or A_HAIR_M)
    yield
    world.replace_sheet(by, sensors=carried)
    if target is not None:
        world.replace_sheet(target, moved_m=moved_m)


@contextmanager
def _parrying(world: World, step: dict[str, Any]) -> Iterator[None]:
    """Put what the case parries with into the target's hand, and nothing else of that kind."""
    if step.get("reaction") != "parry":
        yield
        return
    target = step["target"]
    carried = world.sheet(target).weapons
    in_hand = tuple(one for one in carried if one.form != "melee")
    if "parry_skill" in step:
        blade = Weapon(id="parry", name="parry", type="extended_reach", skill=step["parry_skill"])
        in_hand = (*in_hand, blade)
    world.replace_sheet(target, weapons=in_hand)
    yield
    world.replace_sheet(target, weapons=carried)


def _parts(lines: Iterable[Line]) -> dict[str, int]:
    counted = [one for one in lines if not one.off]
    return {
        name: sum(one.value for one in counted if {one.rule_id, one.key} & set(rules))
        for name, rules in PARTS.items()
    }


def _has_step(trace: Trace, rule_id: str) -> bool:
    return any(one.rule_id == rule_id for one in trace.steps)


def _is_exceptional_failure(trace: Trace) -> bool:
    return any(one.label == "Exceptional failure" for one in trace.steps)


def _landing(world: World, result: AttackResult) -> dict[str, Any]:
    scatter = result.scatter
    return {
        "scatter_m": scatter.distance_m if scatter else 0,
        "scatter_direction": (scatter.direction or None) if scatter else None,
        "landing_square": world.square(result.landing),
    }


def _damage_words(result: AttackResult, weapon: Weapon | None) -> dict[str, Any]:
    if weapon is not None and weapon.blast:
        return {"victims": _victims(result.injuries)}
    injury = result.injuries[0] if result.injuries else Injury("", 0)
    return {
        "damage_full": injury.before_armor if injury.full is None else injury.full,
        "damage_before_armor": injury.before_armor,
        "damage_after_armor": injury.after_armor,
    }


def _victims(injuries: tuple[Injury, ...]) -> dict[str, Any]:
    return {
        one.victim: {
            "damage_before_armor": one.before_armor,
            "damage_after_armor": one.after_armor,
        }
        for one in injuries
    }


# --- answers ------------------------------------------------------------------------------------


def _answers(step: dict[str, Any]) -> Callable[[Question], Answer | None]:
    """Return what answers the product's questions as the case says; None takes the default."""
    reactions = step.get("reactions") or {step.get("target"): step.get("reaction") or "none"}

    def answer(question: Question) -> Answer | None:
        key = question.key.rsplit("/", 1)[-1]
        found: Answer | None = None
        if key.startswith("reaction of"):
            found = Answer(option=reactions.get(question.recipient, "none"))
        elif question.numbers and "split" in step:
            split = {CHARS[short]: points for short, points in step["split"].items()}
            numbers = {one.key: split.get(one.key, one.minimum) for one in question.numbers}
            found = Answer(numbers=frozendict(numbers))
        elif key == FIRST_WOUND and "choice" in step:
            found = Answer(option=CHARS[step["choice"]])
        if found is not None and question.problem_with(found):
            raise _NotAllowed(question.problem_with(found))
        return found

    return answer


# --- damage, blasts -----------------------------------------------------------------------------


def _damage(world: World, step: dict[str, Any]) -> dict[str, Any]:
    weapon = weapon_from(step["weapon"], world.given["weapons"][step["weapon"]])
    before = world.encounter
    sheet = CepheusSheet(armor=step.get("armor", 0))
    world.encounter = before.with_combatant(Combatant(id=DUMMY, name=DUMMY, sheet=sheet))
    blow = hit_with(weapon, DUMMY, None, step.get("effect", 0))
    injury = world.run(strike, blow._replace(extra=_extra(world, step, weapon)))
    world.encounter = before
    return {
        "damage_before_armor": injury.before_armor,
        "damage_after_armor": injury.after_armor,
    }


def _extra(world: World, step: dict[str, Any], weapon: Weapon) -> BurstExtra:
    """Return what the rounds that the case says were fired add to the damage."""
    loaded = step.get("rounds", weapon.loaded)
    shot = Shot(
        "",
        weapon.id,
        mode=step.get("mode", "single"),
        rounds=step.get("rounds", 1),
        use=step.get("use", "attack"),
    )
    fired = weapon.replace(loaded=loaded, magazine=loaded)
    return extra_of(fired, shot, switches_of(world.encounter))


def _take_damage(world: World, step: dict[str, Any]) -> dict[str, Any]:
    command = TakeDamage(who=step["who"], points=step["damage_after_armor"])
    try:
        outcome = world.submit(command, _answers(step))
    except _NotAllowed:
        return REFUSED
    return REFUSED if isinstance(outcome, Refused) else {}


def _blast(world: World, step: dict[str, Any]) -> dict[str, Any]:
    who = tuple(step["reactions"])
    for one in who:
        offered = reaction_options(world.encounter, Attacked(one, "blast"))
        wanted = step["reactions"][one]
        if wanted != "none" and not any(
            option.kind == wanted and not option.why_not for option in offered
        ):
            return REFUSED
    outcome = world.submit(BlastHits(who=who, damage=step["damage"]), _answers(step))
    if isinstance(outcome, Refused):
        return REFUSED
    return {"victims": _victims(outcome.result.injuries)}


# --- cover, reactions, coup de grace ------------------------------------------------------------


def _cover(world: World, step: dict[str, Any]) -> dict[str, Any]:
    found = cover_between(world.encounter, None, step["who"])
    if found is None:
        return {"cover_dm": 0, "can_be_hit": True, "can_return_fire": True}
    is_open = not found.worth.closed
    return {"cover_dm": found.worth.dm, "can_be_hit": is_open, "can_return_fire": is_open}


def _reaction_options(world: World, step: dict[str, Any]) -> dict[str, Any]:
    options = reaction_options(world.encounter, Attacked(step["who"], step["against"]))
    return {"reactions": [one.kind for one in options if not one.why_not]}


def _coup_de_grace_allowed(world: World, step: dict[str, Any]) -> dict[str, Any]:
    seen = world.preview(_coup(step))
    return {"allowed": seen.refusal is None}


def _coup_de_grace(world: World, step: dict[str, Any]) -> dict[str, Any]:
    outcome = world.submit(_coup(step))
    return REFUSED if isinstance(outcome, Refused) else {}


def _coup(step: dict[str, Any]) -> CoupDeGrace:
    return CoupDeGrace(actor=step["by"], target=step["target"], weapon=step["weapon"])


OPERATIONS: dict[str, Operation] = {
    "attack": _attack,
    "attack_dm": _attack_dm,
    "damage": _damage,
    "take_damage": _take_damage,
    "blast": _blast,
    "cover": _cover,
    "reaction_options": _reaction_options,
    "coup_de_grace": _coup_de_grace,
    "coup_de_grace_allowed": _coup_de_grace_allowed,
}
