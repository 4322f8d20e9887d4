"""Rich made-up records for looking at popovers and for testing them."""

from __future__ import annotations

from typing import get_args

from frozendict import frozendict

from gridwar.control.records.form_records import FieldKind, FieldView, FormView, TableValue
from gridwar.control.records.panel_records import Choice, TokenBit
from gridwar.control.records.popover_records import (
    AmendView,
    AnswerColumn,
    AskView,
    AttackView,
    BarPart,
    ConditionRow,
    DiceMode,
    DiceView,
    DiceWantedView,
    EffectView,
    OutcomeView,
    QuestionView,
    SideSum,
    StandingView,
)
from gridwar.engine.kit.command_draft import StageFigure
from gridwar.model.combatant import EffectEnd, TimedEffect
from gridwar.model.question_and_refusal import FormNumber, Option, Refusal
from gridwar.model.trace import Line
from tests.ui.panel_samples import KELL, MARA, STAGES

HILL = (1, 2, 4, 7, 11, 15, 19, 22, 24, 23, 21, 18, 15, 11, 8, 5, 3, 2, 1)


def hill(share: float, first: int, nothing: float) -> tuple[tuple[int, float], ...]:
    """Return a distribution like a hill that begins at a value, with a chance of nothing."""
    whole = sum(HILL)
    bars = tuple((first + n, share * part / whole) for n, part in enumerate(HILL))
    return ((0, nothing), *bars)


def line(key: str, label: str, value: int, source: str, rule_id: str, *, off: bool = False) -> Line:
    """Return a modifier."""
    return Line(key=key, label=label, value=value, source=source, rule_id=rule_id, off=off)


LINES = (
    line("skill", "Rifle skill 2", 2, "Mara Voss", "CE-CORE-04"),
    line("dex", "Dexterity 9", 1, "Mara Voss", "CE-CORE-03"),
    line("range", "Short range, rifle", 0, "6 squares", "CE-RNG-03"),
    line("aim", "Aimed for 2 actions", 2, "unbroken since round 2", "CE-MIN-02"),
    line("cover", "Half cover, hard", -1, "stone idol at I 11", "CE-COV-01"),
    line("smoke", "Smoke", -2, "2 squares on the line", "CE-ENV-02"),
    line("dodge", "Dodge", -1, "replaced by −2 in cover", "CE-REA-03", off=True),
    line("fast", "Kell moves fast", 0, "9 m this turn, under 10", "CE-SIG-10", off=True),
)

COLUMNS = (
    AnswerColumn(
        "none",
        "No reaction",
        "83 %",
        "hit",
        "",
        hill(0.83, 1, 0.17),
        9,
        14,
        "puts Kell down 10 %",
        chosen=True,
    ),
    AnswerColumn(
        "dodge",
        "Dodge",
        "58 %",
        "hit",
        "",
        hill(0.58, 0, 0.42),
        8,
        14,
        "puts Kell down 3 %",
    ),
    AnswerColumn("parry", "Parry", enabled=False, why_not="Only against melee"),
)

ARRIVING = (
    StageFigure("30", "built"),
    StageFigure("30", "past shields"),
    StageFigure("\u00bd", "armour, drive 24"),
    StageFigure("15", "arrives", tone="harm"),
    StageFigure("25", "until out"),
)

ATTACK = AttackView(
    "Mara Voss shoots at Kell",
    MARA,
    KELL,
    "Rifle, single shot  ·  6 squares, 9 m  ·  one significant action",
    ways=(Choice("rifle", "Rifle"), Choice("blade", "Blade")),
    way="rifle",
    lines=tuple(one for one in LINES if one.value),
    idle=tuple(one for one in LINES if not one.value),
    changed=frozenset({"smoke"}),
    total="+3",
    needs="Hits on 5 or more with 2D6",
    needs_note="target 8",
    answers_title="If Kell answers with",
    answers_note="damage after armour 4",
    answers=COLUMNS,
    arrives_note="of the 12 Kell has left",
    arrives=(
        StageFigure("3D6", "built"),
        StageFigure("\u22124", "armour"),
        StageFigure("6", "arrives, middle of a hit", tone="harm"),
        StageFigure("6", "left then"),
    ),
    dice=DiceView(2, 6, DiceMode.TYPED, (5,), "needs a sum of 5"),
    primary="Ask, then roll",
)

STAGED = AttackView(
    "Mara Voss shoots at Kell",
    MARA,
    KELL,
    "Three bolts and a flame  \u00b7  12 squares",
    lines=LINES[:2],
    total="45",
    needs="evades with 45 or less",
    bar=(
        BarPart("evaded", 0.30, "30 %", "1 to 30", 0),
        BarPart("hit", 0.55, "55 %", "31 to 85", 1),
        BarPart("critical hit", 0.15, "15 %", "86 to 100", 2),
    ),
    decides="Kell evades with 30 or less on 1D100",
    decides_rule="DR-CRT-01",
    likely_note="one die decides",
    primary="Roll",
    dice=DiceView(1, 100, title="Kell's die"),
    outcomes=(
        OutcomeView("evaded", "30 %", ("Kell defends evaded",), title="Evaded"),
        OutcomeView(
            "hit", "55 %", ("Kell defends hit", "Kell loses 23"), (STAGES,), "Hit", ARRIVING
        ),
        OutcomeView("critical hit", "15 %", ("Kell defends",), (STAGES,), "Critical hit", ARRIVING),
    ),
)

OPPOSED = AttackView(
    "Mara Voss at Kell",
    MARA,
    KELL,
    "Grapple",
    total="+3",
    needs="a higher Effect than Kell's",
    sides=(
        SideSum("Mara Voss", LINES[:2], "+3", MARA),
        SideSum("Kell", LINES[2:4], "+1", KELL),
    ),
    bar=(
        BarPart("Mara Voss wins", 0.62, "62 %", severity=1),
        BarPart("Kell holds", 0.38, "38 %"),
    ),
    likely_note="both roll 2D6",
    dice=DiceView(2, 6),
    primary="Roll",
)

AMENDED = AttackView(
    "Mara Voss shoots at Kell",
    MARA,
    KELL,
    "Change what was done",
    lines=LINES[:2],
    total="+3",
    needs="Hits on 5 or more with 2D6",
    amend=AmendView(
        (Choice("", "as it fell"), Choice("miss", "miss"), Choice("hit", "hit")),
        "hit",
        "7",
        "Kell loses",
        999,
    ),
    dice=DiceView(2, 6, DiceMode.FELL, (2, 1)),
    primary="Change it, same dice",
)

TROUBLED = AttackView(
    "Mara Voss strikes at Guard with the long name",
    MARA,
    TokenBit("G2", 4),
    "Blade  ·  4 squares away",
    lines=LINES[:2],
    total="+3",
    needs="Hits on 5 or more with 1D20",
    answers=(
        AnswerColumn("a", "No reaction", "83 %", "hit", chosen=True),
        AnswerColumn("b", "Dodge", "58 %", "hit"),
        AnswerColumn("c", "Parry", "42 %", "hit", "skill 1  CE-REA-04"),
        AnswerColumn("d", "Dive", enabled=False, why_not="Nowhere to dive"),
    ),
    dice=DiceView(1, 20, DiceMode.ROLLED, (), "needs 5"),
    primary="Roll",
    problem=Refusal("reach", "4 squares away: the blade reaches 1.", ("CE-RNG-03",)),
    working=True,
)

REACTION = QuestionView(
    "q1",
    "Kell",
    "How does Kell react?",
    "Mara Voss shoots at Kell with a rifle: hits on 5 or more. Kell is in half cover behind the "
    "stone idol.",
    KELL,
    options=(
        Option("none", "Nothing", "free", "Mara hits on 5, 83 %"),
        Option("dodge", "Dodge", "−2 Initiative, −1 on checks", "Mara hits on 7, 58 %"),
        Option("parry", "Parry", "", "", enabled=False, why_not="Only against melee"),
    ),
    standing=(
        StandingView("kell", "Kell", "ask"),
        StandingView("side", "all of the Guard", "never"),
    ),
    rule_ids=("CE-SIG-03", "CE-REA-03"),
)

SPLIT = QuestionView(
    "q2",
    "Brannoch",
    "Where do 7 points go?",
    "Later wounds are split over the three physical characteristics.",
    TokenBit("Br", 0),
    numbers=(
        FormNumber("str", "Strength", 0, 7, 4),
        FormNumber("dex", "Dexterity", 0, 4, 2),
        FormNumber("end", "Endurance", 0, 0, 0),
    ),
    numbers_sum=7,
    rule_ids=("CE-DMG-06",),
)

ROUND_END = QuestionView(
    "q3",
    "GM",
    "What comes through",
    "Each stage with its rule.",
    options=(Option("yes", "Go on"), Option("no", "Wait")),
    tables=(STAGES,),
)

ASK_ONE = AskView("Mara Voss shoots at Kell", (REACTION,), pass_label="Pass all")
ASK_ALL = AskView(
    "Blasting charge at N 9",
    (SPLIT, REACTION),
    (
        DiceWantedView(
            "d1",
            "Mara Voss",
            "Damage",
            "3D6",
            DiceView(3, 6, DiceMode.TYPED, (2, 4), "plus Effect 4"),
            MARA,
        ),
        DiceWantedView(
            "d2",
            "Kell",
            "Dive for cover",
            "1D20",
            DiceView(1, 20, DiceMode.TYPED, (), "11 or more"),
            KELL,
        ),
    ),
    "Pass all",
)
ASK_TABLE = AskView("Mara Voss shoots at Kell", (ROUND_END,))
DICE_ONLY = AskView("Mara Voss shoots at Kell", (), ASK_ALL.dice)

EFFECT = EffectView(
    "Effect on Kell and Guard 1",
    ("kell", "guard-1"),
    (Choice("mara", "Mara Voss"), Choice("kell", "Kell")),
    (
        ConditionRow(
            "prone", "Prone", "bed", "Gets up with a move", "XX-CND-08", section="Of the rules"
        ),
        ConditionRow(
            "guard",
            "Guard: attacks -20",
            "shield",
            "Attacks meet it at -20",
            section="Of the rules",
        ),
        ConditionRow("", "Blinded", section="Without a rule"),
    ),
    tuple(
        Choice(one, one)
        for one in ("circle-dot", "flame", "zap", "droplets", "eye-off", "shield", "skull")
    ),
    tuple(Choice(one, f"until {one}") for one in get_args(EffectEnd)),
    TimedEffect(
        id="burning",
        name="Burning",
        badge="flame",
        numbers=frozendict(points=3),
        note="1D6 at the start of each turn",
        ends="turn_start",
        whose="kell",
        rounds_left=2,
    ),
    "Set the effect",
)

FORM = FormView(
    "Rifle",
    "Weapon of Mara Voss",
    (
        FieldView("name", "Name", FieldKind.TEXT, "Rifle"),
        FieldView("dice", "Damage", FieldKind.TEXT, "3D66", error="Not dice.", suggestion="3D6"),
        FieldView("bonus", "Bonus", FieldKind.INT, "0", minimum=-9, maximum=9, half=True),
        FieldView("mag", "Magazine", FieldKind.INT, "30", minimum=0, maximum=200, hint="shots"),
        FieldView(
            "type",
            "Range",
            FieldKind.CHOICE,
            "rifle",
            (Choice("rifle", "Rifle"), Choice("pistol", "Pistol")),
            rule_id="CE-RNG-03",
        ),
        FieldView(
            "auto",
            "Fires bursts",
            FieldKind.FLAG,
            True,
            hint="House rule: counts as two actions",
            rule_id="CE-AUT-01",
            group="Modes",
        ),
        FieldView(
            "bands",
            "Bands",
            FieldKind.TABLE,
            TableValue(("Band", "Squares", "DM"), (("Short", "8", "0"), ("Medium", "34", "−1"))),
        ),
        FieldView("note", "Note", FieldKind.LONG_TEXT, "Scope is cracked."),
    ),
    "Save",
)
