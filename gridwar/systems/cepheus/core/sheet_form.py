"""What the editor shows of people and of machines under Cepheus: sections, tables, and words."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    DICE,
    DiceFields,
    FormFigures,
    FormGrid,
    FormLayout,
    FormSection,
    FormTable,
    KeyedFields,
    SharedNames,
    _,
)
from gridwar.systems.cepheus.core.person_records import CHARACTERISTICS

UNHURT: Final = tuple(f"chars_max.{name}" for name in CHARACTERISTICS)
NOW: Final = tuple(f"chars.{name}" for name in CHARACTERISTICS)
SCORES: Final = FormGrid(((_("Unhurt"), UNHURT), (_("Now"), NOW)))
BLAST: Final = FormTable(
    "blast", ("radius_m", "dice"), title=_("Explosion"), add=_("Add a zone of the explosion")
)
_AMMUNITION: Final = (
    ("magazine", "ammo_kind", "draw_done"),
    ("adds_effect", "reload_minor", "reload_done"),
    ("slug_small_arm", "recoil", "laser_sight"),
    ("laser", "energy", "leaves_hand"),
)
_ADD_WEAPON: Final = _("Add from the rulebook, or your own \u2026")
_DAMAGE: Final = DiceFields("damage_dice", "damage_bonus")
WEAPONS: Final = FormTable(
    "weapons",
    ("name", "type", "skill", DICE, "bursts", "loaded", "draw_minor"),
    more=(*_AMMUNITION, ("same_as", "intelligent_tolerance", "mount_arc", "hits"), BLAST),
    kept=("id",),
    title=_("Weapons"),
    add=_ADD_WEAPON,
    hand="ready",
    dice=_DAMAGE,
    example=_("boat hook 2D6 extended reach"),
)
MOUNTED: Final = FormTable(
    "weapons",
    ("name", "mount_arc", "type", "skill", DICE, "loaded"),
    more=(
        ("same_as", "intelligent_tolerance", "hits"),
        ("bursts", "draw_minor"),
        *_AMMUNITION,
        BLAST,
    ),
    kept=("id",),
    title=_("Weapons"),
    add=_ADD_WEAPON,
    hand="ready",
    dice=_DAMAGE,
    example=_("machine gun 4D6 rifle"),
)
SKILLS: Final = KeyedFields("skills", _("Add a skill \u2026"), _("Skills"), as_chips=True)
_STATE: Final = (
    ("body.fatigued", "body.rest_left_min", "body.first_aid_done"),
    ("body.fainted", "body.awake"),
    ("helpless", "killed"),
)
STATE: Final = FormSection(_("Wounds and tiredness"), _STATE)
NERVE: Final = FormSection(
    _("Stance, nerve and who is aware"),
    (("stance", "fearless"), ("aware", "rest"), ("jack_of_all_trades",)),
)
TEAM: Final = FormSection(
    _("Team and communication"),
    (
        ("team.unit", "team.commander"),
        FormTable(
            "team.comms",
            ("means", "range_m", "works"),
            title=_("Means of communication"),
            add=_("Add a means of communication"),
        ),
    ),
)
SENSES: Final = FormSection(
    _("Sensors"),
    (
        FormTable("sensors", ("kind", "range_m"), add=_("Add a sensor")),
        ("signs.warm", "signs.living", "signs.em_signature"),
    ),
)
IN_FIGHT: Final = (
    ("initiative_base", "turn_round", "declared_cover"),
    ("declared_cover.degree", "declared_cover.hard", "declared_cover.height_m"),
    ("budget.minor", "budget.significant", "budget.hurt"),
    ("acted", "spent", "has_moved"),
    ("delaying", "hasty", "lose_next_significant"),
    ("moved_m", "move_left", "grappled_with"),
    ("aware_of",),
    ("aim",),
    ("aim.target", "aim.to_hit", "aim.to_kill"),
    ("task",),
    ("task.name", "task.skill", "task.characteristic"),
    ("task.needed", "task.done", "task.disturbed"),
    ("aboard",),
    ("aboard.vehicle", "aboard.seat", "aboard.secured", "aboard.arc"),
    ("suppression.until_round", "suppression.locked"),
    ("contact.cut", "contact.lost", "contact.tactics"),
    ("injured_at", "rounds_out", "wake_failures"),
    FormTable(
        "initiative_mods",
        ("amount", "round", "source"),
        title=_("Changes of Initiative"),
        add=_("Add a change of Initiative"),
    ),
    FormTable(
        "check_dms",
        ("dm", "until_round", "source"),
        title=_("DMs on all checks"),
        add=_("Add a DM"),
    ),
)
MACHINE_IN_FIGHT: Final = (
    ("machine.lost_rounds", "machine.shutdown_rounds", "machine.going.silent_round"),
    ("machine.going.driven_round", "machine.going.upkeep_round", "machine.going.turned_deg"),
    ("machine.going.evasive_dm", "machine.going.free_turns", "machine.going.chain_dm"),
    ("machine.going.weave_dm", "machine.going.weave_behind"),
    ("machine.going.extra_arc",),
    (
        "machine.going.extra_arc.target",
        "machine.going.extra_arc.arc",
        "machine.going.extra_arc.round",
    ),
    FormTable(
        "machine.going.ports", ("who", "arc"), title=_("Fired out"), add=_("Add who fired out")
    ),
)
DAMAGE: Final = FormSection(
    _("Damage to its systems"),
    (
        (
            "machine.drive_hits",
            "machine.sensor_hits",
            "machine.power_hits",
            "machine.computer_hits",
        ),
        ("machine.exploded",),
        FormTable(
            "machine.limbs", ("name", "hits"), kept=("id",), title=_("Limbs"), add=_("Add a limb")
        ),
        FormTable(
            "machine.cargo", ("id", "lost"), title=_("Cargo"), add=_("Add something to the hold")
        ),
        FormTable(
            "machine.jury_rigs",
            ("system", "hours", "fails_at"),
            title=_("Jury rigs"),
            add=_("Add a jury rig"),
        ),
    ),
)
BUILD: Final = FormSection(
    _("Vehicle, robot or drone"),
    (
        ("machine.closed", "machine.military", "machine.starship_scale"),
        ("speed_m", "machine.base_price", "machine.spare_parts"),
    ),
    optional="machine",
)
WORDS: Final = {
    "close_quarters": _("Close quarters"),
    "extended_reach": _("Extended reach"),
    "em_detector": _("EM detector"),
    "laser_targeting": _("Laser targeting"),
    "light_intensification": _("Light intensification"),
    "three_quarter": _("Three quarters"),
    "battle_dress": _("Battle dress"),
    "": _("no"),
}
_NAMES: Final = (SharedNames(frozenset({"skills", "skill"})),)
_REFERS: Final = {"same_as": "weapons"}
PERSON: Final = FormLayout(
    first=(FormFigures((*UNHURT, "armor", "speed_m")), SKILLS, WEAPONS),
    sections=(
        FormSection(_("Wounds and tiredness"), (NOW, *_STATE)),
        NERVE,
        SENSES,
        TEAM,
        FormSection(_("Vehicle, robot or drone"), optional="machine"),
    ),
    in_fight=IN_FIGHT,
    words=WORDS,
    names=_NAMES,
    refers=_REFERS,
)
MACHINE: Final = FormLayout(
    first=(
        FormGrid(
            (
                (
                    _("Undamaged"),
                    ("machine.hull_max", "machine.structure_max", "machine.armor_max"),
                ),
                (_("Now"), ("machine.hull", "machine.structure", "armor")),
            )
        ),
        ("machine.kind", "machine.top_speed_kph", "machine.speed_kph"),
        ("machine.seats", "machine.skill", "machine.agility", "machine.size_dm"),
        MOUNTED,
    ),
    sections=(
        BUILD,
        DAMAGE,
        FormSection(_("Skills and characteristics"), (SKILLS, SCORES)),
        STATE,
        NERVE,
        SENSES,
        TEAM,
    ),
    in_fight=(*MACHINE_IN_FIGHT, *IN_FIGHT),
    kept=("machine.going.carried",),
    words=WORDS,
    names=_NAMES,
    refers=_REFERS,
    when="machine",
)
FORMS: Final = (MACHINE, PERSON)
