"""A chip in words: what stands on it, and the sentence that says what it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.insight.stands.chips import AFTER_MOVES, ALL, INSIDE, ChipKind
from gridwar.engine.kit.sight_and_cover import degree_title
from gridwar.engine.perception.light_of_fight import level_word
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.zones import SMOKE, Light
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.insight.stands.chips import Chip
    from gridwar.engine.insight.stands.sentence import StandSearch


class ChipWords(Struct, frozen=True):
    """A chip in words.

    Attributes:
        text: What stands on it.
        strong: The part of the text that can be changed, which stands out; empty for none.
        hint: What it asks, in a sentence.
    """

    text: str
    strong: str = ""
    hint: str = ""


def chip_words(search: StandSearch, chip: Chip) -> ChipWords:
    """Return what a chip asks; one that the fight knows nothing of, as far as it can be said."""
    try:
        say = _WORDS[ChipKind(chip.kind)]
    except ValueError:
        return ChipWords(chip.kind, "", _("Asks what this Gridwar does not know"))
    try:
        return say(search, chip)
    except ValueError:  # a value that there is no more
        return ChipWords(f"{chip.kind} {chip.value}".strip())


def _name(search: StandSearch, who: str) -> str:
    return search.known[who].name if who in search.known else who


def _reach(search: StandSearch, chip: Chip) -> ChipWords:
    hint = _("One gets there this turn by the usual way of moving")
    if not chip.value:
        return ChipWords(_("reachable this turn"), "", hint)
    text = _("reachable for {price}").format(price=chip.value)
    return ChipWords(text, chip.value, hint)


def _sees(search: StandSearch, chip: Chip) -> ChipWords:
    hint = _("One has a line there, of sight and effect; light does not count")
    if chip.whom == ALL:
        return ChipWords(_("sees an enemy"), _("an enemy"), hint)
    name = _name(search, chip.whom)
    return ChipWords(_("sees {name}").format(name=name), name, hint)


def _unseen(search: StandSearch, chip: Chip) -> ChipWords:
    hint = _("They have no line to the square; light does not count")
    if chip.whom != ALL:
        name = _name(search, chip.whom)
        return ChipWords(_("unseen by {name}").format(name=name), name, hint)
    most = int(chip.value)
    if not most:
        return ChipWords(_("unseen by all enemies"), _("all enemies"), hint)
    text = ngettext("seen by {n} enemy at most", "seen by {n} enemies at most", most)
    return ChipWords(text.format(n=most), str(most), hint)


def _cover(search: StandSearch, chip: Chip) -> ChipWords:
    whom = _("all enemies") if chip.whom == ALL else _name(search, chip.whom)
    degree = degree_title(CoverDegree(chip.value))
    text = _("behind at least {cover} from {whom}").format(cover=degree, whom=whom)
    hint = _("As much cover as that by the rules, or no line to the square at all")
    return ChipWords(text, whom, hint)


def _range(search: StandSearch, chip: Chip) -> ChipWords:
    whom = _("an enemy") if chip.whom == ALL else _name(search, chip.whom)
    text = _("within {band} range of {whom}").format(band=chip.value, whom=whom)
    return ChipWords(text, chip.value, _("In that band of the weapon in hand, or nearer"))


def _threat(search: StandSearch, chip: Chip) -> ChipWords:
    hint = _("Outside what foes threaten from where they stand, as T shows it")
    if chip.value == AFTER_MOVES:
        hint = _("Outside what foes could threaten after a move of their own, as T shows it")
        if chip.whom == ALL:
            later = _("after their moves")
            return ChipWords(_("out of every threat after their moves"), later, hint)
        name = _name(search, chip.whom)
        text = _("out of the threat of {name} after its move").format(name=name)
        return ChipWords(text, name, hint)
    if chip.whom == ALL:
        return ChipWords(_("out of every threat"), _("every threat"), hint)
    name = _name(search, chip.whom)
    return ChipWords(_("out of the threat of {name}").format(name=name), name, hint)


def _beside(search: StandSearch, chip: Chip) -> ChipWords:
    name = _("a friend") if chip.whom == ALL else _name(search, chip.whom)
    text = _("next to {name}").format(name=name)
    return ChipWords(text, name, _("One square from somebody on the same side, or an ally"))


def _apart(search: StandSearch, chip: Chip) -> ChipWords:
    whom = _("all enemies") if chip.whom == ALL else _name(search, chip.whom)
    text = _("{n} squares or more from {whom}").format(n=chip.value, whom=whom)
    return ChipWords(text, chip.value, _("Counted as these rules count squares"))


def _light(search: StandSearch, chip: Chip) -> ChipWords:
    del search
    light = Light(int(chip.value))
    word = level_word(light)
    text = {
        Light.BRIGHT: _("where it is {light}"),
        Light.LOW: _("in {light} or darker"),
        Light.DARK: _("where it is {light}"),
    }[light]
    return ChipWords(text.format(light=word), word, _("The best light on any square of the body"))


def _zone(search: StandSearch, chip: Chip) -> ChipWords:
    kind = chip.value
    named = next((one.name for one in search.known.map.zones if one.kind == kind and one.name), "")
    name = _("smoke") if kind == SMOKE else named or kind.replace("_", " ")
    return _lies(chip, name, _("Zones of that kind on the map"))


def _area(search: StandSearch, chip: Chip) -> ChipWords:
    del search
    return _lies(chip, chip.value, _("An area of the rules, as the map draws it"))


def _lies(chip: Chip, name: str, hint: str) -> ChipWords:
    text = _("in {name}") if chip.whom == INSIDE else _("outside {name}")
    return ChipWords(text.format(name=name), name, hint)


def _height(search: StandSearch, chip: Chip) -> ChipWords:
    hint = _("By the height of the ground")
    if not chip.whom:
        return ChipWords(_("on higher ground"), "", hint)
    name = _("all enemies") if chip.whom == ALL else _name(search, chip.whom)
    return ChipWords(_("higher than {name}").format(name=name), name, hint)


def _floor(search: StandSearch, chip: Chip) -> ChipWords:
    name = next((one.name for one in search.known.map.floors if one.id == chip.value), chip.value)
    return ChipWords(_("on {floor}").format(floor=name), name, _("The floor of the building"))


_WORDS: dict[ChipKind, Callable[[StandSearch, Chip], ChipWords]] = {
    ChipKind.REACH: _reach,
    ChipKind.SEES: _sees,
    ChipKind.UNSEEN: _unseen,
    ChipKind.COVER: _cover,
    ChipKind.RANGE: _range,
    ChipKind.THREAT: _threat,
    ChipKind.BESIDE: _beside,
    ChipKind.APART: _apart,
    ChipKind.LIGHT: _light,
    ChipKind.ZONE: _zone,
    ChipKind.AREA: _area,
    ChipKind.HEIGHT: _height,
    ChipKind.FLOOR: _floor,
}
