"""Rich made-up records for looking at panels and for testing them."""

from __future__ import annotations

from gridwar.control.records.action_list_records import (
    ActionChip,
    ActionLine,
    ActionsView,
    ChipsLine,
    FoldLine,
    HeadingLine,
    PipWords,
    VariantsLine,
)
from gridwar.control.records.log_records import LogBranch, LogEntry, LogLine
from gridwar.control.records.panel_records import (
    CardView,
    ChipView,
    IconBit,
    KeyHint,
    OrderRow,
    OrderView,
    StatusView,
    TokenBit,
    Tone,
    TopBarView,
    ValueRow,
    ValueTable,
)
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.card_order_and_flow import Badge, Card, Figure, Pip, PipKind, Pool
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.model.question_and_refusal import Refusal

MARA = TokenBit("Ma", 0)
KELL = TokenBit("Ke", 1)

ORDER = OrderView(
    (
        OrderRow("g1", "Guard 1", TokenBit("G1", 1), "11", 1.0, "19", acted=True),
        OrderRow(
            "mara",
            "Mara Voss",
            MARA,
            "9",
            0.91,
            "21/23",
            is_turn=True,
            selected=True,
        ),
        OrderRow(
            "kell",
            "Kell",
            KELL,
            "8",
            1.0,
            "20",
            badges=(Badge("shield-half", "in half cover"),),
            bracket="8",
        ),
        OrderRow("br", "Brannoch", TokenBit("Br", 0), "8", 0.81, "22/27", bracket="8"),
        OrderRow(
            "g2",
            "Guard with the long name",
            TokenBit("G2", 1),
            "5",
            0.5,
            "11",
            badges=(Badge("flame", "burning"), Badge("zap", "stunned")),
        ),
        OrderRow(
            "wick",
            "Wick Adderly",
            TokenBit("Wi", 0),
            "4",
            0.2,
            "5/21",
            badges=(Badge("flame", "burning"),),
            selected=True,
        ),
        OrderRow("dr", "Survey drone", TokenBit("Dr", 3), "2", 0.6, "6/10", hidden=True),
        OrderRow("boy", "Miller’s boy", TokenBit("Mb", 5), "4", 1.0, "18/18", section="Paused"),
        OrderRow(
            "c4",
            "Cultist 4",
            TokenBit("C4", 1, out=True),
            "",
            0.0,
            "dead",
            section="Out of action",
        ),
    ),
    "Next turn",
    "N",
)

CARD = CardView(
    "mara",
    "Mara Voss",
    "Scout, standing  ·  side: The Company",
    MARA,
    Card(
        pools=(Pool("endurance", "Endurance", 7, 9, "Endurance 7 of 9"),),
        figures=(
            Figure("Strength", "7", "Strength 7 of 7, DM 0"),
            Figure("Dexterity", "9", "Dexterity 9, DM +1"),
            Figure("Armour", "4", "Mesh vest  CE-DMG-03"),
            Figure("Initiative", "9", "2D6 8 + Dexterity 1"),
            Figure("Move", "6 m"),
            Figure("Reactions", "-2", "Two reactions this round"),
        ),
        pips=(
            Pip(PipKind.OWN, "Actions", 2, 3),
            Pip(PipKind.OTHERS, "Reactions", 1, 2),
            Pip(PipKind.OWN, "Shots", 22, 30),
        ),
    ),
    (
        ChipView("aim", "Aiming +2", "crosshair", Tone.GOOD),
        ChipView("wound", "Wounded", "wound", Tone.HARM, removable=False),
        ChipView("burning", "Burning 1D6, 2 rounds", "flame", Tone.WARN),
        ChipView("prone", "Prone", "stance-prone"),
        ChipView("radio", "Linked to Wick", "radio", Tone.INFO),
    ),
    ("Owes the innkeeper 40 credits; will not fire into the crowd.",),
)


OWN, SMALL, OTHERS = PipKind.OWN, PipKind.SMALL, PipKind.OTHERS
ACTIONS = ActionsView(
    (
        HeadingLine("Usual", pips=(PipWords(SMALL, "minor"), PipWords(OWN, "significant"))),
        ActionLine(
            "shoot",
            "Attack: Rifle",
            "crosshair",
            "attack #1",
            "22 of 30",
            (OWN,),
            "1",
            is_usual=True,
        ),
        ActionLine(
            "strike",
            "Strike: Blade",
            "sword",
            "attack #2",
            "out of reach",
            (OWN,),
            "2",
            "Nobody is within reach of the blade, CE-RNG-03",
            is_possible=False,
            is_usual=True,
        ),
        ActionLine(
            "move",
            "Move",
            "footprints",
            "move",
            "planned, 4 squares",
            (SMALL,),
            "3",
            chips=(ActionChip("swift", "Swift", "Swift: Move", price=(OTHERS,)),),
            is_usual=True,
        ),
        HeadingLine("Weapons", ("Weapons",)),
        ActionLine("reload", "Reload", "rotate-cw", "reload *", "22 of 30 left", (SMALL,), "4"),
        VariantsLine(
            "Draw",
            "hand",
            "draw *",
            (
                ActionChip("draw:dagger", "Dagger", "Draw Dagger"),
                ActionChip("draw:grenade", "Fragmentation grenade", "Draw Fragmentation grenade"),
            ),
            (SMALL,),
        ),
        HeadingLine("Checks", ("Checks",), price=(OWN,)),
        ChipsLine(
            (
                ActionChip("check:recon", "Recon", "Check: Recon", "+1"),
                ActionChip("check:zero", "Zero g", "Check: Zero g", "\u22121"),
            )
        ),
        FoldLine(
            "By the GM",
            "is hurt, is tired out",
            2,
            (
                ActionLine("suffer", "Is hurt", "heart-crack", "suffer"),
                ActionLine("tire", "Is tired out", "bed", "tire"),
            ),
            ("By the GM",),
        ),
        FoldLine(
            "Not now: Ram",
            "stands still",
            1,
            (ActionLine("ram", "Ram", "zap", is_possible=False),),
            key="still",
            rule_id="CE-VEH-07",
            said="The truck stands still; a ram needs at least one square, CE-VEH-07",
        ),
    ),
    "move",
)

STAGES = ValueTable(
    ("Bolts", "Bolts: drive", "Flame", "Flame: drive", "Shard, mixed", "Shard: drive"),
    (
        ValueRow("Built", ("40", "25", "30", "0", "22", "10"), "DR-MIX-01"),
        ValueRow("After low shields", ("28", "25", "18", "0", "22", "10"), "DR-SHD-03"),
        ValueRow("Delivered", ("28", "25", "18", "0", "22", "10"), "DR-CRT-01"),
        ValueRow(
            "After armour of the whole body", ("14", "", "18", "", "\u22123", ""), "DR-ARM-02"
        ),
        ValueRow("After modifiers", ("14", "", "9", "", "0", ""), "DR-RES-01"),
    ),
    "Stage",
)

STAGED = LogEntry(
    0,
    "Three shots at Ansa",
    "\u221223",
    Tone.HARM,
    (LogLine("Through the bubble, the pool and both resistances", "", "DR-SHD-03"),),
    tables=(STAGES,),
)

LOG = (
    LogEntry(1, "Round 3 begins", tone=Tone.QUIET, can_amend=False),
    LogEntry(
        2,
        "Guard 1 moves 4 squares",
        "6 m",
        Tone.QUIET,
        (LogLine("Rubble counts double on 2 squares", "+2", "CE-MIN-05"),),
        branches=(LogBranch(90, "Another line of play, 6 commands, 14:02"),),
    ),
    LogEntry(
        3,
        "Wick burns",
        "−4",
        Tone.HARM,
        (
            LogLine("Burning, start of turn", "", "CE-CND-04"),
            LogLine("1D6 = 4, armour does not count", faces=(4,)),
        ),
    ),
    LogEntry(
        4,
        "Mara shoots at Kell",
        "hit, −7",
        Tone.HARM,
        (
            LogLine("Rifle 2, Dexterity 1, aimed 2, half cover −1, smoke −1", "+3", "CE-SIG-03"),
            LogLine("5 + 4 + 3 = 12, Effect 4", faces=(5, 4)),
            LogLine("3D6 + 4 = 11", faces=(2, 4, 1)),
            LogLine("Armour stops 4 of 11", "7", "CE-DMG-03"),
            LogLine(
                "Kell has taken damage before, so his player splits it over the three physical "
                "characteristics",
                "",
                "CE-DMG-06",
            ),
        ),
        current=True,
    ),
    LogEntry(
        5,
        "Kell runs for the door",
        "9 m",
        Tone.QUIET,
        (LogLine("Brannoch may shoot at K 9: passed", "", "CE-OVW-02"),),
        undone=True,
    ),
    LogEntry(6, "Brannoch waits", undone=True),
)

STATUS = StatusView(
    "Attack",
    (
        KeyHint("1–6", "type a die"),
        KeyHint("Space", "roll for me"),
        KeyHint("Tab", "next target"),
        KeyHint("X", "line on or off"),
        KeyHint("Enter", "go on"),
        KeyHint("Esc", "cancel"),
    ),
    ("J 11", "1 cell = 1.5 m", "straight line, rounded", "88 %"),
)

TOP = TopBarView(
    "Cave under the mill",
    IconBit("copy", "untitled copy"),
    "Round 3",
    "Mara’s turn",
    IconBit("check", "Saved"),
    undo_text="Mara shoots at Kell",
)

TOO_FAR = Refusal(
    "range", "Kell is out of range: 140 squares, the rifle reaches 120.", ("CE-RNG-03",)
)
REFUSED = Notice(TOO_FAR.text, refusal=TOO_FAR, again=NextTurn())
FAILED = Notice(
    "The file could not be written; the fight goes on as an untitled copy.",
    "fight.gridwar: disk I/O error while writing row 42 (SQLITE_FULL).\nKept: 41 rows.",
    "error",
)
