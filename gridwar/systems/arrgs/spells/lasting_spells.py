"""Spells that last: how one begins, is counted at End of Round, and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from gridwar.engine.kit import Cell, Encounter, Procedure, StateEvent, Step, Table, emit, say
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.systems.arrgs.core.fight_state import ArrgsState, SpellEffect
from gridwar.systems.arrgs.core.sheet import state_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

SPELL_BADGE: Final = "sparkles"


class SpellBegan(StateEvent):
    """A spell that lasts took effect."""

    spell: SpellEffect

    def on(self, state: ArrgsState) -> ArrgsState:
        """Add it."""
        return state.replace(spells=state.spells.set(self.spell.id, self.spell))


class SpellEvent(StateEvent):
    """Something happened to one lasting spell, if it is still there."""

    kind: ClassVar[str] = ""
    spell: str

    def on(self, state: ArrgsState) -> ArrgsState:
        """Change it."""
        old = state.spells.get(self.spell)
        if old is None:
            return state
        changed = self.altered(old)
        if changed is None:
            return state.replace(spells=state.spells.delete(self.spell))
        return state.replace(spells=state.spells.set(self.spell, changed))

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Return the spell after the event; None for one that is over."""
        raise NotImplementedError


class SpellEnded(SpellEvent):
    """A lasting spell is over."""

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Leave nothing of it."""
        del spell
        return None


class SpellCounted(SpellEvent):
    """A round of a lasting spell is over: control has to be shown anew."""

    def altered(self, spell: SpellEffect) -> SpellEffect | None:
        """Count the round."""
        left = max(0, spell.rounds_left - 1)
        return spell.replace(controlled=False, cast_now=False, rounds_left=left)


class Lasting(Struct, frozen=True):
    """A spell that was cast and may last: whose, which, upon whom or upon which squares."""

    who: str
    weapon: Weapon
    target: str | None = None
    square: Cell | None = None
    cells: frozenset[Cell] = frozenset()


def remain(table: Table, cast: Lasting) -> Procedure[None]:
    """Let a spell that lasts take its place on the map, under its caster's control.

    Rules: AR-SPL-03
    """
    weapon = cast.weapon
    if not weapon.is_spell or weapon.duration == "instant":
        return
    known = state_of(table.now).spells
    number = next(n for n in range(1, len(known) + 2) if f"{weapon.id} {n}" not in known)
    square = cast.square
    if square is None and cast.target is not None:
        square = table.now[cast.target].pos
    spell = SpellEffect(
        id=f"{weapon.id} {number}",
        name=weapon.title,
        caster=cast.who,
        controller=cast.who,
        spell_level=weapon.spell_level,
        school=weapon.school,
        duration=weapon.duration,
        rounds_left=weapon.rounds if weapon.duration == "rounds" else 0,
        steered=weapon.steered,
        target=cast.target,
        square=square,
        cells=cast.cells,
        cast_now=True,
    )
    yield from emit(SpellBegan(spell=spell))
    if cast.target is not None:
        badge = TimedEffect(id=f"spell {spell.id}", name=spell.title, badge=SPELL_BADGE)
        yield from emit(EffectAdded(who=cast.target, effect=badge))


def end_spell(table: Table, spell_id: str, why: Step) -> Procedure[None]:
    """End a lasting spell, with the badge of whom it lay upon; the log says whose it was, and why.

    Rules: AR-SPL-04, AR-MNV-06, AR-MNV-09
    """
    spell = state_of(table.now).spells[spell_id]
    yield from emit(SpellEnded(spell=spell_id))
    badge = f"spell {spell_id}"
    who = spell.target
    known = who is not None and who in table.now
    if who is not None and known and any(e.id == badge for e in table.now[who].effects):
        yield from emit(EffectRemoved(who=who, effect=badge))
    if spell.controller in table.now:
        text = _("{who}: {spell} ends")
        yield from say(table, text, who=spell.controller, spell=spell.title, steps=(why,))
    else:
        yield from say(table, _("{spell} ends"), spell=spell.title, steps=(why,))


def ends_now(encounter: Encounter, spell: SpellEffect) -> bool:
    """Return whether a lasting spell ends at this End of Round.

    Rules: AR-SPL-04
    """
    if spell.duration == "rounds":
        return spell.rounds_left <= 1
    if spell.duration != "concentration" or spell.controlled:
        return False
    free = switches_of(encounter).concentration == "casting_round_free"
    return not (free and spell.cast_now)


def end_of_round(table: Table) -> Procedure[tuple[str, ...]]:
    """End the spells that nobody has kept up, count a round of the others.

    Rules: AR-SPL-04, AR-STR-06
    """
    spells = tuple(state_of(table.now).spells.values())
    over = tuple(spell.id for spell in spells if ends_now(table.now, spell))
    for spell in spells:
        if spell.id in over:
            why = Step(label=_("Concentration: nobody has controlled it"), rule_id="AR-SPL-04")
            if spell.duration == "rounds":
                left = spell.rounds_left
                why = Step(label=_("Rounds left"), rule_id="AR-SPL-04", before=left, after=0)
            yield from end_spell(table, spell.id, why)
        else:
            yield from emit(SpellCounted(spell=spell.id))
    return over


def spells_of(encounter: Encounter, who: str) -> tuple[SpellEffect, ...]:
    """Return the lasting spells that somebody controls.

    Rules: AR-SPL-03
    """
    return tuple(one for one in state_of(encounter).spells.values() if one.controller == who)
