"""Step 4: who knows of whom, the groups' checks, and who acts in a surprise round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    CombatantId,
    Command,
    FormNumber,
    Option,
    Procedure,
    Role,
    Step,
    Table,
    choose,
    choose_numbers,
    emit,
    must_exist,
    offer,
    only_if,
    plays,
    require,
    say,
)
from gridwar.engine.perception.awareness import sides_that_perceive_no_enemy
from gridwar.systems.fluid.core.action_headings import STEPS
from gridwar.systems.fluid.core.fight_state import (
    Awareness,
    GroupCheck,
    PhaseBegan,
    SurpriseSettled,
    side_words,
    stands,
    state_of,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.core.sheet_events import PartSettled
from gridwar.systems.fluid.positions.deployment_and_separation import members, sides_present
from gridwar.systems.fluid.turns.turn_order import order_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.core.house_rules_and_settings import FluidSwitches

MOST_RESULT = 200


@offer(_("Settle the surprise round"), icon="ear-off", group=STEPS, role=Role.OTHER)
class SettleSurprise(Command):
    """Say who knows of whom, and what the groups' checks made."""

    awareness: Awareness | None = None
    """Asked where it is left out."""
    checks: tuple[GroupCheck, ...] = ()
    """Asked where they are left out and count."""
    absent: tuple[CombatantId, ...] = ()
    """Who does not take part in the check of the group."""


@plays(SettleSurprise)
def settle_surprise(table: Table, command: SettleSurprise) -> Procedure[None]:
    """Settle whether there is a surprise round, and who acts in it.

    Rules: FL-SEQ-01, FL-SUR-01, FL-SUR-02, FL-SUR-03, FL-SUR-04, FL-SUR-06, FL-SUR-08
    """
    phase = state_of(table.now).phase
    text = _("Surprise is settled after Initiative, before the first round.")
    early = phase in ("initiative", "surprise") and not table.now.round
    yield from require(early, "surprise_done", text, "FL-SEQ-01")
    awareness = command.awareness
    if awareness is None:
        awareness = yield from _ask_awareness(table)
    if awareness == "all":
        yield from emit(SurpriseSettled("all", (), (), ()), PhaseBegan(phase="surprise"))
        step = Step(label=_("All groups know of each other"), rule_id="FL-SUR-04")
        text = _("No surprise round is possible")
        yield from say(table, text, tone="plain", steps=(step,))
        return
    yield from emit(*(PartSettled(who=who, value=False) for who in command.absent))
    checks, winners = command.checks, None
    if checks:
        winners = winning(awareness, checks, switches_of(table.now))
    attempt = 0
    while winners is None:
        attempt += 1
        checks = yield from _ask_checks(table, awareness, attempt)
        winners = winning(awareness, checks, switches_of(table.now))
    may = [
        one.id
        for one in table.now.everyone()
        if one.side in winners and _is_eligible(table.now, one.id)
    ]
    order = yield from order_of(table, may)
    yield from emit(SurpriseSettled(awareness, checks, winners, order))
    yield from emit(PhaseBegan(phase="surprise"))
    yield from _told(table, awareness, checks, winners, order)


def _is_eligible(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody may act in a surprise round that the group has won.

    Rules: FL-SUR-06
    """
    fight = fight_of(encounter, who)
    return stands(encounter, who) and fight.takes_part and fight.count is not None


def winning(
    awareness: Awareness, checks: Iterable[GroupCheck], switches: FluidSwitches
) -> tuple[str, ...] | None:
    """Return the sides that act in a surprise round, as listed; None where all check again.

    Rules: FL-SUR-02, FL-SUR-03
    """
    listed = tuple(checks)
    if awareness == "some":
        return tuple(one.side for one in listed if one.acting and _beats(one, listed, switches))
    best = max((one.result for one in listed), default=0)
    top = tuple(one.side for one in listed if one.result == best)
    if len(top) <= 1 or switches.surprise_tie == "all_tied_act":
        return top
    return None if switches.surprise_tie == "reroll" else ()


def _beats(own: GroupCheck, listed: tuple[GroupCheck, ...], switches: FluidSwitches) -> bool:
    """Tell whether an acting group wins; a tie is not a win.

    It has to beat the groups that do not act; where all of them act, all others.

    Rules: FL-SUR-03
    """
    everybody = switches.several_acting == "vs_everyone"
    everybody = everybody or all(one.acting for one in listed)
    others = [one for one in listed if one is not own and (everybody or not one.acting)]
    return all(own.result > one.result for one in others)


def _ask_awareness(table: Table) -> Procedure[Awareness]:
    """Let the game master say who knows of whom.

    Rules: FL-SUR-01
    """
    options = (
        Option("all", _("All know"), effect=_("no surprise round")),
        Option("some", _("Some know"), effect=_("an ambush: who acts has to win")),
        Option("none", _("Nobody knows"), effect=_("the highest check acts first")),
    )
    chosen = yield from choose(
        table,
        _("Do the groups know of each other?"),
        options,
        "FL-SUR-01",
        key="awareness",
        whom=None,
        default="all",
        info=_proposed_awareness(table.now),
    )
    known: Mapping[str, Awareness] = {"all": "all", "some": "some", "none": "none"}
    return known[chosen]


def _proposed_awareness(encounter: Encounter) -> str:
    """Return what is proposed by what the groups perceive, with the reason; empty for nothing.

    Rules: FL-SUR-01
    """
    sides = sides_present(encounter)
    unaware = sides_that_perceive_no_enemy(encounter)
    blind = [side for side in sides if side in unaware]
    if not blind:
        return ""
    title = _("Nobody knows") if len(blind) == len(sides) else _("Some know")
    reasons = (f"{side_words(encounter, side)}: {unaware[side]}" for side in blind)
    text = _("Proposed by what they perceive: {title}. {reasons}")
    return text.format(title=title, reasons="; ".join(reasons))


def _ask_checks(
    table: Table, awareness: Awareness, attempt: int
) -> Procedure[tuple[GroupCheck, ...]]:
    """Ask what each group's check made, by which skill, who acts and who takes part.

    Rules: FL-SUR-03, FL-SUR-05, FL-SUR-06
    """
    sides, fields = sides_present(table.now), list[FormNumber]()
    for side in sides:
        name = side_words(table.now, side)
        label = _("{side}: result")
        fields.append(
            FormNumber(
                f"result of {side}",
                label.format(side=name),
                -MOST_RESULT,
                MOST_RESULT,
                is_open=True,
            )
        )
        label = _("{side}: Blend/Stealth (else Sneak/Hide)")
        fields.append(FormNumber(f"blend of {side}", label.format(side=name), 0, 1, yes_no=True))
        if awareness == "some":
            is_first = int(side == sides[0])
            label = _("{side}: acting group").format(side=name)
            fields.append(FormNumber(f"acting of {side}", label, 0, 1, is_first, yes_no=True))
    people = [one.id for side in sides for one in members(table.now, side)]
    for who in people:
        label = _("{name} takes part").format(name=table.now[who].name)
        part = int(fight_of(table.now, who).takes_part)
        fields.append(FormNumber(f"part of {who}", label, 0, 1, part, yes_no=True))
    given = yield from choose_numbers(
        table,
        _("What did the groups' checks make?"),
        fields,
        "FL-SUR-05",
        "FL-SUR-06",
        key=f"checks {attempt}",
        whom=None,
        info=_("Final results, all modifiers of the skill included."),
    )
    for who in people:
        part = bool(given[f"part of {who}"])
        if part != fight_of(table.now, who).takes_part:
            yield from emit(PartSettled(who=who, value=part))
    return tuple(
        GroupCheck(
            side=side,
            result=given[f"result of {side}"],
            kind="blend_stealth" if given[f"blend of {side}"] else "sneak_hide",
            acting=bool(given.get(f"acting of {side}", 0)),
        )
        for side in sides
    )


def _told(
    table: Table,
    awareness: Awareness,
    checks: tuple[GroupCheck, ...],
    winners: tuple[str, ...],
    order: tuple[str, ...],
) -> Procedure[None]:
    """Write into the log who beat whom, and who acts.

    Rules: FL-SUR-05
    """
    rule = "FL-SUR-03" if awareness == "some" else "FL-SUR-02"
    kinds = {"blend_stealth": _("Blend/Stealth"), "sneak_hide": _("Sneak/Hide")}
    steps = [
        Step(
            label=_("{side}, {kind}{acting}").format(
                side=side_words(table.now, one.side),
                kind=kinds[one.kind],
                acting=_(", acting group") if one.acting else "",
            ),
            rule_id=rule,
            after=one.result,
        )
        for one in checks
    ]
    steps += [Step(label=table.now[who].name, rule_id="FL-SUR-08") for who in order]
    text = _("A surprise round") if winners and order else _("No surprise round")
    yield from say(table, text, tone="good" if order else "plain", steps=tuple(steps))


@offer(
    _("Takes part in the group's check, or not"),
    icon="eye-off",
    group=STEPS,
    role=Role.OTHER,
    about="target",
    each=only_if(lambda now, _who: not now.round and state_of(now).phase != "surprise"),
)
class ChangePart(Command):
    """Let somebody take part in the check of the group, or not."""

    target: str


@plays(ChangePart)
def change_part(table: Table, command: ChangePart) -> Procedure[None]:
    """Change whether somebody takes part in the check before the surprise round.

    Rules: FL-SUR-06
    """
    who = command.target
    yield from must_exist(table, who)
    part = not fight_of(table.now, who).takes_part
    yield from emit(PartSettled(who=who, value=part))
    text = _("{who} takes part in the group's check")
    absent = _("{who} does not take part in the group's check")
    step = Step(label=_("Takes part") if part else _("Does not"), rule_id="FL-SUR-06")
    yield from say(table, text if part else absent, who=who, steps=(step,))
