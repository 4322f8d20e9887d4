"""Records: constants without validation, and types that stand where texts were written."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest
from pydantic import ValidationError

import gridwar.model
import gridwar.systems.arrgs
import gridwar.systems.cepheus
from gridwar.model.record import Record


def _records(package: object) -> list[tuple[str, Record]]:
    """Return the records that the modules of a package hold, by name."""
    name, path = vars(package)["__name__"], vars(package)["__path__"]
    modules = [one.name for one in pkgutil.walk_packages(path, f"{name}.")]
    return [
        (f"{module}.{key}", value)
        for module in modules
        for key, value in vars(import_module(module)).items()
        if isinstance(value, Record)
    ]


def _kinds(above: type[Record]) -> set[type[Record]]:
    return {above}.union(*(_kinds(one) for one in above.__subclasses__()))


@pytest.mark.parametrize(
    "package",
    [gridwar.model, gridwar.systems.cepheus, gridwar.systems.arrgs],
    ids=["model", "cepheus", "arrgs"],
)
def test_constants_of_the_program_are_what_validation_would_make(package: object) -> None:
    """They are taken as they are, so that nothing is built for them while modules load."""
    found = _records(package)
    assert found
    for name, value in found:
        assert type(value).model_validate(value.__dict__) == value, name


def test_a_constant_of_defaults_alone_is_a_plain_record() -> None:
    """Defaults and their factories are those of the constructor; no field is named as given."""
    checked = 0
    for kind in _kinds(Record):
        if not any(field.is_required() for field in kind.model_fields.values()):
            constant, made = kind.constant(), kind()
            assert (constant, hash(constant)) == (made, hash(made)), kind
            assert constant.model_fields_set == made.model_fields_set == set()
            checked += 1
    assert checked > 20


def test_a_record_within_a_function_may_name_what_is_there() -> None:
    """Names that a module does not know are left to pydantic, which looks around."""

    class Inner(Record):
        number: int = 0

    class Outer(Record):
        inner: Inner
        others: tuple[Outer, ...] = ()

    outer = Outer.model_validate({"inner": {"number": 3}, "others": [{"inner": {"number": 4}}]})
    assert outer.others[0].inner == Inner(number=4)
    with pytest.raises(ValidationError, match="number"):
        Outer.model_validate({"inner": {"number": "many"}})
