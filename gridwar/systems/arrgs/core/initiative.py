"""The order of a round: Initiative as it is rolled, ties, and who comes when."""

from __future__ import annotations

from msgspec.structs import replace

from gridwar.dice.dice_notation import parse
from gridwar.engine.kit import (
    Combatant,
    Encounter,
    Procedure,
    Roll,
    SheetEvent,
    Slot,
    Step,
    Table,
    adds,
    emit,
    numbers_by_hand,
    roll_all,
    say,
)
from gridwar.systems.arrgs.core.sheet import cannot_act, has, sheet_of, state_of, switches_of
from gridwar.text import _


def rank(encounter: Encounter, one: Combatant) -> tuple[int, int, int]:
    """Return what a combatant's place goes by: Initiative, Agility, the die between equals."""
    sheet = sheet_of(one)
    by_hand = switches_of(encounter).initiative_tiebreak == "gm"
    return -sheet.initiative, 0 if by_hand else -sheet.agility_score, -sheet.tie_roll


def tie_words(encounter: Encounter, who: str) -> str:
    """Return what decides between somebody and others of the same Initiative; empty without any.

    Rules: AR-STR-02
    """
    own, by_hand = sheet_of(encounter[who]), switches_of(encounter).initiative_tiebreak == "gm"
    others = [sheet_of(one) for one in encounter.everyone() if one.id != who]
    equals = [one for one in others if one.initiative == own.initiative]
    if not equals:
        return ""
    agility = _("Agility {n}").format(n=own.agility_score)
    if not by_hand and all(one.agility_score != own.agility_score for one in equals):
        return agility
    die = _("die {n}").format(n=own.tie_roll) if own.tie_roll else _("as listed")
    return die if by_hand else f"{agility}, {die}"


def initiative_order(encounter: Encounter) -> tuple[str, ...]:
    """Return everybody, first to last; negative Initiative acts after 0 or not at all.

    Rules: AR-STR-02
    """
    skip = switches_of(encounter).initiative_below_zero == "skip"
    inside = (one for one in encounter.everyone() if not (skip and sheet_of(one).initiative < 0))
    return tuple(one.id for one in sorted(inside, key=lambda one: rank(encounter, one)))


def dragged(encounter: Encounter, who: str, before: str) -> tuple[tuple[str, int], ...]:
    """Return the Initiatives by which somebody comes where the GM dragged them.

    Rules: AR-STR-02
    """
    ids = initiative_order(encounter)
    if who not in ids:
        return ()

    def precedes(a: str, initiative_a: int, b: str, initiative_b: int) -> bool:
        ties = [rank(encounter, encounter[one])[1:] for one in (a, b)]
        return (-initiative_a, *ties[0]) < (-initiative_b, *ties[1])

    numbers = {one: sheet_of(encounter[one]).initiative for one in ids}
    return tuple(numbers_by_hand(numbers, who, before, precedes).items())


def tied(encounter: Encounter) -> tuple[str, ...]:
    """Return those whose place only a die can decide, and who have not rolled it.

    Rules: AR-STR-02
    """
    if switches_of(encounter).initiative_tiebreak == "gm":
        return ()
    places = {one.id: rank(encounter, one) for one in encounter.everyone()}
    return tuple(
        who
        for who, place in places.items()
        if place[2] == 0 and sum(other == place for other in places.values()) > 1
    )


def slots_of(encounter: Encounter) -> tuple[Slot, ...]:
    """By Initiative; paused turns stand at their slot once more, the dead at the end.

    Rules: AR-STR-02, AR-STR-05
    """
    state = state_of(encounter)
    dead = [one.id for one in encounter.everyone() if has(one, "dead")]
    places = [
        (-sheet_of(encounter[who]).initiative, _slot(encounter, who))
        for who in initiative_order(encounter)
        if who not in dead
    ]
    places += [
        (-slot, Slot((who,), str(slot), "delaying", rule_id="AR-STR-05"))
        for who, slot in state.paused.items()
        if who not in dead
    ]
    inside = tuple(slot for _place, slot in sorted(places, key=lambda place: place[0]))
    acting = set(initiative_order(encounter))
    skipped = [one.id for one in encounter.everyone() if one.id not in acting]
    out = (*skipped, *(who for who in dead if who not in skipped))
    return (*inside, *(Slot((who,), "", "out", rule_id="AR-STR-02") for who in out))


def _slot(encounter: Encounter, who: str) -> Slot:
    one, acted = encounter[who], who in state_of(encounter).acted
    slot = Slot((who,), str(sheet_of(one).initiative), rule_id="AR-STR-02")
    if who == encounter.turn:
        return replace(slot, state="turn")
    if cannot_act(one):
        return replace(slot, state="out")
    return replace(slot, state="acted" if acted else "waiting")


@adds("initiative", of="initiative")
@adds("tie_roll", of="tie")
class InitiativeRolled(SheetEvent):
    """Initiative, or the die between equals, was rolled; by how much each changes."""

    initiative: int = 0
    tie: int = 0


def settle_initiative(table: Table, people: tuple[str, ...]) -> Procedure[None]:
    """Roll the Initiative of some people where the house rules have it rolled, and all ties.

    Rules: AR-STR-02
    """
    if switches_of(table.now).initiative_source == "roll":
        leaders = {one: next(who for who in people if _together(table, who, one)) for one in people}
        rollers = tuple(dict.fromkeys(leaders.values()))
        label = _("Initiative")
        dice = tuple(Roll(parse("1d20"), sum, f"initiative of {w}", w, label) for w in rollers)
        rolled = dict(zip(rollers, (yield from roll_all(dice)), strict=True))
        for who in people:
            sheet, face = sheet_of(table.now[who]), rolled[leaders[who]]
            bonus = sheet.mods.get("initiative", 0)
            total = face + bonus
            yield from emit(InitiativeRolled(who=who, initiative=total - sheet.initiative))
            steps = (
                Step(label=_("Bonus"), rule_id="AR-STR-02", after=bonus),
                Step(label=_("Initiative"), rule_id="AR-STR-02", after=total, faces=(face,)),
            )
            text, result = _("{who} rolls Initiative"), str(total)
            yield from say(table, text, who=who, result=result, steps=steps)
    equal = tied(table.now)
    label, needed = _("Initiative, a tie"), _("higher than the others")
    dice = tuple(Roll(parse("1d20"), sum, f"tie of {w}", w, label, needed) for w in equal)
    ties = yield from roll_all(dice)
    for who, die in zip(equal, ties, strict=True):
        yield from emit(InitiativeRolled(who=who, tie=die))
        step = Step(label=_("A tie"), rule_id="AR-STR-02", after=die, faces=(die,))
        yield from say(table, _("{who} rolls to break the tie"), who=who, steps=(step,))


def _together(table: Table, who: str, other: str) -> bool:
    group = table.now[who].group
    return who == other or (bool(group) and group == table.now[other].group)
