"""The tests of rules, collected once; each mutant is tried by them in a fork of its own.

A fork has all modules loaded and is thrown away, so that a mutant is made by exchanging the code of
one function, and costs no more than the tests that are marked with its rule.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import defaultdict
from types import FunctionType
from typing import TYPE_CHECKING

from _pytest.runner import runtestprotocol

from tests.mutants.breaking import codes_in, defaults_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from types import CodeType

    import pytest

    from tests.mutants.breaking import Constant, Mutant

LIVED, DIED, SLOW, ODD = 0, 1, 2, 3
"""What a fork ends with: all tests passed, one failed, it took too long, nothing could be tried."""
MOST_S = 30.0
_LOOK_S = 0.01


class RuleTests:
    """A plugin of pytest that keeps what was collected by rule, and hands over instead of running.

    Args:
        act: What is done once all tests are collected.
    """

    def __init__(self, act: Callable[[RuleTests], None]) -> None:
        self._act = act
        self.by_rule: defaultdict[str, list[pytest.Item]] = defaultdict(list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Sort the tests by the rules they are marked with, and begin."""
        for item in session.items:
            for mark in item.iter_markers("rule"):
                for rule_id in mark.args:
                    self.by_rule[rule_id].append(item)
        self._act(self)
        return True

    def outcome(self, rule_ids: Iterable[str], mutate: Callable[[], bool]) -> int:
        """Return what the tests of some rules make of a change.

        Args:
            rule_ids: The rules.
            mutate: Makes the change in this process; returns whether there was anything to change.
        """
        items = list(dict.fromkeys(one for rule in rule_ids for one in self.by_rule[rule]))
        sys.stdout.flush()
        child = os.fork()
        if not child:
            os._exit(_in_fork(items, mutate))
        end = time.monotonic() + MOST_S
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else DIED
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return SLOW
            time.sleep(_LOOK_S)


def _in_fork(items: list[pytest.Item], mutate: Callable[[], bool]) -> int:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    if not mutate():
        return ODD
    for at, item in enumerate(items):
        following = items[at + 1] if at + 1 < len(items) else None
        try:
            reports = runtestprotocol(item, log=False, nextitem=following)
        except BaseException:  # noqa: BLE001 - what breaks pytest itself is noticed too
            return DIED
        if any(one.failed for one in reports):
            return DIED
    return LIVED


def exchanged(path: Path, name: str, mutant: Mutant) -> bool:
    """Give a function the code of a mutant wherever it is held; return whether it was found."""
    tree = mutant.tree()
    codes = {_place(one): one for one in codes_in(compile(tree, str(path), "exec"), name)}
    defaults, found = defaults_in(tree, name), False
    for one in gc.get_objects():
        code = codes.get(_place(one.__code__)) if type(one) is FunctionType else None
        if code is None or len(one.__code__.co_freevars) != len(code.co_freevars):
            continue
        if code.co_qualname == name:
            _set_defaults(one, defaults)
            found = True
        one.__code__ = code
    return found


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _set_defaults(function: FunctionType, defaults: dict[str, object]) -> None:
    """Exchange those values of arguments left out that are given; the code does not hold them."""
    had = function.__defaults__ or ()
    code = function.__code__
    named = code.co_varnames[code.co_argcount - len(had) : code.co_argcount]
    function.__defaults__ = tuple(
        defaults.get(name, value) for name, value in zip(named, had, strict=True)
    )
    only = function.__kwdefaults__ or {}
    function.__kwdefaults__ = {name: defaults.get(name, value) for name, value in only.items()}


def raised_by_one(package: str, constant: Constant) -> bool:
    """Add 1 to a number of a package wherever it was imported to."""
    found = False
    for name, module in list(sys.modules.items()):
        if name.startswith(package) and vars(module).get(constant.name) == constant.value:
            setattr(module, constant.name, constant.value + 1)
            found = True
    return found
