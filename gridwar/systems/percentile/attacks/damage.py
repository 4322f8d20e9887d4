"""One hit of an attack: damage, a degree for a die, critical, soak, wounds, Fatigue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, _, call, fold, roll, say
from gridwar.systems.percentile.attacks.attack_modifiers import GUARD_MODE
from gridwar.systems.percentile.checks.d100_tests import needed_words, reading, roll_step
from gridwar.systems.percentile.core.fight_state import settings_of, sheet_of, switches_of
from gridwar.systems.percentile.core.scores import bonus, score
from gridwar.systems.percentile.harm.wounds_and_fatigue import lose_wounds, tire

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.trace import Line
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

_CHART_ROWS: Final = 5


class Blow(NamedTuple):
    """What each hit of an attack does, and what it meets: worked out once for all of them.

    ``confirm`` is the bare score that confirms a critical hit, None where none can come.
    """

    attacker: str
    target: str
    title: str
    dice: int
    sides: int
    flat: int
    sb: int = 0
    pen: int = 0
    tb: int = 0
    ap: int = 0
    confirm: int | None = None
    unarmed: bool = False
    place: str = ""
    thing: bool = False

    @property
    def soak(self) -> int:
        """What damage has to get past.

        Rules: PC-ATK-17
        """
        return self.tb + max(0, self.ap - self.pen)


class DamageRead(Struct, frozen=True):
    """What is read off damage dice: their sum, the lowest face, how many show their maximum."""

    total: int
    lowest: int
    maxima: int


class ReadDamage(Struct, frozen=True):
    """Reads damage dice of some sides."""

    sides: int

    def __call__(self, faces: tuple[int, ...]) -> DamageRead:
        """Return what matters of the faces."""
        return DamageRead(sum(faces), min(faces, default=0), faces.count(self.sides))


def blow_of(encounter: Encounter, order: AttackOrder) -> Blow:
    """Return what each hit of an attack with a weapon does to its target.

    The Strength Bonus counts for melee and thrown melee weapons that add it; a Called Shot meets
    the armour of its place. What a thing withstands is the GM's word: nothing is taken off, and
    no critical hit comes of it.

    Rules: PC-ATK-11, PC-ATK-14, PC-ATK-17, PC-UNA-02, PC-ACT-04
    """
    weapon, target = order.weapon_in(encounter), sheet_of(encounter[order.target])
    adds_sb = weapon.add_sb and weapon.kind != "ranged"
    return Blow(
        order.attacker,
        order.target,
        weapon.title,
        weapon.damage.count,
        weapon.damage.sides,
        weapon.damage.flat,
        bonus(encounter, order.attacker, "sb") if adds_sb else 0,
        weapon.pen,
        0 if order.thing else bonus(encounter, order.target, "tb"),
        0 if order.thing else target.ap_at.get(order.place, target.ap),
        confirm_number(encounter, order) if order.critical and not order.thing else None,
        weapon.unarmed,
        order.place,
        order.thing,
    )


def confirm_number(encounter: Encounter, order: AttackOrder) -> int:
    """Return what confirms a critical hit: the score of the attack, bare but for Guard Mode.

    Rules: PC-ATK-14, PC-ACT-13
    """
    bare = score(sheet_of(encounter[order.attacker]), order.score_in(encounter))
    return bare + (GUARD_MODE if encounter[order.target].has_effect("guard_mode") else 0)


def one_hit(table: Table, blow: Blow, dos: int) -> Procedure[int]:
    """Play one hit; degrees can replace a die of the first one only: return 0 for the next.

    The lowest die is replaced by degrees that are higher.

    Rules: PC-ATK-11, PC-ATK-12, PC-ATK-18
    """
    rolled = yield from damage_roll(table, blow, dos)
    yield from suffer(table, blow, rolled)
    return 0


class DamageSum(Struct, frozen=True):
    """Damage as it was rolled: what it comes to, and the dice at their maximum.

    ``lines`` are those of the sum and ``dice`` its faces, for the log alone.
    """

    damage: int
    maxima: int
    lines: tuple[Line, ...] = ()
    dice: tuple[Step, ...] = ()


def damage_roll(table: Table, blow: Blow, dos: int = 0) -> Procedure[DamageSum]:
    """Roll the damage of a hit and add it up.

    Rules: PC-ATK-11, PC-ATK-12, PC-UNA-02
    """
    label = _("Damage: {weapon} against {name}")
    read: DamageRead = yield from roll(
        f"{blow.dice}d{blow.sides}",
        ReadDamage(blow.sides),
        key="damage",
        owner=blow.attacker,
        label=label.format(weapon=blow.title, name=table.now[blow.target].name),
    )
    tally = table.tally("damage", aside=True)
    tally.line("PC-ATK-11", _("Dice"), read.total, source_id="dice")
    capped = switches_of(table.now).dos_die_cap == "die_max"
    degree = min(dos, blow.sides) if capped else dos
    if degree > read.lowest:
        tally.line("PC-ATK-12", _("Degrees for the lowest die"), degree - read.lowest)
    if blow.flat:
        tally.line("PC-ATK-11", blow.title, blow.flat, source_id="flat")
    if blow.sb:
        tally.line("PC-ATK-11", _("Strength Bonus"), blow.sb, source_id="sb")
    if tally.total < 0:
        tally.line("PC-ATK-11", _("Never below 0"), -tally.total, source_id="floor")
    damage, maxima = tally.total, read.maxima
    if table.rehearsal:
        return DamageSum(damage, maxima)
    step = _dice(blow, table.faces("damage"), replaced=degree > read.lowest)
    return DamageSum(damage, maxima, tally.lines, (step,))


def _dice(blow: Blow, faces: tuple[int, ...], *, replaced: bool) -> Step:
    """Return damage dice for the log: the replaced one struck through, maxima ringed.

    Rules: PC-ATK-11, PC-ATK-12, PC-ATK-13
    """
    ringed = tuple(at for at, face in enumerate(faces) if face == blow.sides)
    struck = (faces.index(min(faces)),) if replaced and faces else ()
    return Step(label=blow.title, rule_id="PC-ATK-11", faces=faces, struck=struck, ringed=ringed)


def suffer(table: Table, blow: Blow, rolled: DamageSum) -> Procedure[None]:
    """Let a hit be confirmed, meet the soak, and deal what is left.

    Rules: PC-ATK-13, PC-ATK-15, PC-ATK-16, PC-ATK-17, PC-ATK-18, PC-ATK-19, PC-UNA-03
    """
    if blow.thing:
        yield from _tell_of_thing(table, blow, rolled)
        return
    past_soak = dealt = max(0, rolled.damage - blow.soak)
    per_die = switches_of(table.now).crit_per == "die"
    chances = rolled.maxima if per_die else min(1, rolled.maxima)
    if blow.confirm is None:
        chances = 0
    confirmed = yield from fold(_confirm, (blow,) * chances, 0, key="confirm")
    critical = "" if not chances else "not_confirmed" if not confirmed else "effect"
    if confirmed and not past_soak:
        dealt, critical = 1, "one_point"
    for number in range(confirmed if critical == "effect" else 0):
        yield from call(_chart, blow, key=f"chart {number + 1}")
    yield from _tell(table, blow, rolled, dealt, critical)
    yield from lose_wounds(table, blow.target, dealt)
    by_roll = switches_of(table.now).unarmed_fatigue_basis == "rolled"
    felt = rolled.damage if by_roll else dealt
    if blow.unarmed and felt > 0 and felt >= blow.tb:
        yield from tire(table, blow.target)


def _confirm(table: Table, blow: Blow, confirmed: int) -> Procedure[int]:
    """Test the score of the attack again, bare of modifiers.

    Rules: PC-ATK-14
    """
    assert blow.confirm is not None
    read = reading(switches_of(table.now), blow.confirm, degrees=False)
    label = _("Confirming the critical hit on {name}")
    tested = yield from roll(
        "1d100",
        read,
        key="confirm",
        owner=blow.attacker,
        label=label.format(name=table.now[blow.target].name),
        needed=needed_words(blow.confirm),
    )
    guarded = table.now[blow.target].has_effect("guard_mode")
    words = _("Guard Mode {n}").format(n=GUARD_MODE) if guarded else ""
    step = Step(label=_("Bare score"), rule_id="PC-ATK-14", after=blow.confirm, source=words)
    yield from say(
        table,
        _("{who} confirms a critical hit"),
        who=blow.attacker,
        steps=(step, *roll_step(table, "confirm")),
        result=_("confirmed") if tested.success else _("not confirmed"),
    )
    return confirmed + tested.success


def _chart(table: Table, blow: Blow) -> Procedure[None]:
    """Roll for a row of the Lethal Damage chart and tell the GM's own words for it.

    Rules: PC-ATK-15
    """
    chart = settings_of(table.now).lethal_chart
    label = _("Row of the Lethal Damage chart for {name}")
    row = yield from roll(
        f"1d{_CHART_ROWS}",
        sum,
        key="row",
        owner=blow.attacker,
        label=label.format(name=table.now[blow.target].name),
        meanings=tuple(
            chart.get(str(n), "") or _("row {n}").format(n=n) for n in range(1, _CHART_ROWS + 1)
        ),
    )
    words = chart.get(str(row), "")
    yield from say(
        table,
        _("{target} suffers row {n} of the Lethal Damage chart"),
        target=blow.target,
        n=row,
        steps=(Step(label=_("Row"), rule_id="PC-ATK-15", after=row, faces=table.faces("row")),),
        result=words or str(row),
        tone="harm",
    )


def _tell_of_thing(table: Table, blow: Blow, rolled: DamageSum) -> Procedure[None]:
    """Tell what hits a thing: whoever has it loses nothing, and the GM says what becomes of it.

    Rules: PC-ACT-04
    """
    what = Step(label=_("What becomes of it"), rule_id="PC-ACT-04", after=_("as the GM says"))
    yield from say(
        table,
        _("{target}: a thing is hit"),
        target=blow.target,
        lines=rolled.lines,
        total=rolled.damage,
        steps=(*rolled.dice, what),
        result=_("{n} damage").format(n=rolled.damage),
    )


def _tell(
    table: Table, blow: Blow, rolled: DamageSum, dealt: int, critical: str
) -> Procedure[None]:
    if table.rehearsal:
        return
    armour = max(0, blow.ap - blow.pen)
    words = _("TB {tb} and {ap} of {full} AP").format(tb=blow.tb, ap=armour, full=blow.ap)
    if blow.place:
        words = _("{words}, those of: {place}").format(words=words, place=blow.place)
    steps = (
        *rolled.dice,
        Step(label=_("Soak"), rule_id="PC-ATK-17", after=blow.soak, source=words),
        Step(
            label=_("Past the soak"),
            rule_id="PC-ATK-18",
            before=rolled.damage,
            after=max(0, rolled.damage - blow.soak),
        ),
        Step(label=_("Critical"), rule_id="PC-ATK-14", after=critical),
        Step(label=_("Wounds"), rule_id="PC-ATK-19", after=dealt),
    )
    results = {
        "one_point": _("critical: 1 point"),
        "": _("negated") if rolled.damage < blow.soak else f"\u2212{dealt}",
    }
    yield from say(
        table,
        _("{target} is hit"),
        target=blow.target,
        lines=rolled.lines,
        total=rolled.damage,
        steps=tuple(step for step in steps if step.after != ""),
        result=results.get(critical, f"\u2212{dealt}"),
        tone="harm" if dealt else "quiet",
        befell=blow.target,
    )


def deal_unarmed_damage(table: Table, blow: tuple[str, str, PercentileWeapon]) -> Procedure[None]:
    """Deal the damage of bare hands or a natural weapon without an attack, and one Fatigue.

    No degrees, no critical; Fatigue is one level in all.

    Rules: PC-ACT-14, PC-GRP-02, PC-UNA-02
    """
    who, target, weapon = blow
    bare = bare_blow(table.now, who, target, weapon)
    rolled = yield from damage_roll(table, bare)
    yield from suffer(table, bare, rolled)
    if target in table.now:
        yield from tire(table, target)


def bare_blow(encounter: Encounter, who: str, target: str, weapon: PercentileWeapon) -> Blow:
    """Return what a weapon of the body does without an attack test.

    Rules: PC-UNA-02, PC-ATK-17
    """
    dice, meets = weapon.damage, sheet_of(encounter[target])
    return Blow(
        who,
        target,
        weapon.title,
        dice.count,
        dice.sides,
        dice.flat,
        bonus(encounter, who, "sb") if weapon.add_sb else 0,
        weapon.pen,
        bonus(encounter, target, "tb"),
        meets.ap,
    )
