"""What the GM says of somebody: conditions, standing up, a jam that is cleared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, get_args

from frozendict import frozendict

from gridwar.engine.kit import (
    Act,
    AskedCheck,
    Command,
    Number,
    NumberField,
    Passed,
    Procedure,
    Role,
    SheetEvent,
    Step,
    TicksField,
    Variant,
    _,
    emit,
    offer,
    only_if,
    plays,
    require,
    say,
)
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import interrupt_extended
from gridwar.systems.percentile.checks.d100_tests import Trial, check
from gridwar.systems.percentile.conditions import CONDITIONS, begin, end
from gridwar.systems.percentile.core.action_headings import GM
from gridwar.systems.percentile.core.fight_state import sheet_of, with_changed
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.core.sheet import PercentileSheet

MOST_MODIFIER: Final = 60
"""How far the GM makes a test easier, or harder."""


TestedScore = Literal[
    "ws",
    "bs",
    "s",
    "t",
    "ag",
    "acrobatics",
    "dodge",
    "parry",
    "point_defend",
    "repel_boarders",
    "pinning",
]
TESTED: Final[tuple[TestedScore, ...]] = get_args(TestedScore)


class ScoreTest(Act):
    """Test a score at the GM's word: whoever has the turn, and at no price."""

    score: TestedScore
    modifier: Annotated[Number, NumberField(_("Modifier"), -MOST_MODIFIER, MOST_MODIFIER)] = 0


@plays(ScoreTest)
def score_test(table: Table, command: ScoreTest) -> Procedure[Passed]:
    """Roll under a score, with what the GM adds to it.

    Rules: PC-TST-01, PC-TST-03
    """
    who, words = command.actor, SCORE_WORDS[command.score]
    tally = table.tally("test")
    tally.line("PC-TST-01", words, score(sheet_of(table.now[who]), command.score))
    tally.line("PC-TST-01", _("The GM's word"), command.modifier, source_id="gm")
    text = _("{name}: {score}").format(name=table.now[who].name, score=words)
    tested = yield from check(table, tally, Trial(who, "test", text, words))
    return Passed(tested.success)


def asked_checks(_encounter: Encounter, _who: tuple[str, ...]) -> tuple[AskedCheck, ...]:
    """Return the tests that the GM can ask of people.

    Rules: PC-TST-01
    """

    def asked(name: TestedScore) -> Callable[[str], ScoreTest]:
        return lambda one: ScoreTest(actor=one, score=name)

    return tuple(AskedCheck(name, SCORE_WORDS[name], asked(name)) for name in TESTED)


GmCondition = Literal["prone", "pinned", "stunned", "immobilised"]
GM_CONDITIONS: Final[tuple[GmCondition, ...]] = ("prone", "pinned", "stunned", "immobilised")
"""Conditions that the GM puts on and takes off; the others come and go with what is done."""


def _as_they_are(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    now = frozenset(one for one in GM_CONDITIONS if encounter[who].has_effect(one))
    return (Variant(fields=frozendict(conditions=now)),)


@offer(
    _("Conditions"),
    icon="circle-dot",
    group=GM,
    role=Role.OTHER,
    about="who",
    each=_as_they_are,
    prepared=True,
    note=_("prone, pinned, stunned, immobilised"),
)
class SetConditions(Command):
    """Say which of the conditions that the GM gives are on somebody."""

    who: str
    conditions: Annotated[
        frozenset[GmCondition],
        TicksField(_("Has"), {one: CONDITIONS[one].title for one in GM_CONDITIONS}),
    ] = frozenset()


@plays(SetConditions)
def set_conditions(table: Table, command: SetConditions) -> Procedure[None]:
    """Put conditions on somebody at the GM's word, and take the others off.

    Rules: PC-ECO-06, PC-ECO-07
    """
    who, wanted = command.who, command.conditions
    now = {one for one in GM_CONDITIONS if table.now[who].has_effect(one)}
    for one in GM_CONDITIONS:
        if one in wanted and one not in now:
            yield from begin(table, who, one)
        elif one in now and one not in wanted:
            yield from end(table, who, one)
            text = _("{who} is no longer {condition}")
            kind = CONDITIONS[one]
            step = Step(label=_("The GM's word"), rule_id=kind.rule_id, after=_("over"))
            yield from say(table, text, who=who, condition=kind.title, steps=(step,))
    if "stunned" in wanted and "stunned" not in now:
        yield from interrupt_extended(table, who)


@offer(
    _("Stands up"),
    icon="stance-standing",
    group=GM,
    role=Role.OTHER,
    about="who",
    each=only_if(lambda encounter, who: encounter[who].has_effect("prone")),
)
class StandUp(Command):
    """Let somebody prone stand up (the GM's word: no rule prices it outside a grapple)."""

    who: str


@plays(StandUp)
def stand_up(table: Table, command: StandUp) -> Procedure[None]:
    """Let somebody prone stand up at the GM's word, who also says what it costs.

    Rules: PC-ACT-14
    """
    who = command.who
    text = _("{who} is not prone.")
    prone = table.now[who].has_effect("prone")
    yield from require(prone, "not_prone", text, "PC-ACT-14", waivable=False, who=who)
    yield from end(table, who, "prone")
    price = Step(label=_("Price"), rule_id="PC-ACT-14", after=_("as the GM says"))
    yield from say(table, _("{who} stands up"), who=who, steps=(price,))


class JamCleared(SheetEvent):
    """A weapon fires again."""

    weapon: str

    def on(self, sheet: PercentileSheet) -> PercentileSheet:
        """Take the mark off."""
        weapons = with_changed(sheet.weapons, "id", self.weapon, jammed=False)
        return sheet.replace(weapons=weapons)


def _jammed(encounter: Encounter, who: str) -> Iterator[Variant]:
    for weapon in sheet_of(encounter[who]).weapons:
        if weapon.jammed:
            yield Variant(weapon.id, frozendict(weapon=weapon.id), frozendict(weapon=weapon.title))


@offer(
    _("Clear the jam: {weapon}"),
    icon="wrench",
    group=GM,
    role=Role.OTHER,
    about="who",
    each=_jammed,
)
class ClearJam(Command):
    """Let a weapon that jammed fire again (the GM's word)."""

    who: str
    weapon: str


@plays(ClearJam)
def clear_jam(table: Table, command: ClearJam) -> Procedure[None]:
    """Take the mark of a jam off at the GM's word.

    Rules: PC-ACT-02
    """
    yield from emit(JamCleared(who=command.who, weapon=command.weapon))
    weapon = weapon_of(table.now[command.who], command.weapon)
    name = command.weapon if weapon is None else weapon.title
    steps = (Step(label=_("Jammed"), rule_id="PC-ACT-02", before=_("yes"), after=_("no")),)
    text = _("{who} clears the jam of the {weapon}")
    yield from say(table, text, who=command.who, weapon=name, steps=steps)
