"""Combatants between fights: copied as text, pasted, taken along to the library or the next fight.

What belongs to a fight stays behind (``System.fresh``); wounds, ammunition and notes come along.
Between different rules nothing is taken over: the reason is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.maps.map_taken_along import (
    MapParts,
    lights_for,
    part_fields,
    parts_given,
    taken_map,
    taken_vision,
)
from gridwar.control.maps.placing_combatants import kept_together
from gridwar.control.records.form_records import FieldKind, FieldView, FormView
from gridwar.control.records.panel_records import Choice
from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.journal_rows import ROOT
from gridwar.errors import InputError
from gridwar.model.events_combatants import CombatantAdded
from gridwar.model.geometry import Cell
from gridwar.storage.combatants_json import CombatantBundle, bundle_text, read_bundle
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

NEXT_FIGHT, LIBRARY = "fight", "library"


def combatants_of(
    controller: Controller, who: Iterable[str], pictures: PictureSource | None
) -> CombatantBundle:
    """Return some of a fight's combatants with their pictures, places included."""
    everyone = controller.encounter.combatants
    combatants = tuple(everyone[one] for one in who if one in everyone)
    found: dict[str, bytes] = {}
    borne = [each for one in combatants for each in (one.picture, one.public_picture) if each]
    for digest in borne:
        data = pictures.picture_bytes(digest) if pictures else None
        if data is not None:
            found[digest] = data
    return CombatantBundle(controller.system.id, combatants, frozendict(found))


def as_text(controller: Controller, who: Iterable[str], pictures: PictureSource | None) -> str:
    """Return some of a fight's combatants as text for the clipboard or a file."""
    return bundle_text(combatants_of(controller, who, pictures), controller.system)


def read_for(system: System, text: str | bytes, name: str) -> CombatantBundle:
    """Read combatants for a fight under some rules.

    Raises:
        FileError: The text holds none, or they do not fit.
        InputError: They belong to other rules.
    """
    bundle = read_bundle(text, find_system, name)
    refuse_others(system, bundle, name)
    return bundle


def refuse_others(system: System, bundle: CombatantBundle, name: str) -> None:
    """Raise unless combatants belong to some rules.

    Raises:
        InputError: They belong to others.
    """
    if bundle.system_id != system.id:
        there = find_system(bundle.system_id).title
        text = _(
            "{name}: these combatants belong to {there}, but this fight uses {here}, where their "
            "values mean nothing. Create them again from a sample or a blank one."
        )
        raise InputError(text.format(name=name, there=there, here=system.title))


def pasting(controller: Controller, combatants: tuple[Combatant, ...], near: Cell) -> AddCombatants:
    """Return the command by which copies join, standing to each other as they did."""
    sides = controller.encounter.sides
    first = next(iter(sides), "1")
    copies = tuple(
        controller.system.fresh(one).replace(
            pos=one.pos, side=one.side if one.side in sides else first
        )
        for one in combatants
    )
    placed = kept_together(controller.encounter, copies, near)
    return AddCombatants(combatants=placed, rolls=True)


# --- taking along --------------------------------------------------------------------------------

PARTY, EVERYBODY, TICKED = "party", "all", "ticked"
AS_NOW, AS_BEGUN = "now", "begun"


class Taken(Struct, frozen=True):
    """What is to be taken along, as the form was filled in."""

    where: str
    who: tuple[str, ...]
    as_begun: bool = False
    """As they were when the fight began, rather than as they are."""
    map: bool = False
    parts: MapParts = MapParts()
    """What of the map, if it comes along."""
    notes: bool = False
    handouts: bool = False
    house_rules: bool = True

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is left to take along there."""
        has_more = self.where == NEXT_FIGHT and (self.map or self.notes or self.handouts)
        return not self.who and not has_more


class NextFight(Struct, frozen=True):
    """A fight that begins with what was taken along.

    Attributes:
        first: its first state.
        drawn: what is then drawn on its map.
    """

    first: Encounter
    drawn: tuple[Command, ...] = ()


def take_form(controller: Controller) -> FormView:
    """Return the form that asks what to take along, and where to."""
    encounter = controller.encounter
    hint = _("Turns, Initiative and actions start anew; this fight stays as it is.")
    party = [one for one in encounter.sides.values() if one.stance == "party"]
    people = (
        Choice(TICKED, _("Those ticked below")),
        *((Choice(PARTY, ", ".join(one.name for one in party)),) if party else ()),
        Choice(EVERYBODY, _("Everybody")),
    )
    states = (Choice(AS_NOW, _("As they are")), Choice(AS_BEGUN, _("As the fight began")))
    places = (Choice(NEXT_FIGHT, _("A new fight")), Choice(LIBRARY, _("My library: people only")))
    fields = [
        _choice("where", _("Where to"), places),
        replace(_choice("who", _("People"), people), half=True),
        replace(_choice("state", _("Their wounds"), states)),
        _flag("map", _("The map"), on=False),
        *_in_pairs(part_fields(encounter, LaidMap(controller.session).base())),
        _flag("notes", _("Notes of the fight"), on=bool(encounter.notes), half=True),
        _flag("handouts", _("Handouts"), on=bool(encounter.handouts)),
        _flag("rules", _("House rules, settings"), on=True),
    ]
    for side_id, side in encounter.sides.items():
        ours = [one for one in encounter.combatants.values() if one.side == side_id]
        ticks = [_tick(controller, one, side.name) for one in ours]
        fields += _in_pairs(ticks)
    return FormView(_("New fight with \u2026"), hint, tuple(fields), _("Begin"))


def _in_pairs(ticks: Sequence[FieldView]) -> list[FieldView]:
    """Return ticks of which two share a line."""
    return [
        replace(tick, half=at % 2 == 0 and at + 1 < len(ticks)) for at, tick in enumerate(ticks)
    ]


def _choice(key: str, words: str, choices: tuple[Choice, ...]) -> FieldView:
    return FieldView(key, words, FieldKind.CHOICE, choices[0].id, choices)


def _flag(key: str, words: str, *, on: bool, half: bool = False) -> FieldView:
    return FieldView(key, words, FieldKind.FLAG, on, half=half)


def _tick(controller: Controller, one: Combatant, side: str) -> FieldView:
    card = controller.rules_cache.card(one.id)
    words = [f"{pool.label} {pool.now}/{pool.full}" for pool in card.pools[:1]]
    words += [_("out of the fight")] if card.out else []
    words += [_("set aside")] if one.aside else []
    selected = controller.view.selected
    ticked = one.id in selected if len(selected) > 1 else not card.out
    return FieldView(
        f"who.{one.id}", one.name, FieldKind.FLAG, ticked, hint=", ".join(words), group=side
    )


def taken(encounter: Encounter, given: Mapping[str, object]) -> Taken:
    """Return what to take along of a fight, as the form was filled in."""
    everybody, people = encounter.combatants, given.get("who", TICKED)
    ticked = [key.removeprefix("who.") for key, on in given.items() if key[:4] == "who." and on]
    party = {key for key, side in encounter.sides.items() if side.stance == "party"}
    who = {
        EVERYBODY: [*everybody],
        PARTY: [key for key, one in everybody.items() if one.side in party],
    }.get(str(people), ticked)
    return Taken(
        str(given.get("where", NEXT_FIGHT)),
        tuple(who),
        as_begun=given.get("state") == AS_BEGUN,
        map=bool(given.get("map")),
        parts=parts_given(given),
        notes=bool(given.get("notes")),
        handouts=bool(given.get("handouts")),
        house_rules=bool(given.get("rules", True)),
    )


def people_of(controller: Controller, wanted: Taken) -> tuple[Combatant, ...]:
    """Return whom to take along, as they are or as they were when the fight began."""
    now, begun = controller.encounter.combatants, {}
    if wanted.as_begun:
        begun = _as_begun(controller)
    places = {key: one.pos for key, one in now.items()}
    return tuple(
        begun.get(key, now[key]).replace(pos=places[key]) for key in wanted.who if key in now
    )


def _as_begun(controller: Controller) -> dict[str, Combatant]:
    """Return everybody as they were before the first round; who came later, as they came."""
    session = controller.session
    history, position = session.history, session.position
    found = dict(history.state(ROOT).combatants)
    for row in history.line(position.cursor):
        if isinstance(row.command, BeginFight):
            found = dict(history.state(row.parent).combatants)
        found |= {
            one.combatant.id: one.combatant for one in row.events if isinstance(one, CombatantAdded)
        }
    return found


def next_fight(controller: Controller, wanted: Taken) -> NextFight:
    """Return the fight that begins with what was taken along.

    People stand to each other as they did: where they stood, where the map comes along, else near
    the middle.
    """
    system, old = controller.system, controller.encounter
    first = system.new_encounter(old.title).replace(sides=old.sides)
    drawn: tuple[Command, ...] = ()
    if wanted.house_rules:
        first = first.replace(switches=old.switches, settings=old.settings)
    if wanted.notes:
        first = first.replace(notes=old.notes)
    if wanted.handouts:
        first = first.replace(handouts=old.handouts)
    if wanted.map:
        laid = LaidMap(controller.session).base()
        page, drawn = taken_map(old.map, laid, wanted.parts)
        first = first.replace(map=page, vision=taken_vision(old, wanted.parts, first.sides))
    people = people_of(controller, wanted)
    fresh = tuple(system.fresh(one).replace(pos=one.pos) for one in people)
    near = Cell(first.map.width // 3, first.map.height // 3)
    stood = [one.pos for one in people if one.pos is not None]
    if wanted.map and stood:
        near = Cell(min(one.x for one in stood), min(one.y for one in stood))
    placed = kept_together(first, fresh, near)
    for one in placed:
        first = first.with_combatant(one)
    bearers = {was.id: one.id for was, one in zip(people, placed, strict=True)}
    return NextFight(first.replace(map=lights_for(first.map, bearers)), drawn)


def next_on_map(old: Encounter, laid: BattleMap, first: Encounter, parts: MapParts) -> NextFight:
    """Return a fight on the map of another, without its people.

    Args:
        old: The other fight.
        laid: Its map as it was laid.
        first: The fight as it would begin on a blank page.
        parts: What of the map comes along.
    """
    page, drawn = taken_map(old.map, laid, parts)
    vision = taken_vision(old, parts, first.sides)
    handouts = old.handouts if parts.handouts else ()
    first = first.replace(map=lights_for(page, {}), vision=vision, handouts=handouts)
    return NextFight(first, drawn)


def map_form(controller: Controller) -> FormView | None:
    """Return the form that asks what of the map a new fight keeps; None for nothing to ask."""
    encounter = controller.encounter
    fields = part_fields(encounter, LaidMap(controller.session).base())
    if encounter.handouts:
        fields = (*fields, _flag("handouts", _("Handouts"), on=True))
    if not fields:
        return None
    hint = _("Nobody comes along; this fight stays as it is.")
    return FormView(_("New fight on this map"), hint, tuple(_in_pairs(fields)), _("Begin"))
