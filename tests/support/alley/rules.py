"""What Back Alley plays: turns, brawls, fire and knives."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    Act,
    Candidates,
    Cell,
    Encounter,
    Move,
    PipKind,
    Pips,
    PlainCycle,
    Procedure,
    Role,
    SheetEvent,
    StateEvent,
    Step,
    StepTaken,
    Table,
    Tally,
    Walk,
    Window,
    adds,
    call,
    choose,
    clears,
    emit,
    fold,
    hand_over,
    includes,
    must_exist,
    offer,
    only_if,
    plays,
    require,
    require_path,
    required,
    roll,
    say,
    sets,
    walk,
)
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.text import _
from tests.support.alley.sheet import sheet_of, state_of, switches_of, wounds_left
from tests.support.alley.zones import (
    BORDER,
    ZONES_A_TURN,
    beside,
    in_zones,
    movement,
    squares_of,
    standing_in,
    zone_of,
    zones_between,
)

FIGHT: Final = _("Fight")
MOVE: Final = _("Move")
ACTION: Final = Pips((PipKind.OWN,))
WINDOWS: Final = {"knife": Window(_("A knife at whoever leaves"))}
AIM: Final = TimedEffect(id="aim", name=_("Aims"), badge="crosshair", ends="fight_end")
KNIFE: Final = TimedEffect(id="knife", name=_("Knife thrown"), badge="slash", ends="round_end")


@sets("initiative", of="score")
class InitiativeRolled(SheetEvent):
    """Somebody has a place in the order."""

    score: int


@clears("zones_walked", "has_acted")
class TurnRenewed(SheetEvent):
    """Action and movement of a turn are there again."""


@sets("has_acted", True)
class ActionSpent(SheetEvent):
    """The action of a turn is spent."""


@includes("acted", of="who")
class TurnDone(StateEvent):
    """Somebody's turn of this round is over."""

    who: str


@clears("acted", "burning")
class RoundRenewed(StateEvent):
    """A new round: everybody's turn is to come, and fires are out."""


def may_act(table: Table, who: str, *, action: bool = True) -> Procedure[None]:
    """Refuse whoever does not have the turn, is out, or has no action left.

    Rules: BA-TRN-01, BA-HRM-01
    """
    is_turn, stands = table.now.turn == who, wounds_left(table.now, who) > 0
    spent = action and sheet_of(table.now[who]).has_acted
    text = _("It is not {who}'s turn.")
    yield from require(is_turn, "not_your_turn", text, "BA-TRN-01", who=who)
    yield from require(stands, "out", _("{who} is out of the fight."), "BA-HRM-01", who=who)
    yield from require(not spent, "budget", _("{who} has acted already."), "BA-TRN-01", who=who)


def roll_initiative(table: Table, joined: tuple[str, ...] = ()) -> Procedure[None]:
    """Roll for the places of latecomers in the order, or of everybody.

    Rules: BA-TRN-01
    """
    for who in joined or tuple(one.id for one in table.now.everyone()):
        key = f"initiative of {who}"
        score = yield from roll("d20", sum, key=key, owner=who, label=_("Initiative"))
        yield from emit(InitiativeRolled(who=who, score=score))
        step = Step(label=_("Initiative"), rule_id="BA-TRN-01", faces=table.faces(key))
        yield from say(
            table, _("{who} rolls Initiative"), who=who, result=str(score), steps=(step,)
        )


CYCLE: Final = PlainCycle(
    number=lambda one: sheet_of(one).initiative,
    stands=lambda encounter, who: wounds_left(encounter, who) > 0,
    acted=lambda encounter: state_of(encounter).acted,
    turn_done=TurnDone,
    round_renewed=RoundRenewed,
    turn_renewed=TurnRenewed,
    settle=roll_initiative,
)


@adds("wounds", least=0)
class Wounded(SheetEvent):
    """Wounds were taken, or healed at the GM's word."""

    by: int


def wound(table: Table, who: str) -> Procedure[None]:
    """Give somebody a wound; the last one puts them out.

    Rules: BA-HRM-01
    """
    yield from emit(Wounded(who, 1))
    if not wounds_left(table.now, who):
        yield from say(table, _("{who} is out of the fight"), who=who, tone="harm")


def decide(
    table: Table, text: str, margin: Tally, who: str, whom: str, *dice: Step
) -> Procedure[bool]:
    """Tell how a sum came out, with its dice: above 0 it wounds. Return whether it does."""
    hits = margin.total > 0
    words, tone = (_("1 wound"), "harm") if hits else (_("unhurt"), "plain")
    yield from say(
        table, text, who=who, whom=whom, result=words, tone=tone, tally=margin, steps=dice
    )
    if hits:
        yield from wound(table, whom)
    return hits


def d20(
    table: Table, tally: Tally, rule: str, label: str, who: str, sign: int = 1
) -> Procedure[Step]:
    """Roll a d20 as a line of a sum; return what it showed, for the log."""
    die = yield from roll("d20", sum, key=label, owner=who, label=label)
    tally.line(rule, label, sign * die, source_id="d20")
    return Step(label=label, rule_id=rule, faces=table.faces(label))


@offer(_("Aim"), icon="crosshair", group=FIGHT, role=Role.READY, price=ACTION)
class Aim(Act):
    """Make the next attack at +2."""


@plays(Aim)
def aim(table: Table, command: Aim) -> Procedure[None]:
    """Spend the action on the next attack.

    Rules: BA-AIM-01
    """
    who = command.actor
    yield from may_act(table, who)
    aims = table.now[who].has_effect(AIM.id)
    yield from require(not aims, "aiming", _("{who} aims already."), "BA-AIM-01", who=who)
    yield from emit(ActionSpent(who), EffectAdded(who, AIM))
    yield from say(table, _("{who} aims"), who=who)


@offer(
    _("Brawl"),
    icon="hand-fist",
    group=FIGHT,
    role=Role.STRIKE,
    needs="combatant",
    price=ACTION,
    candidates=lambda now, command: Candidates(who=frozenset(beside(now, command.actor))),
)
class Brawl(Act):
    """Attack somebody in the same zone."""

    target: str


@plays(Brawl)
def brawl(table: Table, command: Brawl) -> Procedure[bool]:
    """Attack somebody, who chooses a defence.

    Rules: BA-ATK-01, BA-DEF-01
    """
    who, whom = command.actor, command.target
    yield from may_act(table, who)
    yield from must_exist(table, whom)
    text = _("{whom} does not stand in {who}'s zone.")
    near = whom in beside(table.now, who)
    yield from require(near, "not_in_zone", text, "BA-ATK-01", who=who, whom=whom)
    defences = {"dodge": _("Dodge"), "block": _("Block"), "neither": _("Neither")}
    text = _("How does {whom} defend against {who}?")
    key = f"defence of {whom}"
    defence = yield from choose(table, text, defences, "BA-DEF-01", key=key, whom=whom, who=who)
    yield from emit(ActionSpent(who))
    return hand_over(strike, (who, whom, defence), key="attack")


def strike(table: Table, blow: tuple[str, str, str]) -> Procedure[bool]:
    """Roll an attack and a defence as one sum; return whether it wounds.

    Rules: BA-ATK-01, BA-DEF-01, BA-AIM-01
    """
    (who, whom, defence), margin = blow, table.tally("margin")
    margin.line("BA-ATK-01", _("Brawl"), sheet_of(table.now[who]).brawl)
    if table.now[who].has_effect(AIM.id):
        margin.line("BA-AIM-01", _("Aim"), 2)
        yield from emit(EffectRemoved(who, AIM.id))
    dice = [(yield from d20(table, margin, "BA-ATK-01", _("Attack"), who))]
    if defence == "neither":
        margin.line("BA-DEF-01", _("Undefended"), -10)
    else:
        skill = getattr(sheet_of(table.now[whom]), defence)
        margin.line("BA-DEF-01", _("Dodge") if defence == "dodge" else _("Block"), -skill)
        dice += [(yield from d20(table, margin, "BA-DEF-01", _("Defence"), whom, -1))]
    if switches_of(table.now).ties == "attacker":
        margin.line("BA-ATK-01", _("A tie is enough"), 1, source_id="tie")
    return (yield from decide(table, _("{who} attacks {whom}"), margin, who, whom, *dice))


@adds("bottles", amount=-1, least=0)
class BottleThrown(SheetEvent):
    """A bottle is gone."""


@includes("burning", of="zone")
class ZoneLit(StateEvent):
    """A zone burns."""

    zone: Cell


def _in_reach(encounter: Encounter, command: ThrowBottle) -> Candidates:
    pos, far = encounter[command.actor].pos, (-1, 0, 1)
    zones = [zone_of(pos).shifted(x, y) for x in far for y in far] if pos is not None else []
    return Candidates(cells=frozenset().union(*(squares_of(encounter, one) for one in zones)))


@offer(
    _("Throw a bottle of fire"),
    icon="flame",
    group=FIGHT,
    role=Role.STRIKE,
    needs="cell",
    price=ACTION,
    each=only_if(lambda now, who: sheet_of(now[who]).bottles > 0),
    candidates=_in_reach,
)
class ThrowBottle(Act):
    """Set a zone on fire."""

    cell: Cell


@plays(ThrowBottle)
def throw_bottle(table: Table, command: ThrowBottle) -> Procedure[int]:
    """Burn everybody in a zone; return how many were wounded.

    Rules: BA-FIR-01, BA-FIR-02
    """
    who, cell = command.actor, command.cell
    yield from may_act(table, who)
    has_one = sheet_of(table.now[who]).bottles > 0
    yield from require(has_one, "no_bottle", _("{who} has no bottle left."), "BA-FIR-01", who=who)
    text = _("{who} is not on the board.")
    here = yield from required(table.now[who].pos, "not_on_board", text, who=who)
    near = table.now.map.contains(cell) and zones_between(here, cell) <= 1
    yield from require(near, "too_far", _("That is more than one zone away."), "BA-FIR-01")
    zone = zone_of(cell)
    yield from emit(ActionSpent(who), BottleThrown(who), ZoneLit(zone))
    yield from say(table, _("{who} throws a bottle of fire"), who=who, cell=cell)
    return (yield from fold(_burn, standing_in(table.now, zone), 0, key="fire"))


def _burn(table: Table, who: str, wounded: int) -> Procedure[int]:
    """Burn somebody who does not get out of the flames; return how many are wounded so far."""
    margin = table.tally("fire")
    margin.line("BA-FIR-01", _("Fire"), 12)
    margin.line("BA-FIR-01", _("Dodge"), -sheet_of(table.now[who]).dodge, source_id="dodge")
    die = yield from d20(table, margin, "BA-FIR-01", _("Out of the fire"), who, -1)
    burns = yield from decide(table, _("Fire reaches {whom}"), margin, who, who, die)
    return wounded + burns


@adds("zones_walked", amount=1)
class ZoneEntered(SheetEvent):
    """Somebody has walked into another zone."""


@offer(_("Move"), icon="footprints", group=MOVE, role=Role.MOVE, needs="path")
@plays(Move)
def move(table: Table, command: Move) -> Procedure[None]:
    """Walk as far as the zones of this turn go, from level to level too.

    Rules: BA-MOV-01, BA-LVL-01
    """
    who = command.actor
    yield from may_act(table, who, action=False)
    way = movement(table.now, who)
    route = yield from require_path(table, who, way, command.path, command.climbs)
    zones, left = route.cost // BORDER, ZONES_A_TURN - sheet_of(table.now[who]).zones_walked
    text, words = _("{who} has only {left} left in this turn."), in_zones(max(0, left))
    yield from require(zones <= left, "zones", text, "BA-MOV-01", who=who, left=words)
    walked = yield from walk(table, Walk(who, command.path, climbs=command.climbs))
    result = _("stopped") if walked.stopped else in_zones(zones)
    yield from say(table, _("{who} moves"), who=who, result=result)


def zones_crossed(step: StepTaken) -> int:
    """Return how many zones a step enters; another level counts as one.

    Rules: BA-MOV-01, BA-LVL-01
    """
    return zones_between(step.start, step.end) + abs(step.climb)


def before_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Let every foe in a zone throw a knife at whoever leaves it, or its level.

    Rules: BA-KNF-01, BA-LVL-01
    """
    mover = step.mover
    if step.forced or not zones_crossed(step):
        return True
    for by in beside(table.now, mover):
        is_foe = table.now.are_foes(table.now[by].side, table.now[mover].side)
        has_knife = not table.now[by].has_effect(KNIFE.id)
        if is_foe and has_knife and wounds_left(table.now, mover):
            yield from call(_knife, (by, mover, step.start), key=f"knife of {by}")
    return wounds_left(table.now, mover) > 0


def _knife(table: Table, leaving: tuple[str, str, Cell]) -> Procedure[None]:
    by, mover, cell = leaving
    answer = yield from choose(
        table,
        _("{mover} leaves the zone. Does {whom} throw a knife?"),
        {"pass": _("Let them go"), "throw": _("Throw the knife")},
        "BA-KNF-01",
        key="throw",
        whom=by,
        window="knife",
        cell=cell,
        mover=mover,
    )
    if answer == "throw":
        yield from emit(EffectAdded(by, KNIFE))
        yield from call(strike, (by, mover, "neither"), key="attack")


def after_step(table: Table, step: StepTaken) -> Procedure[bool]:
    """Count a zone, or a level, that was entered; where it burns it wounds.

    Rules: BA-MOV-01, BA-LVL-01, BA-FIR-02
    """
    mover, crossed = step.mover, zones_crossed(step)
    if not crossed:
        return True
    if not step.forced:
        yield from emit(*[ZoneEntered(mover)] * crossed)
    if switches_of(table.now).fire_stays and zone_of(step.end) in state_of(table.now).burning:
        burnt = Step(label=_("It burns here"), rule_id="BA-FIR-02", after=_("1 wound"))
        text = _("{who} steps into the fire")
        yield from say(table, text, who=mover, tone="harm", steps=(burnt,))
        yield from wound(table, mover)
    return wounds_left(table.now, mover) > 0
