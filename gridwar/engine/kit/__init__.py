"""What rule systems are written with, behind one door.

A rule author imports this package and, for the map, ``gridwar.grid``; the modules behind it are the
engine's own business. Procedures yield requests (``roll``, ``ask``, ``emit``, ``call`` …), tell
(``say``), let choose (``choose``) and refuse (``require``, ``refuse``); commands declare what they
offer (``offer``) and procedures what they play (``plays``); events declare what they change
(``sets``, ``adds``, ``clears`` …); ``System`` joins it all in six parts. Every name that is
imported here is handed on (``pyproject.toml`` says so to ruff and mypy).
"""

from gridwar.engine.kit.asked_checks import AskedCheck, Passed
from gridwar.engine.kit.card_order_and_flow import (
    Badge,
    Card,
    Facts,
    Figure,
    Flow,
    KnownCondition,
    NextStep,
    Phase,
    Pip,
    PipKind,
    Pool,
    Slot,
    SlotState,
    Vital,
    notches_every,
)
from gridwar.engine.kit.chapter_procedures_and_events import plays
from gridwar.engine.kit.choice_questions import choice, choose, choose_cell, choose_numbers
from gridwar.engine.kit.command_draft import (
    Aimed,
    CommandChoice,
    CommandNumber,
    CommandOption,
    CommandOrder,
    CommandTicks,
    Draft,
    Foreseen,
    StageFigure,
)
from gridwar.engine.kit.declared_events import (
    SheetEvent,
    StateEvent,
    adds,
    clears,
    excludes,
    includes,
    sets,
)
from gridwar.engine.kit.distances_to_many import cells_around, distances_from
from gridwar.engine.kit.evolve import imagined
from gridwar.engine.kit.falls_through_openings import fall, holes_for
from gridwar.engine.kit.flipping_props import FlipProp, flip, flip_prop, may_flip, props_to_flip
from gridwar.engine.kit.modifier_tally import Tally
from gridwar.engine.kit.movement_records import Fall, Movement, MoveZone, StepTaken, Walk
from gridwar.engine.kit.offers_and_actions import (
    EVENTS,
    Candidates,
    Need,
    Pips,
    Role,
    Target,
    Variant,
    offer,
    offers_of,
    only_if,
    price_of,
)
from gridwar.engine.kit.overlays_and_scenery import (
    Area,
    Blast,
    BlastCaught,
    BlastZoneView,
    Body,
    Course,
    FieldOfFire,
    Mark,
    Overlays,
    Ring,
    Scenery,
    Tie,
    rings_of,
)
from gridwar.engine.kit.procedure_requests import (
    Procedure,
    Roll,
    ask,
    ask_all,
    call,
    call_for_others,
    committed,
    emit,
    explain,
    fold,
    hand_over,
    play,
    repeat,
    require_none,
    roll,
    roll_all,
)
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.kit.questions_of_places import for_words, of_places
from gridwar.engine.kit.questions_of_sheets import of_sheet
from gridwar.engine.kit.rule_reference import (
    LookedAt,
    ReferenceColumn,
    ReferenceRow,
    ReferenceTable,
    TableMaker,
    Trait,
    WeaponReference,
    columns_of,
    points_table,
    points_words,
)
from gridwar.engine.kit.rule_system import System, reason_to_begin, system_at
from gridwar.engine.kit.rule_system_parts import Board, Cards, Data, Offers, Play, Turns
from gridwar.engine.kit.sample_combatants import (
    MakeSheet,
    PersonTable,
    SamplePerson,
    WeaponRecord,
    WeaponTable,
    read_people,
    read_weapons,
)
from gridwar.engine.kit.say_and_refuse import (
    allows,
    must_exist,
    reason_against,
    refuse,
    require,
    required,
    say,
    worked_out,
)
from gridwar.engine.kit.senses import (
    ANY_DARKNESS,
    EYE,
    Sense,
    SenseKind,
    Sign,
    senses_told,
    signs_of_body,
)
from gridwar.engine.kit.settable_fields import (
    ChoiceField,
    EachField,
    NumberField,
    TextField,
    TicksField,
    Words,
    settable_if,
)
from gridwar.engine.kit.sheet_with_eyes import (
    EYES_SECTION,
    SheetWithEyes,
    eyes_told,
    senses_by_sheet,
)
from gridwar.engine.kit.sight_and_cover import (
    GM_WORD,
    Decider,
    PlainLines,
    Sight,
    behind,
    cover_decider,
    cover_sight,
    plain_sight,
    stand_at,
    usual_lines,
)
from gridwar.engine.kit.timed_effects import pass_moment
from gridwar.engine.kit.turn_and_move_commands import (
    BeginFight,
    EndFight,
    Move,
    MoveInOrder,
    NextTurn,
    TakeTurn,
)
from gridwar.engine.kit.turn_cycle import PlainCycle, TurnCycle, end_fight, numbers_by_hand
from gridwar.engine.kit.walk_procedure import Walked, require_path, walk
from gridwar.engine.kit.yardstick_and_distances import (
    Level,
    Spot,
    Yardstick,
    apart,
    cells_apart,
    cells_towards,
    is_within,
    level_number,
    nearest_between,
    nearest_pairs,
    place,
    spot_at,
    spot_of,
    squared_apart,
    squared_from,
    wall_apart,
)
from gridwar.grid.cells.distance import HeightRule, Metric
from gridwar.model.bounds import Amount, AtLeastOne, Bearing, Height, LargeAmount, Number, Rounds
from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.combatant_references import CombatantId
from gridwar.model.command import Act, Answer, Command
from gridwar.model.encounter import Encounter, RulesState, Settings
from gridwar.model.event_base import Count, Event
from gridwar.model.events_combatants import CombatantEvent, Explained
from gridwar.model.form_layout import (
    DICE,
    DiceFields,
    FormFigures,
    FormGrid,
    FormLayout,
    FormSection,
    FormTable,
    KeyedFields,
    SharedNames,
)
from gridwar.model.geometry import Cell
from gridwar.model.house_rule_switches import Switches, switch
from gridwar.model.question_and_refusal import FormNumber, Option, Question, Refusal, Window
from gridwar.model.raw_parts import own_settings, own_sheet, own_state, own_switches
from gridwar.model.record import FrozenMap, Record
from gridwar.model.silhouettes import drawn
from gridwar.model.trace import Line, Step, TableRow, Trace, TraceTable
from gridwar.text import _, ngettext
