"""What a UVTT file leaves open, as questions with their ways to answer.

Objects (pillars, rocks) come as outlines that block sight. Whether they stop steps is not in the
file; pillars do, so that is the answer until the game master gives another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridwar.formats.import_report import Check, Choice, require_choice, unknown_check
from gridwar.formats.uvtt.doors_and_windows import BARS, CURTAIN, DOOR, NOTHING, OPEN, WALL, WINDOW
from gridwar.model.geometry import cell_name
from gridwar.model.map_limits import MOST_LIGHT_SOURCES
from gridwar.model.zones import Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.uvtt.doors_and_windows import Portal
    from gridwar.formats.uvtt.uvtt_contents import Contents

Answers = Mapping[str, str]
"""The id of the choice by the id of the question; without one the first guess holds."""

OPENINGS, OBJECTS, OUTSIDE = "openings", "objects", "outside"
LIGHTS, AMBIENT = "lights", "ambient"
KEPT, USED = "kept", "used"
STOP, SIGHT = "stop", "sight"
KEEP, CLIP = "keep", "clip"

_OPENING_WAYS: tuple[Choice, ...] = (
    Choice(WINDOW, _("Window")),
    Choice(OPEN, _("Open door")),
    Choice(NOTHING, _("Nothing")),
)
_PORTAL_WAYS: tuple[Choice, ...] = (Choice(DOOR, _("Door")), *_OPENING_WAYS)
_OWN_WAYS: Mapping[str, Choice] = {
    CURTAIN: Choice(CURTAIN, _("Curtain")),
    BARS: Choice(BARS, _("Bars")),
    WALL: Choice(WALL, _("Wall")),
}
_OBJECT_WAYS = (
    Choice(STOP, _("Stop steps too")),
    Choice(SIGHT, _("Sight and shots only")),
    Choice(NOTHING, _("Leave them out")),
)
_LIGHT_WAYS = (Choice(KEPT, _("Only keep them")), Choice(USED, _("Use them")))
_AMBIENT_WAYS = (
    Choice(str(int(Light.BRIGHT)), _("Bright")),
    Choice(str(int(Light.LOW)), _("Low light")),
    Choice(str(int(Light.DARK)), _("Dark")),
)
_OUTSIDE_WAYS = (Choice(KEEP, _("Keep")), Choice(CLIP, _("Clip them")))


def checks(contents: Contents, answers: Answers) -> tuple[Check, ...]:
    """Return the questions of a file with their present answers."""
    return (
        *_openings(contents, answers),
        *_objects(contents, answers),
        *_outside(contents, answers),
        *_lights(contents, answers),
        *_ambient(contents, answers),
    )


def uses_lights(answers: Answers) -> bool:
    """Return whether the lights of the file are to shine; they do not at first."""
    return answers.get(LIGHTS, KEPT) == USED


def light_of_map(answers: Answers) -> Light:
    """Return the map's own light; bright until it is said otherwise."""
    return Light(int(answers.get(AMBIENT, str(int(Light.BRIGHT)))))


def sure_portals(contents: Contents, answers: Answers) -> tuple[Check, ...]:
    """Return what could be asked of the doors and windows that the file is sure of."""
    return tuple(_portal_check(contents, one, answers) for one in contents.portals if one.is_sure)


def kind_of(portal: Portal, answers: Answers) -> str:
    """Return what a door or window is taken for."""
    return answers.get(portal.id, portal.kind)


def way_of_objects(contents: Contents, answers: Answers) -> str:
    """Return how the outlines of objects are taken."""
    return answers.get(OBJECTS, STOP if contents.objects_stop else SIGHT)


def answers_of(
    contents: Contents, answers: Answers, check_id: str, choice_id: str
) -> Mapping[str, str]:
    """Return what an answer sets; one to all openings sets each of them.

    Raises:
        InputError: There is no such question or no such answer.
    """
    for check in (*checks(contents, answers), *sure_portals(contents, answers)):
        if check.id == check_id:
            require_choice(check.choices, check_id, choice_id)
            if check_id == OPENINGS:
                return {one.id: choice_id for one in contents.portals if not one.is_sure}
            return {check_id: choice_id}
    raise unknown_check(check_id)


def _openings(contents: Contents, answers: Answers) -> Iterator[Check]:
    unsure = [one for one in contents.portals if not one.is_sure]
    if len(unsure) > 1:
        kinds = {kind_of(one, answers) for one in unsure}
        question = _("{n} openings do not stop light").format(n=len(unsure))
        note = _("Such files use this for windows and for open doors. For all at once:")
        chosen = kinds.pop() if len(kinds) == 1 else ""
        is_answered = all(one.id in answers for one in unsure)
        yield Check(OPENINGS, question, note, _OPENING_WAYS, chosen, is_answered=is_answered)
    for portal in unsure:
        yield _portal_check(contents, portal, answers)


def _portal_check(contents: Contents, portal: Portal, answers: Answers) -> Check:
    cell = contents.page.cell_between(portal.a, portal.b)
    where = _("beyond the edge") if cell is None else _("at {cell}").format(cell=cell_name(*cell))
    if portal.is_sure:
        question = _("Door or window {where}").format(where=where)
        note = _("The file says which; it can be changed here.")
        own = _OWN_WAYS.get(portal.kind)
        ways = _PORTAL_WAYS if own is None else (own, *_PORTAL_WAYS)
    else:
        question = _("Opening {where} does not stop light").format(where=where)
        note = _("Such files use this for windows and for open doors.")
        ways = _OPENING_WAYS
    chosen = kind_of(portal, answers)
    return Check(portal.id, question, note, ways, chosen, cell, portal.id in answers)


def _objects(contents: Contents, answers: Answers) -> Iterator[Check]:
    count = contents.objects.lines
    if contents.objects.segments:
        text = ngettext("{n} object blocks sight", "{n} objects block sight", count)
        note = _("Pillars and rocks stop steps as well; bushes and curtains do not.")
        chosen = way_of_objects(contents, answers)
        question, is_answered = text.format(n=count), OBJECTS in answers
        yield Check(OBJECTS, question, note, _OBJECT_WAYS, chosen, is_answered=is_answered)


def _outside(contents: Contents, answers: Answers) -> Iterator[Check]:
    count, lights = contents.points_outside, contents.lights_outside
    if not count and not lights:
        return
    parts = []
    if count:
        text = ngettext("{n} wall point", "{n} wall points", count)
        parts.append(text.format(n=count))
    if lights:
        parts.append(ngettext("{n} light", "{n} lights", lights).format(n=lights))
    verb = ngettext(
        "{what} lies outside of the map", "{what} lie outside of the map", count + lights
    )
    note = _("Kept, they are hidden beyond the edge, and come back with an export.")
    chosen = answers.get(OUTSIDE, KEEP)
    question, is_answered = verb.format(what=_(" and ").join(parts)), OUTSIDE in answers
    yield Check(OUTSIDE, question, note, _OUTSIDE_WAYS, chosen, is_answered=is_answered)


def _lights(contents: Contents, answers: Answers) -> Iterator[Check]:
    count = len(contents.lights)
    if not 0 < count <= MOST_LIGHT_SOURCES:
        return
    question = ngettext("Use {n} light of the file", "Use {n} lights of the file", count)
    note = _("In use they count for how light it is and for sight.")
    if contents.is_baked:
        note = f"{note} " + _("None is drawn: the picture has the light in it.")
    chosen = USED if uses_lights(answers) else KEPT
    yield Check(
        LIGHTS, question.format(n=count), note, _LIGHT_WAYS, chosen, is_answered=LIGHTS in answers
    )


def _ambient(contents: Contents, answers: Answers) -> Iterator[Check]:
    if contents.ambient is Light.BRIGHT:
        return
    level = {Light.LOW: _("low light"), Light.DARK: _("dark")}[contents.ambient]
    question = _("The file says that it is {level} here").format(level=level)
    note = _("The map's own light, where no source shines. It is bright until you say so.")
    chosen = str(int(light_of_map(answers)))
    yield Check(AMBIENT, question, note, _AMBIENT_WAYS, chosen, is_answered=AMBIENT in answers)
