"""Libraries that are loaded late behave like libraries that are loaded at once."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from gridwar.doors import is_open, put_up

_NAME = "this"  # of the standard library, and nobody else imports it


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> object:
    """Stand a door before a library."""
    monkeypatch.delitem(sys.modules, _NAME, raising=False)
    put_up(_NAME)
    return import_module(_NAME)


def test_a_library_behind_a_door_is_loaded_when_something_of_it_is_used(
    door: object, capsys: pytest.CaptureFixture[str]
) -> None:
    """Importing does nothing; the first name asked for loads it and is its own."""
    assert not is_open(_NAME)
    assert capsys.readouterr().out == ""
    assert getattr(door, "c") == 97  # noqa: B009 the alphabet that "this" leaves behind
    assert "Zen" in capsys.readouterr().out
    assert is_open(_NAME)


def test_looking_at_a_door_does_not_open_it(door: object) -> None:
    """Tools that walk through all modules ask for dunder names only, and load nothing."""
    assert not hasattr(door, "__file__")
    assert not is_open(_NAME)


def test_a_library_that_is_there_gets_no_door() -> None:
    """What is loaded stays as it is."""
    put_up("sys")
    assert is_open("sys")
    assert import_module("sys") is sys
