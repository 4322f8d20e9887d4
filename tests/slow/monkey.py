"""``python -m tests.slow.monkey [--minutes M]``: a monkey at the real window, without a display.

Mouse, keys, buttons, menus, tips, words and new fights by chance. Nothing may be raised that nobody
catches, Qt may not warn, no act may keep the window for long, old windows and files may not stay.
After the first two minutes memory may grow by three tenths and no more; each minute's is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QLineEdit

from gridwar.control.user_settings import SettingsKeeper
from gridwar.storage.json_codec import Codec
from gridwar.ui import file_dialogs
from gridwar.ui.app.application import Application
from gridwar.ui.app.theme_of_settings import theme_of
from gridwar.ui.style.theme import apply_theme
from tests.slow.campaign import Findings, attempted, finish, keep, own_home, say, short_hash
from tests.slow.monkeying.acts import Did, Hands, PretendedDialog
from tests.slow.monkeying.watch import Watch
from tests.slow.playing.checks import kept, sound

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WARM_S = 120.0
MOST_GROWTH = 1.3
LOOK_S = 10.0
LOOP_MS = 1500
"""After which an act is taken to wait in a loop of its own: a menu, a dialog."""


class Monkey:
    """The monkey, its window and its watch."""

    def __init__(self, qapp: QApplication, seed: int, place: Path, watch: Watch) -> None:
        self._qapp = qapp
        self._chance = random.Random(seed)
        self._watch = watch
        self.counts: Counter[str] = Counter()
        PretendedDialog.chance, PretendedDialog.folder = self._chance, place / "work"
        vars(file_dialogs)["QFileDialog"] = PretendedDialog
        QDesktopServices.openUrl = staticmethod(lambda _url: True)  # type: ignore[method-assign]
        settings = SettingsKeeper(place / "settings.json")
        settings.change(tour_seen=True, reduce_motion=True)
        self._application = Application(theme_of(settings.now), settings)
        apply_theme(qapp, self._application.theme)
        self._hands = Hands(self._application, self._chance)
        self._timer = QTimer()
        self._timer.timeout.connect(self._leave_loop)

    def play(self, minutes: float, most: float) -> None:
        """Play for so long, or so many acts; look at what there is now and then."""
        end, next_look = time.monotonic() + minutes * 60, 0.0
        while time.monotonic() < end and self.counts.total() < most:
            words, do = self._hands.next_act()
            self._watch.acts.append(words)
            self.counts[words.split()[0]] += 1
            self._do((words, do))
            if time.monotonic() >= next_look:
                self.look()
                next_look = time.monotonic() + LOOK_S
        self.look()

    def look(self) -> None:
        """See what there is now, whether the fight is sound and can be kept, and say it."""
        window = self._application.window
        if window is not None:
            session = window.controller.session
            codec = Codec(session.system)
            for check in (
                partial(sound, session.encounter),
                partial(kept, session.encounter, codec),
            ):
                error = attempted(check)
                if isinstance(error, BaseException):
                    self._watch.raised(type(error), error, error.__traceback__)
        say(f"... {self._watch.look().text()} {self.counts.total()} acts")

    def close(self) -> None:
        """Close the window."""
        if self._application.window is not None:
            self._application.window.close()

    def _do(self, did: Did) -> None:
        self._watch.beat()
        self._timer.start(LOOP_MS)
        try:
            did[1]()
            self._qapp.processEvents()
            self._qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        except RuntimeError as error:
            if "already deleted" not in str(error):  # what was about to be clicked is gone by now
                self._watch.raised(type(error), error, error.__traceback__)
        except Exception as error:  # noqa: BLE001 - whatever comes out is a finding
            self._watch.raised(type(error), error, error.__traceback__)
        self._timer.stop()
        self._watch.beat()

    def _leave_loop(self) -> None:
        """Answer a menu or a dialog that has a loop of its own."""
        self._watch.beat()
        popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        if dialog is None:
            return
        for line in dialog.findChildren(QLineEdit):
            line.setText(self._chance.choice(("", "words", "<b>", "x" * 500)))
        if hasattr(dialog, "accept") and self._chance.random() < 0.7:
            dialog.accept()
        else:
            dialog.close()


def campaign(seed: int, minutes: float, acts: int | None = None) -> tuple[str, Findings]:
    """Let the monkey play; return the last line, and what was found.

    Args:
        seed: Of its chance.
        minutes: How long at most.
        acts: How many acts at most; None for as many as there is time for.
    """
    application = QApplication.instance() or QApplication(["monkey"])
    assert isinstance(application, QApplication)
    findings = Findings()
    watch = Watch(findings, f"python -m tests.slow.monkey --seed {seed} --minutes {minutes:g}")
    with own_home() as place:
        monkey = Monkey(application, seed, place, watch)
        watch.begin()
        try:
            monkey.play(minutes, float("inf") if acts is None else acts)
            growth = watch.judge_memory(WARM_S, MOST_GROWTH)
        finally:
            watch.end()
            monkey.close()
    for moment in watch.a_minute():
        say(f"    {moment.text()}")
    _keep(findings, list(watch.acts), seed)
    first, last = watch.moments[0], watch.moments[-1]
    grown = "" if growth is None else f", {growth:.2f} times that after {WARM_S:.0f} s"
    counts = ", ".join(f"{times} {kind}" for kind, times in monkey.counts.most_common())
    line = (
        f"monkey seed {seed}: {monkey.counts.total()} acts ({counts}), {first.mb:.0f} to "
        f"{last.mb:.0f} MB{grown}, {first.objects} to {last.objects} objects, {first.files} to "
        f"{last.files} files, {last.windows} windows"
    )
    return line, findings


def _keep(findings: Findings, acts: list[str], seed: int) -> None:
    """Keep the last acts of a run in which something was found: a help to whoever looks for it."""
    if findings.first:
        told = {one.signature: one.detail for one in findings.first.values()}
        text = json.dumps({"seed": seed, "found": told, "last acts": acts}, indent=1)
        keep(f"monkey/{short_hash(text)}.json", text.encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.monkey", description=__doc__)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int)
    chosen = parser.parse_args(arguments)
    began = time.perf_counter()
    line, findings = campaign(chosen.seed, chosen.minutes, chosen.acts)
    return finish(line, findings, began)


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    code = main()
    sys.stdout.flush()
    os._exit(code)  # Qt would take what is still there apart in whatever order
