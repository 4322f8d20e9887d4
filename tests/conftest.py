"""What holds for every test: no display, no folders of the user's, no luck, no widget left."""

from __future__ import annotations

import gc
import itertools
import os
import sys
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support import collecting

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from gridwar.control.actions.odds_worker import OddsMaker
    from gridwar.engine.odds.odds_columns import Odds

# Before Qt is imported anywhere. Somebody who wants to watch sets the platform himself.
SCREEN = Path(__file__).parent / "support" / "screen.json"
"""A screen on which a window can be maximised: Qt's own is 800 pixels wide and high."""
if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={SCREEN}"

settings.register_profile(
    "gridwar",
    max_examples=50,
    deadline=None,  # a busy machine is not a failure
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("gridwar")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector rest while ten thousand tests are found: all of them stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


if collecting.WORKER:

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        collector: pytest.Collector,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Read the folders in the order of this worker."""
        report = yield
        if report.result:
            report.result = collecting.in_reading_order(collector, report.result)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
        """List the tests as the other workers do, before anything asks for their order."""
        items.sort(key=collecting.place)
        yield


@pytest.fixture(scope="session")
def user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return names for new folders: pytest would look through all of them to number the next."""
    place = tmp_path_factory.mktemp("users")
    return (place / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def user_folder(user_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test, and every process it starts, empty user folders of its own."""
    folder = next(user_folders)
    folder.mkdir()
    monkeypatch.setenv("GRIDWAR_HOME", str(folder))
    return folder


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Let the garbage collector rest: what is let go of is to be freed without it."""
    was_on = gc.isenabled()
    gc.disable()
    yield
    if was_on:
        gc.enable()


@pytest.fixture(autouse=True)
def patient_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let windows wait for ways, zones and tiles however busy it is: tests look for them."""
    monkeypatch.setattr("gridwar.control.moves.route_worker.PATIENCE_S", 60.0)
    monkeypatch.setattr("gridwar.ui.map.ground.tile_cache.PAINT_S", 60.0)


@pytest.fixture(scope="session")
def odds_makers() -> Iterator[weakref.WeakSet[OddsMaker]]:
    """Return all that were asked for odds, as long as something holds them."""
    from gridwar.control.actions.odds_worker import OddsMaker

    asked: weakref.WeakSet[OddsMaker] = weakref.WeakSet()
    ask = OddsMaker.ask

    def noted(self: OddsMaker, *given: Any, **named: Any) -> Odds | None:
        asked.add(self)
        return ask(self, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OddsMaker, "ask", noted)
        yield asked


@pytest.fixture(autouse=True)
def odds_end_with_their_test(odds_makers: weakref.WeakSet[OddsMaker]) -> Iterator[None]:
    """Stop looking for odds when a test is over: the next ones would wait for the processor."""
    yield
    for one in list(odds_makers):
        one.cancel()


_FAILED = pytest.StashKey[bool]()
_MANY_YOUNG = 100_000
"""So many new objects are looked at after a test, since the collector does not run by itself."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note that a test has failed: its traceback holds what it had in hand."""
    if call.excinfo is not None:
        item.stash[_FAILED] = True
    return (yield)


@pytest.fixture(autouse=True)
def no_widget_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test after which a top-level widget is still there, or something holds a window."""
    if "PySide6.QtWidgets" not in sys.modules:
        yield
        return
    from tests.support.leaks import Look

    look = Look()
    # As in the program, and for good: a thread of an earlier test may be at work between two
    # tests too, and what belongs to a window is not to end in it.
    gc.disable()
    yield
    gc.disable()  # where the test ended an application, which leaves it to Python again
    if gc.get_count()[0] > _MANY_YOUNG:
        gc.collect(1)
    if not request.node.stash.get(_FAILED, False):
        request.node.funcargs.clear()  # pytest keeps what fixtures gave until later
        left = look.left_behind()
        assert not left, "\n".join(left)
