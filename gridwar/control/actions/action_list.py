"""How the actions of somebody stand in their list: usual ones, groups, and what cannot be done now.

The one place that orders them; digits, palette and panel go by it. It asks the rules for prices
and reasons, and knows no words but the headings that no rule system has.

A row stands for one action, with the same at another price beside it, or for the variants of one
offer, as chips. What is usual goes by what actions are for, or by what the game master put there,
and never by whether it can be done now: rows and digits stay where they are during a fight.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct, field

from gridwar.control.user_settings import MOST_USUAL
from gridwar.engine.kit.offers_and_actions import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gridwar.control.state.view_state import ListChoices
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.question_and_refusal import Refusal

MOST_DIGITS: Final = 9
"""So many of the list are chosen by a digit."""
USUAL: Final = (
    (Role.STRIKE, 2),
    (Role.MOVE, 1),
    (Role.READY, 1),
    (Role.GUARD, 1),
    (Role.MOVE, 2),
    (Role.OTHER, 1),
    (Role.READY, 2),
    (Role.HELP, 1),
    (Role.STRIKE, 3),
)
"""Up to how many of each kind are usual, in the order in which they get a place.

Of what is for nothing else (``OTHER``) only what is done to a foe: a hold, a trip.
"""
_ORDER: Final = (Role.STRIKE, Role.MOVE, Role.READY, Role.GUARD, Role.OTHER, Role.HELP)
_ACTS: Final = frozenset({Role.STRIKE, Role.MOVE, Role.READY, Role.GUARD, Role.LEAVE})
_MOST_JOINED: Final = 6
"""Rows of small groups that stand under one heading."""
_SMALL: Final = 2
"""A group of so many rows joins its neighbour."""
_RUN: Final = 3
"""So many of one offer that cost nothing are chips below their heading."""
_SHARE: Final = 3
"""A group is folded where less than one part in so many is an act of a turn."""


class Row(Struct, frozen=True):
    """One row: an action with the same at another price, or several variants of one offer."""

    key: str
    """By what it is kept among the usual, for other combatants too."""
    actions: tuple[Action, ...]
    beside: tuple[Action, ...] = ()

    @property
    def every(self) -> tuple[Action, ...]:
        """All actions of it."""
        return (*self.actions, *self.beside)

    @property
    def is_possible(self) -> bool:
        """Whether any of them can be done now."""
        return any(one.refusal is None for one in self.every)


class Group(Struct, frozen=True):
    """What stands under a heading, which may be that of several small groups."""

    titles: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    chips: tuple[Action, ...] = ()
    is_rare: bool = False
    """Whether it stands below the others, folded until somebody unfolds it."""
    is_folded: bool = False

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions under it."""
        return (*(one for row in self.rows for one in row.every), *self.chips)


class NotNow(Struct, frozen=True):
    """What cannot be done now for one reason."""

    reason: Refusal
    actions: tuple[Action, ...]
    is_folded: bool = True


class ActionList(Struct, frozen=True):
    """The whole list, and the digits that choose from it."""

    usual: tuple[Row, ...] = ()
    groups: tuple[Group, ...] = ()
    not_now: tuple[NotNow, ...] = ()
    digits: Mapping[str, str] = field(default_factory=frozendict)
    """The id of the action that a digit chooses."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions in the order of the list."""
        first = [one for row in self.usual for one in row.every]
        first += [one for group in self.groups for one in group.actions]
        return (*first, *(one for part in self.not_now for one in part.actions))


def in_list_order(actions: tuple[Action, ...], choices: ListChoices) -> ActionList:
    """Return actions as their list has them.

    Args:
        actions: All that somebody is offered, by heading.
        choices: What the game master chose of the list.
    """
    keys = _keys(actions)
    usual = _usual(actions, keys, choices.usual)
    taken = {one.id for row in usual for one in row.every}
    rest = tuple(one for one in actions if one.id not in taken)
    groups, refused = [], []
    rare = {title for title, found in _by_heading(actions) if _is_rare(found)}
    for title, found in _by_heading(rest):
        group, against = _group(title, found, keys, is_rare=title in rare)
        groups.append(group)
        refused += against
    shown = [one for one in groups if one.actions]
    often = [one for one in shown if not one.is_rare]
    ordered = (*_joined(often), *(one for one in shown if one.is_rare))
    folded = tuple(_as_chosen(one, choices) for one in ordered)
    digits = _digits(usual, folded)
    return ActionList(usual, folded, _by_reason(refused, choices), digits)


def _by_heading(actions: tuple[Action, ...]) -> Iterator[tuple[str, tuple[Action, ...]]]:
    for title, found in groupby(actions, key=lambda one: one.group):
        yield title, tuple(found)


# --- rows ----------------------------------------------------------------------------------------


def _keys(actions: Iterable[Action]) -> dict[str, str]:
    """Return by what each action is kept among the usual: the n-th weapon of its offer, its id."""
    counted: Counter[str] = Counter()
    found = {}
    for one in actions:
        if one.same_as:
            continue
        kind = one.offer if one.stem else f"{one.offer} {one.title}"
        if one.weapon and (one.needs or not one.stem):
            counted[kind] += 1
            found[one.id] = f"{kind} #{counted[kind]}"
        elif one.stem and not one.needs:
            found[one.id] = f"{kind} *"
        else:
            found[one.id] = one.id
    return found


def _rows(actions: Iterable[Action], keys: Mapping[str, str]) -> Iterator[Row]:
    """Yield the rows of actions: variants that need nothing and cost the same share one."""
    listed = tuple(actions)
    ids = {one.id for one in listed}
    done: set[str] = set()
    for one in listed:
        if one.id in done or (one.same_as in ids and one.same_as != one.id):
            continue
        same = tuple(other for other in listed if other.same_as == one.id)
        sisters = (one,) if one.needs or same else tuple(_sisters(one, listed))
        done.update(other.id for other in sisters)
        yield Row(keys.get(one.id, one.id), sisters, same)


def _sisters(one: Action, among: Iterable[Action]) -> Iterator[Action]:
    """Yield the variants of the same offer, with the same words and price, that need nothing."""
    words, price = one.stem or one.title, one.price
    for other in among:
        if (other.offer, other.needs, other.stem or other.title) != (one.offer, (), words):
            continue
        if other is one or (one.offer and not other.same_as and other.price == price):
            yield other


# --- usual ---------------------------------------------------------------------------------------


def _usual(
    actions: tuple[Action, ...], keys: Mapping[str, str], chosen: tuple[str, ...]
) -> tuple[Row, ...]:
    """Return the rows that stand first: those chosen that there are, else those the roles say."""
    rows = [row for key in chosen if (row := _row_of(key, actions, keys)) is not None]
    return tuple(rows or (_with_same(one, actions, keys) for one in _by_role(actions)))


def _row_of(key: str, actions: tuple[Action, ...], keys: Mapping[str, str]) -> Row | None:
    meant = tuple(one for one in actions if keys.get(one.id) == key)
    if len(meant) > 1:
        return next(iter(_rows(meant, keys)))
    return _with_same(meant[0], actions, keys) if meant else None


def _with_same(one: Action, actions: Iterable[Action], keys: Mapping[str, str]) -> Row:
    same = tuple(other for other in actions if other.same_as == one.id)
    return Row(keys[one.id], (one,), same)


def _by_role(actions: tuple[Action, ...]) -> list[Action]:
    """Return what most turns are made of, by what actions are for; chips never are."""
    able = [one for one in actions if not one.same_as and not _is_chip(one)]
    kinds = {role: [one for one in able if one.role is role] for role in _ORDER}
    kinds[Role.OTHER] = [one for one in kinds[Role.OTHER] if one.need == "combatant"]
    kinds[Role.MOVE].sort(key=lambda one: one.need != "path")  # a way before a posture
    found: list[Action] = []
    for role, most in USUAL:
        new = [one for one in kinds[role][:most] if one not in found]
        found += new[: MOST_USUAL - len(found)]
    return sorted(found, key=lambda one: _ORDER.index(one.role))


def _is_chip(one: Action) -> bool:
    """Tell whether it shares a row with its sisters, where it has some."""
    return bool(one.stem) and not one.needs


# --- groups --------------------------------------------------------------------------------------


def _group(
    title: str, actions: tuple[Action, ...], keys: Mapping[str, str], *, is_rare: bool
) -> tuple[Group, list[Action]]:
    """Return a group of what can be done, and what of it cannot."""
    chips = _chips(actions)
    of_chips = {one.id for one in chips}
    rows, refused = [], [one for one in chips if one.refusal is not None]
    for row in _rows((one for one in actions if one.id not in of_chips), keys):
        if len(row.actions) > 1:
            possible = tuple(one for one in row.actions if one.refusal is None)
            refused += [one for one in row.actions if one.refusal is not None]
            if possible:
                rows.append(Row(row.key, possible))
        elif row.is_possible:
            rows.append(row)
        else:
            refused += row.every
    is_rare = is_rare and not _is_bought(chips, actions)
    able = tuple(one for one in chips if one.refusal is None)
    return Group((title,), tuple(rows), able, is_rare), refused


def _chips(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return what is a chip below the heading: a run of one offer that costs nothing, or all."""
    plain = [one for one in actions if not one.needs and not one.same_as]
    whole = len(plain) == len(actions) and len({(one.offer, one.price) for one in plain}) == 1
    if whole and len(plain) >= _RUN:
        return actions
    runs = Counter(one.offer for one in plain if not one.price and not one.stem)
    return tuple(
        one
        for one in plain
        if not one.price and not one.stem and one.offer and runs[one.offer] >= _RUN
    )


def _is_bought(chips: tuple[Action, ...], actions: tuple[Action, ...]) -> bool:
    """Tell whether a group is chips alone that cost something: they are acts of a turn."""
    return len(chips) == len(actions) and all(one.price for one in chips)


def _is_rare(actions: tuple[Action, ...]) -> bool:
    """Tell whether nearly nothing of a group is an act of a turn, usual ones counted too."""
    own = [one for one in actions if not one.same_as]
    acts = sum(one.role in _ACTS or (one.role is Role.OTHER and bool(one.needs)) for one in own)
    return acts * _SHARE < len(own)


def _joined(groups: Iterable[Group]) -> Iterator[Group]:
    """Yield groups, small ones under one heading with their neighbour."""
    before: Group | None = None
    for group in groups:
        if before is not None and _may_join(before, group):
            before = Group((*before.titles, *group.titles), (*before.rows, *group.rows))
            continue
        if before is not None:
            yield before
        before = group
    if before is not None:
        yield before


def _may_join(one: Group, other: Group) -> bool:
    is_small = min(len(one.rows), len(other.rows)) <= _SMALL
    is_short = len(one.rows) + len(other.rows) <= _MOST_JOINED
    return is_small and is_short and not one.chips and not other.chips


def _as_chosen(group: Group, choices: ListChoices) -> Group:
    """Return a group folded as the game master left it, else where it is rare."""
    chosen = [choices.folded.get(title, group.is_rare) for title in group.titles]
    return Group(group.titles, group.rows, group.chips, group.is_rare, all(chosen))


def _by_reason(refused: Iterable[Action], choices: ListChoices) -> tuple[NotNow, ...]:
    found: dict[str, list[Action]] = {}
    for one in refused:
        if one.refusal is not None:
            found.setdefault(one.refusal.code, []).append(one)
    return tuple(
        NotNow(reason, tuple(ones), code not in choices.reasons_open)
        for code, ones in found.items()
        if (reason := ones[0].refusal) is not None
    )


def _digits(usual: tuple[Row, ...], groups: tuple[Group, ...]) -> Mapping[str, str]:
    """Return what each digit chooses: usual rows, possible or not, then what can be done."""
    rows = [row for row in usual if len(row.actions) == 1]
    for group in groups:
        if not group.is_folded:
            rows += [row for row in group.rows if len(row.actions) == 1 and _is_free(row)]
    digits = map(str, range(1, MOST_DIGITS + 1))
    return frozendict({digit: row.actions[0].id for digit, row in zip(digits, rows, strict=False)})


def _is_free(row: Row) -> bool:
    return row.actions[0].refusal is None
