"""What combatants are offered now, and what can be set of it, each asked why not.

Declared offers are made actions, which are asked when somebody wants to know.

The reason is the command's own: it is rehearsed up to its first roll, or up to where what has still
to be chosen on the map would count. Most of a long list is out of sight, and asked nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit.not_chosen_yet import UNCHOSEN
from gridwar.engine.kit.offers_and_actions import Action, Asked, Variant, offers_of
from gridwar.engine.perception.detection import known_fight
from gridwar.engine.play.procedure_of_command import handlers_of
from gridwar.engine.play.rehearsal import why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit.command_draft import CommandChoice, Draft
    from gridwar.engine.kit.offers_and_actions import Offer, Target
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


_AS_DECLARED = (Variant(),)


def actions_of(system: System, encounter: Encounter, actor: str | None) -> tuple[Action, ...]:
    """Return all that a combatant (the fight as a whole for None) is offered.

    They stand by heading in the system's order, within one in the order of declaration. A command
    that names nobody who acts, or whom it is about, is offered to the fight as a whole.
    """
    places = {group: number for number, group in enumerate(system.offers.groups)}
    found = sorted(
        _declared(system, encounter, actor, _offered(system)),
        key=lambda one: places.get(one.group, len(places)),
    )
    return tuple(found)


def out_of_turn_of(system: System, encounter: Encounter, who: str) -> tuple[Action, ...]:
    """Return what a combatant can do now whoever has the turn."""
    known = _offered_out_of_turn(system)
    return tuple(one for one in _declared(system, encounter, who, known) if one.refusal is None)


_Known = tuple[tuple[type["Command"], "Offer"], ...]


@lru_cache(maxsize=32)
def _offered(system: System) -> _Known:
    return tuple(
        (command, offer)
        for command, procedure in handlers_of(system).items()
        for offer in (*offers_of(command), *offers_of(procedure))
    )


@lru_cache(maxsize=32)
def _offered_out_of_turn(system: System) -> _Known:
    return tuple((command, offer) for command, offer in _offered(system) if offer.out_of_turn)


def _declared(
    system: System, encounter: Encounter, actor: str | None, known: _Known
) -> Iterator[Action]:
    for command, offer in known:
        acts = command.model_fields["actor"].is_required()
        is_of_all = not acts and not offer.about
        if is_of_all != (actor is None):
            continue
        each = offer.each
        variants = _AS_DECLARED if each is None else each(encounter, actor or "")
        for variant in variants:
            yield _action(system, encounter, _Making(command, offer, variant, actor))


class _Making:
    """One variant of an offer, on its way to an action."""

    def __init__(
        self, command: type[Command], offer: Offer, variant: Variant, actor: str | None
    ) -> None:
        self.command = command
        self.offer = offer
        self.variant = variant
        acts = command.model_fields["actor"].is_required()
        who = {offer.about or "actor": actor} if acts or offer.about else {}
        self.fields: dict[str, object] = {**who, **variant.fields}

    @property
    def name(self) -> str:
        """The id of the offer."""
        return self.offer.id or self.command.kind.rpartition(".")[2]

    @property
    def id(self) -> str:
        return self.keyed(self.variant.key)

    def keyed(self, key: str) -> str:
        """Return the id of the variant with a key."""
        return f"{self.name}:{key}" if key else self.name

    def incomplete(self) -> Command:
        """Return the command with nothing chosen on the map yet."""
        open_fields = dict.fromkeys(self.offer.fields.values(), UNCHOSEN)
        return self.command.constant(**(open_fields | self.fields))

    def made(self) -> Callable[[Target], Command]:
        """Return what makes the command of a choice."""
        command, fields, needs = self.command, self.fields, self.offer.fields
        others, first = self.offer.others, self.fields.get(self.offer.about)

        def make(target: Target) -> Command:
            chosen = {name: target.chosen(need) for need, name in needs.items()}
            if others:
                chosen[others] = tuple(one for one in target.combatants if one != first)
            if target.climbs and "climbs" in command.model_fields:
                chosen["climbs"] = target.climbs
            return command.model_validate(fields | chosen)

        return make


def _action(system: System, encounter: Encounter, making: _Making) -> Action:
    offer, variant, command = making.offer, making.variant, making.incomplete()
    candidates = offer.candidates
    words = offer.title if variant.title is None else variant.title
    title = _filled(words, variant)
    stem, choice = _stem_and_choice(words, variant)
    return Action(
        id=making.id,
        title=title,
        icon=offer.icon if variant.icon is None else variant.icon,
        make=making.made(),
        needs=tuple(offer.fields),
        note=_filled(offer.note if variant.note is None else variant.note, variant),
        asked=Asked(
            lambda: offer.priced(encounter, command).pips,
            lambda: why_not(system, encounter, command),
        ),
        weapon=variant.weapon,
        group=offer.group,
        prepared=offer.prepared,
        candidates=None if candidates is None else lambda: candidates(encounter, command),
        out_of_turn=offer.out_of_turn,
        takes_others=bool(offer.others),
        role=offer.role if variant.role is None else variant.role,
        offer=making.name,
        stem=stem,
        choice=variant.choice or choice or title,
        same_as="" if variant.same_as is None else making.keyed(variant.same_as),
        is_about=bool(offer.about),
        moves_first=offer.moves_first,
    )


_ENDS_WITH_NAME = re.compile(r"(?P<stem>[^{}]*[^{}:\s]):?\s*\{(?P<name>\w+)\}")


def _stem_and_choice(words: str, variant: Variant) -> tuple[str, str]:
    """Return what a title says of all variants and of this one; nothing where it is not so made."""
    parts = _ENDS_WITH_NAME.fullmatch(words) if variant.names else None
    return ("", "") if parts is None else (parts["stem"], str(variant.names[parts["name"]]))


def _filled(text: str, variant: Variant) -> str:
    return text.format(**variant.names) if variant.names else text


def drafted(
    system: System, encounter: Encounter, command: Command, side: str | None = None
) -> Draft:
    """Return what a system says of a command, with why not beside what cannot be chosen.

    What speaks against the command as it stands, whatever is chosen, speaks against no value.

    Args:
        system: The rules.
        encounter: The present state.
        command: What is wanted.
        side: What this side knows decides; None for all that the GM knows.
    """
    draft = system.draft(encounter, command)
    if not draft.choices:
        return draft
    known = known_fight(system, encounter, side)
    against = why_not(system, known, command)
    code = "" if against is None else against.code

    def judged(choice: CommandChoice) -> CommandChoice:
        reasons = [
            against if one.command == command else why_not(system, known, one.command)
            for one in choice.options
        ]
        helps = None in reasons
        options = (
            one
            if reason is None or (reason.code == code and not helps)
            else replace(one, why_not=one.why_not or reason.text)
            for one, reason in zip(choice.options, reasons, strict=True)
        )
        return replace(choice, options=tuple(options))

    return replace(draft, choices=tuple(map(judged, draft.choices)))
