"""Casting: how hard a spell is, what it costs, its slots, and the effect that stays behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, SheetEvent, StateEvent, emit, require, say
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.model.trace import Step
from gridwar.systems.arrgs.checks.checks import dc_parts
from gridwar.systems.arrgs.core.sheet import sheet_of, state_of, switches_of
from gridwar.systems.arrgs.core.weapons import SpellEffect
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet, ArrgsState
    from gridwar.systems.arrgs.core.tables import Price
    from gridwar.systems.arrgs.core.weapons import Weapon

CASTING_DC: Final = 10
SPELL_BADGE: Final = "sparkles"


def casting_difficulty(weapon: Weapon) -> int | None:
    """Return the result that a spell attack must reach; None for what is no spell.

    Rules: AR-SPL-01
    """
    return CASTING_DC + weapon.spell_level if weapon.is_spell else None


def casting_steps(weapon: Weapon) -> tuple[Step, ...]:
    """Return what a spell attack must reach, with its parts; nothing for what is no spell.

    Rules: AR-SPL-01
    """
    difficulty = casting_difficulty(weapon)
    if difficulty is None:
        return ()
    cast = Step(label=_("Casting difficulty"), rule_id="AR-SPL-01", after=difficulty)
    return (*spell_dc_parts(weapon.spell_level, "AR-SPL-01"), cast)


def spell_dc_parts(spell_level: int, rule_id: str) -> tuple[Step, ...]:
    """Return what the DC of a check upon a spell is made of.

    Rules: AR-SPL-01, AR-MNV-05, AR-MNV-09
    """
    level = _("Spell level {n}").format(n=spell_level)
    return dc_parts(rule_id, (_("A spell"), CASTING_DC), (level, spell_level))


def is_cast(weapon: Weapon, result: int) -> bool:
    """Return whether a result is good enough to cast a spell; for what is no spell it always is.

    Rules: AR-SPL-01
    """
    difficulty = casting_difficulty(weapon)
    return difficulty is None or result >= difficulty


def willing_dc(encounter: Encounter, weapon: Weapon) -> int:
    """Return the DC of an attack on somebody who lets it happen.

    Rules: AR-ATK-04, AR-SPL-02
    """
    counted = switches_of(encounter).willing_sv == "from_casting_difficulty"
    return (casting_difficulty(weapon) or 0) if counted else 0


def spell_price(encounter: Encounter, price: Price, weapon: Weapon) -> Price:
    """Return what an attack takes with a weapon: a spell its level in Vitality, at least 1.

    Rules: AR-VIT-03
    """
    if not weapon.is_spell:
        return price
    price = replace(price, spell_level=weapon.spell_level)
    if switches_of(encounter).spell_vitality == "1":
        return price
    return replace(price, vitality=max(price.vitality, weapon.spell_level))


def must_be_prepared(weapon: Weapon, castings: int = 1) -> Procedure[None]:
    """Refuse a spell that is not prepared often enough.

    Rules: AR-SPL-05
    """
    left = weapon.prepared
    enough = not weapon.is_spell or left is None or left >= castings
    text = _("{spell} is not prepared any more until a rest.")
    if left:
        text = _("{spell} is prepared {n} times only.")
    yield from require(enough, "no_slot", text, "AR-SPL-05", spell=weapon.title, n=left)


class SlotSpent(SheetEvent):
    """A prepared casting is gone until a rest."""

    spell: str

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count one casting less, where they are counted."""
        weapons = tuple(
            weapon.replace(prepared=max(0, weapon.prepared - 1))
            if weapon.id == self.spell and weapon.prepared is not None
            else weapon
            for weapon in sheet.weapons
        )
        return sheet.replace(weapons=weapons)


def spend_slot(table: Table, who: str, weapon: Weapon) -> Procedure[None]:
    """Use up one prepared casting.

    Rules: AR-SPL-05
    """
    if weapon.prepared is not None:
        yield from emit(SlotSpent(who=who, spell=weapon.id))


# --- spells that last -----------------------------------------------------------------------------


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


def spellbook(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return the spells that somebody knows."""
    return tuple(one for one in sheet_of(encounter[who]).weapons if one.is_spell)
