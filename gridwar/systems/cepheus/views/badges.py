"""Badges of what somebody is through: fire, comms, grapples, tiredness, tasks, unconsciousness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge
from gridwar.systems.cepheus.core.order import present_sheet
from gridwar.systems.cepheus.core.state import is_hobbling, is_suppressed, switches_of
from gridwar.systems.cepheus.harm.waking import lies_unconscious, rounds_to_waking
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter


def body_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Return icons and words for somebody's card and token.

    Rules: CE-GRP-03, CE-HLT-01, CE-HLT-02, CE-HLT-03, CE-OTH-02
    """
    sheet = present_sheet(encounter, who)
    if sheet.grappled_with is not None and sheet.grappled_with in encounter:
        other = encounter[sheet.grappled_with].name
        yield Badge("hand-fist", _("grapples with {other}").format(other=other), "CE-GRP-03")
    if sheet.task is not None:
        task = sheet.task
        words = _("{task}: {done} of {needed} rounds")
        icon = "circle-check" if task.is_finished else "hourglass"
        yield Badge(
            icon, words.format(task=task.name, done=task.done, needed=task.needed), "CE-OTH-02"
        )
    if sheet.body.fatigued:
        hours = -(-sheet.body.rest_left_min // 60)
        words = ngettext("fatigued: {n} hour of rest", "fatigued: {n} hours of rest", hours)
        yield Badge("bed", words.format(n=hours), "CE-HLT-01")
    if lies_unconscious(encounter, who):
        rounds = rounds_to_waking(encounter, who)
        words = ngettext("may come round in {n} round", "may come round in {n} rounds", rounds)
        yield Badge("timer", words.format(n=rounds), "CE-HLT-02")
    elif sheet.body.awake:
        yield Badge("eye", _("came round: conscious until hurt again"), "CE-HLT-02")
    if is_hobbling(sheet, switches_of(encounter)):
        yield Badge("footprints", _("can only hobble"), "CE-HLT-03")
    if sheet.body.first_aid_done:
        yield Badge("bandage", _("has had first aid"), "CE-HLT-07")


def fight_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield what fire, comms and a rest for the weapon do to somebody.

    Rules: CE-FIR-06, CE-FIR-07, CE-COM-01
    """
    sheet = present_sheet(encounter, who)
    if is_suppressed(sheet, encounter.round):
        until = _("suppressed to the end of round {n}")
        yield Badge("arrow-down", until.format(n=sheet.suppression.until_round), "CE-FIR-07")
    if sheet.contact.cut or sheet.contact.lost:
        yield Badge("wifi-off", _("out of contact"), "CE-COM-01")
    if sheet.rest:
        yield Badge("anchor", _("fires from a rest"), "CE-FIR-06")
