"""A state that its own types refuse is found when it is made."""

from __future__ import annotations

from frozendict import frozendict
from pydantic import Field

from gridwar.model.record import FrozenMap, Record
from gridwar.model.validation import misfit_in


class Inner(Record):
    """Something bounded."""

    size: int = Field(default=1, ge=1, le=5)
    name: str = ""


class Outer(Record):
    """Bounded things in every place."""

    one: Inner = Inner()
    many: tuple[Inner, ...] = ()
    keyed: FrozenMap[str, Inner] = frozendict()


START = Outer(many=(Inner(), Inner(size=2)), keyed=frozendict(a=Inner()))
WRONG = Inner().replace(size=9)


def test_what_fits_is_no_misfit() -> None:
    """Changes within their bounds are let through."""
    assert misfit_in(START.replace(one=Inner(size=5)), START) == ""
    assert misfit_in(START, None) == ""


def test_a_value_out_of_bounds_is_named_with_its_place() -> None:
    """Wherever it stands: in a field, a list, a mapping."""
    assert misfit_in(START.replace(one=WRONG), START).startswith("one.size: ")
    assert misfit_in(START.replace(many=(START.many[0], WRONG)), START).startswith("many.1.size: ")
    changed = START.replace(keyed=START.keyed.set("a", WRONG))
    assert misfit_in(changed, START).startswith("keyed.a.size: ")


def test_half_a_character_is_found() -> None:
    """A text that no file can hold is a misfit."""
    changed = START.replace(one=Inner().replace(name="\ud800"))
    assert misfit_in(changed, START) == "one.name: half a character in it"


def test_what_was_there_before_is_not_looked_at() -> None:
    """Only what differs from the state before is validated: the rest has been."""
    before = START.replace(one=WRONG)
    assert misfit_in(before.replace(many=()), before) == ""
