"""The panel of the template tool: shape, walls, those on the map, who is caught and who escapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.measuring.template_areas import clip_title, far_words, form_title, size_words
from gridwar.control.records import measure_records as mr
from gridwar.control.records import panel_records as pr
from gridwar.control.text_format import token_bit
from gridwar.grid.areas.templates import Clip, Form
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.combatant_letters import CombatantLetters
    from gridwar.control.measuring.template_areas import CaughtOne, Taken
    from gridwar.control.state.kept_measurements import PlacedTemplate
    from gridwar.model.encounter import Encounter


# --- the panel -----------------------------------------------------------------------------------


FORM_ICONS = {
    Form.BURST: "circle",
    Form.SQUARE: "maximize",
    Form.RING: "circle-dot",
    Form.CONE: "cone",
    Form.LINE: "minus",
}


def caught_block(encounter: Encounter, taken: Taken, letters: CombatantLetters) -> mr.MeasureBlock:
    """Return the list of those caught, those left out and those who escape."""
    rows = [_caught_row(encounter, one, letters) for one in taken.caught]
    rows += [
        mr.MeasureRow(
            encounter[one.who].name,
            one.why,
            icon="shield",
            tone=pr.Tone.QUIET,
            rule_id=taken.rule_id,
        )
        for one in taken.escaped
    ]
    flags = [one for one in taken.caught if (one.is_own or one.is_neutral) and not one.spared]
    note = _("Click a name to leave it out.") if taken.caught else _("Nobody.")
    if flags:
        names = ", ".join(encounter[one.who].name for one in flags)
        note = _("Own side, or none: {names}. Click a name to leave it out.").format(names=names)
    heading = _("Caught {n}").format(n=len(taken.hit)) if taken.caught else _("Caught")
    choices: tuple[mr.MeasureChoice, ...] = ()
    if taken.hit:
        words = _("Select those caught")
        choices = (mr.MeasureChoice("select", words, icon="users", keycap="Shift+Enter"),)
    return mr.MeasureBlock(heading, note, tuple(rows), choices)


def _caught_row(encounter: Encounter, one: CaughtOne, letters: CombatantLetters) -> mr.MeasureRow:
    who = encounter[one.who]
    words = [one.zone] if one.zone else []
    if one.is_own:
        words.append(_("own side"))
    elif one.is_neutral:
        words.append(_("takes no side"))
    else:
        side = encounter.sides.get(who.side)
        words.append(side.name if side is not None else _("no side"))
    if one.spared:
        words = [_("left out")]
    tone = pr.Tone.WARN if (one.is_own or one.is_neutral) and not one.spared else pr.Tone.PLAIN
    return mr.MeasureRow(
        who.name,
        ", ".join(words),
        far_words(one.distance_cells),
        key=f"spare:{one.who}",
        number=str(one.number) if one.number else "\u2013",
        token=token_bit(letters, encounter, who),
        tone=tone,
        off=one.spared,
        tooltip=_("Click to leave out, or to include again"),
    )


def template_panel(
    encounter: Encounter,
    placed: PlacedTemplate,
    taken: Taken | None,
    pinned: tuple[PlacedTemplate, ...],
    letters: CombatantLetters,
) -> mr.MeasureView:
    """Return the panel of the template tool.

    Args:
        encounter: The fight.
        placed: The active template.
        taken: What it comes to; None while it lies nowhere.
        pinned: Those on the map.
        letters: Those on the tokens.
    """
    shape = placed.shape
    forms = tuple(
        mr.MeasureChoice(f"form:{form}", form_title(form), shape.form is form, FORM_ICONS[form])
        for form in Form
    )
    walls = tuple(
        mr.MeasureChoice(f"clip:{clip}", clip_title(clip), shape.clip is clip)
        for clip in Clip
        if clip is not Clip.SPREAD or shape.form is Form.BURST
    )
    blocks = [
        mr.MeasureBlock(_("Shape"), choices=forms),
        mr.MeasureBlock(_("Walls"), choices=walls),
        _snaps_block(placed),
    ]
    if taken is not None:
        blocks.insert(0, caught_block(encounter, taken, letters))
    blocks += _laid_blocks(encounter, placed, pinned)
    title = f"{placed.name}, {size_words(encounter, placed)}"
    return mr.MeasureView(_("Template"), title, _tie_words(encounter, placed), tuple(blocks))


def _laid_blocks(
    encounter: Encounter, placed: PlacedTemplate, pinned: tuple[PlacedTemplate, ...]
) -> Iterator[mr.MeasureBlock]:
    """Yield what pins the active one, and those that are pinned."""
    is_held = any(one.key == placed.key for one in pinned)
    if not is_held:
        pin = (mr.MeasureChoice("pin", _("Pin it to the map"), icon="pin", keycap="Enter"),)
        note = _("Not on the map yet: it goes with Esc, or with another tool.")
        yield mr.MeasureBlock(_("This one"), note, choices=pin)
    if pinned:
        rows = tuple(
            mr.MeasureRow(
                one.name,
                _tie_words(encounter, one),
                size_words(encounter, one),
                key=f"hold:{one.key}",
                icon=FORM_ICONS[one.shape.form],
                tooltip=_("Click to pick it up"),
                off=False,
                tone=pr.Tone.GOOD if one.key == placed.key else pr.Tone.PLAIN,
            )
            for one in pinned
        )
        of_held = (
            mr.MeasureChoice("delete", _("Take it off"), icon="trash-2", keycap="Del"),
            mr.MeasureChoice("new", _("Another one"), icon="plus"),
        )
        clear = (mr.MeasureChoice("clear", _("Take all off"), icon="trash-2"),)
        choices = (*(of_held if is_held else ()), *(clear if len(pinned) > 1 else ()))
        yield mr.MeasureBlock(_("Pinned to the map"), rows=rows, choices=choices)


def _snaps_block(placed: PlacedTemplate) -> mr.MeasureBlock:
    snaps = (
        mr.MeasureChoice("snap:centre", _("Centre of a cell"), not placed.corner),
        mr.MeasureChoice("snap:corner", _("Corner"), placed.corner),
    )
    return mr.MeasureBlock(_("Snaps to"), choices=snaps)


def _tie_words(encounter: Encounter, placed: PlacedTemplate) -> str:
    if placed.tied is not None and placed.tied in encounter:
        return _("goes with {name}").format(name=encounter[placed.tied].name)
    if placed.up:
        unit = encounter.map.scale.unit
        return _("{up:g} {unit} above the ground").format(up=placed.up, unit=unit)
    return ""
