"""What happens to people: wounds, Initiative, checks, stance, aim, weapons.

Turns, rounds and actions are ``turn_events.py``. Events say what changed, not what it came to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.kit import SheetEvent
from gridwar.model.event import Count
from gridwar.systems.cepheus.core.sheet import (
    MOST_AIM,
    PHYSICAL,
    Aim,
    CepheusSheet,
    CheckDm,
    InitiativeMod,
    Physical,
    Stance,
)
from gridwar.systems.cepheus.core.state import is_seriously_wounded

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.weapons import Weapon


class _PhysicalEvent(SheetEvent):
    """An event that counts points of the three physical characteristics."""

    strength: Count = 0
    dexterity: Count = 0
    endurance: Count = 0

    @property
    def _points(self) -> dict[Physical, int]:
        return {
            "strength": self.strength,
            "dexterity": self.dexterity,
            "endurance": self.endurance,
        }


# --- wounds -----------------------------------------------------------------------------------


class Wounded(_PhysicalEvent):
    """Somebody lost points of physical characteristics.

    Where several wound the same person simultaneously, more may be asked of a characteristic than
    it has left: the rest comes off those that have most.
    """

    at: int | None = None
    """When, by the fight's clock; None: points went without an injury, as by bad healing."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Take the points off; who had come round may go out again."""
        chars, left, rest = sheet.chars, dict[Physical, int](), 0
        for name, points in self._points.items():
            score = chars.score(name)
            left[name] = max(0, score - points)
            rest += max(0, points - score)
        while rest and any(left.values()):
            most = max(PHYSICAL, key=lambda name: left[name])
            taken = min(rest, left[most])
            left[most] -= taken
            rest -= taken
        body, injured_at = sheet.body, sheet.injured_at
        if body.awake:
            body = body.replace(awake=False)
        if self.at is not None:
            injured_at = self.at
            if body.first_aid_done:
                body = body.replace(first_aid_done=False)
        hurt = sheet.replace(chars=chars.replace(**left), body=body, injured_at=injured_at)
        return _able(sheet, hurt)


class Recovered(_PhysicalEvent):
    """Somebody got points of physical characteristics back, never above those when unhurt."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Give the points back."""
        now = {name: self._after(sheet, name) for name in PHYSICAL}
        return _able(sheet, sheet.replace(chars=sheet.chars.replace(**now)))

    def _after(self, sheet: CepheusSheet, name: Physical) -> int:
        before, points = sheet.chars.score(name), self._points[name]
        return max(before, min(before + points, sheet.chars_max.score(name)))


def _able(before: CepheusSheet, after: CepheusSheet) -> CepheusSheet:
    """Take a minor action from who is seriously wounded by now, or give it back to who was.

    Rules: CE-HLT-03
    """
    left, is_hurt = after.budget, is_seriously_wounded(after)
    if is_hurt and left.minor and not is_seriously_wounded(before):
        return after.replace(budget=left.replace(minor=left.minor - 1, hurt=1))
    if left.hurt and not is_hurt:
        return after.replace(budget=left.replace(minor=min(3, left.minor + 1), hurt=0))
    return after


class Killed(SheetEvent):
    """Somebody was killed outright."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(killed=True)


# --- Initiative and checks ----------------------------------------------------------------------


class InitiativeRolled(SheetEvent):
    """Somebody entered the order."""

    initiative: int

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Set the base."""
        return sheet.replace(initiative_base=self.initiative)


class InitiativeBaseChanged(SheetEvent):
    """The Initiative changed for good."""

    by: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change the base."""
        return sheet.replace(initiative_base=(sheet.initiative_base or 0) + self.by)


class InitiativeChanged(SheetEvent):
    """The Initiative changed for one round."""

    amount: int
    round: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note the change."""
        mod = InitiativeMod(amount=self.amount, round=self.round, source=self.source)
        return sheet.replace(initiative_mods=(*sheet.initiative_mods, mod))


class HasteDeclared(SheetEvent):
    """Somebody hurries in this round."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(hasty=True)


class CheckDmAdded(SheetEvent):
    """All of somebody's checks are harder, to the end of a round."""

    dm: int
    until_round: int
    source: str = ""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        added = CheckDm(dm=self.dm, until_round=self.until_round, source=self.source)
        return sheet.replace(check_dms=(*sheet.check_dms, added))


class BecameAware(SheetEvent):
    """Somebody came to know of an enemy."""

    of: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(aware_of=sheet.aware_of | {self.of})


# --- stance, movement, aim, weapons ---------------------------------------------------------------


class StanceChanged(SheetEvent):
    """Somebody stood up, crouched or lay down."""

    to: Stance

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change it."""
        return sheet.replace(stance=self.to)


class MovePaid(SheetEvent):
    """Move actions were taken: so many tenths of a square may be walked (negative: were walked)."""

    tenths: int

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count it."""
        return sheet.replace(move_left=max(0, sheet.move_left + self.tenths))


class Stepped(SheetEvent):
    """Somebody moved some metres in his own turn."""

    metres: float

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add them to those of this turn."""
        before = sheet.moved_m if sheet.has_moved else 0.0
        return sheet.replace(moved_m=before + self.metres, has_moved=True, rest=False)


class AimTaken(SheetEvent):
    """Somebody spent actions on aiming at a target; another target begins anew."""

    target: str
    to_hit: Count = 0
    to_kill: Count = 0

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Add them, up to the most that count."""
        same = sheet.aim is not None and sheet.aim.target == self.target
        old = sheet.aim if same and sheet.aim is not None else Aim(target=self.target)
        aim = Aim(
            target=self.target,
            to_hit=min(MOST_AIM, old.to_hit + self.to_hit),
            to_kill=min(MOST_AIM, old.to_kill + self.to_kill),
        )
        return sheet.replace(aim=aim)


class AimLost(SheetEvent):
    """Aiming came to nothing, or was used up."""

    kill_only: bool = False
    """Only what was aimed for the kill is lost."""

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Forget it."""
        if self.kill_only and sheet.aim is not None and sheet.aim.to_hit:
            return sheet.replace(aim=sheet.aim.replace(to_kill=0))
        return sheet.replace(aim=None)


class _WeaponEvent(SheetEvent):
    """An event that changes one weapon; nothing where it is no longer carried."""

    weapon: str

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change that weapon."""
        changed = (
            one.replace(**self.changes(one)) if one.id == self.weapon else one
            for one in sheet.weapons
        )
        return sheet.replace(weapons=tuple(changed))

    def changes(self, weapon: Weapon) -> dict[str, Any]:
        """Return the fields that change."""
        raise NotImplementedError


class AmmoSpent(_WeaponEvent):
    """Rounds were fired."""

    rounds: Count

    def changes(self, weapon: Weapon) -> dict[str, Any]:
        """Take them off, where they are counted."""
        return {} if weapon.loaded is None else {"loaded": max(0, weapon.loaded - self.rounds)}


class Drawing(_WeaponEvent):
    """Minor actions were spent on drawing a weapon."""

    actions: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Change all entries of that thing: a dagger in hand can be thrown."""
        things = {one.id for one in sheet.same_things(self.weapon)}
        changed = (
            one.replace(**self.changes(one)) if one.id in things else one for one in sheet.weapons
        )
        return sheet.replace(weapons=tuple(changed))

    def changes(self, weapon: Weapon) -> dict[str, Any]:
        """Count them; it is ready once they are enough."""
        done = weapon.draw_done + self.actions
        is_ready = done >= weapon.draw_minor
        return {"draw_done": 0 if is_ready else done, "ready": is_ready}


class Reloading(_WeaponEvent):
    """Minor actions were spent on reloading a weapon."""

    actions: Count

    def changes(self, weapon: Weapon) -> dict[str, Any]:
        """Count them; it is loaded once they are enough."""
        done = weapon.reload_done + self.actions
        if done < weapon.reload_minor:
            return {"reload_done": done}
        return {"reload_done": 0, "loaded": weapon.magazine}
