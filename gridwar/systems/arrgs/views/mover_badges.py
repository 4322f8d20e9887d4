"""What the card shows of riders, of what turns slowly, and of spells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge, Figure
from gridwar.systems.arrgs.core.aboard import carrier_of, mover_of, riders_of, usual_category
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.equipment.spell_slots import spellbook, spells_of
from gridwar.systems.arrgs.positioning.budgets import is_passive, passive_budget
from gridwar.systems.arrgs.positioning.turning import helm_of, is_tracked
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter


def movement_figure(encounter: Encounter, who: str) -> Figure:
    """Return how many squares a Movement covers: those of the mount, for who steers one.

    Rules: AR-MOV-02, AR-MOV-08
    """
    mover = mover_of(encounter, who)
    category = usual_category(encounter, mover)
    squares = str(passive_budget(encounter, mover, category))
    if is_passive(encounter, mover, category):
        return Figure(_("Movement"), squares, rule_id="AR-MOV-02")
    hint = _("with a 10: it is rolled for")
    return Figure(_("Movement"), f"~{squares}", hint, "AR-MOV-03")


def mover_figures(encounter: Encounter, who: str) -> Iterator[Figure]:
    """Yield Manoeuvrability as it is and as speed leaves it, and spells prepared.

    Rules: AR-TRN-01, AR-TRN-02, AR-TRN-03, AR-SPL-05
    """
    mover = mover_of(encounter, who)
    category = usual_category(encounter, mover)
    if is_tracked(encounter, mover, category):
        helm = helm_of(encounter, mover, category)
        now = helm.effective(helm.increment(0))
        waited = helm.waited
        hint = _("turns of 90 degrees in a Movement, less the Movement Increment")
        if waited is not None:
            hint += "; " + _("{n} own turns since it last turned").format(n=waited)
        value = (
            str(helm.manoeuvrability)
            if now == helm.manoeuvrability
            else (f"{helm.manoeuvrability} ({now})")
        )
        yield Figure(_("Manoeuvrability"), value, hint, "AR-TRN-01")
    for spell in spellbook(encounter, who):
        if spell.prepared is not None:
            hint = _("level {n}, {school}").format(n=spell.spell_level, school=spell.school)
            words = _("{n} prepared").format(n=spell.prepared)
            yield Figure(spell.title, words, hint, "AR-SPL-05")


def mover_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield whom somebody rides or carries, and the spells it has hold of, as icon and words.

    Rules: AR-MOV-08, AR-SPL-03, AR-SPL-04
    """
    carrier = carrier_of(encounter, who)
    if carrier is not None:
        steers = sheet_of(encounter[who]).steers
        words = _("steers {name}") if steers else _("aboard {name}")
        yield Badge("log-in", words.format(name=encounter[carrier].name), rule_id="AR-MOV-08")
    riders = riders_of(encounter, who)
    if riders:
        names = ", ".join(encounter[one].name for one in riders)
        yield Badge("users", _("carries {names}").format(names=names), rule_id="AR-MOV-08")
    for spell in spells_of(encounter, who):
        kept = spell.duration != "concentration" or spell.controlled
        words = _("holds {spell}") if kept else _("{spell}: control it or it ends")
        words = words.format(spell=spell.title)
        yield Badge("sparkles", words, "AR-SPL-03" if kept else "AR-SPL-04")
