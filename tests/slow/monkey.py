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
from typing import TYPE_CHECKING

from tests.slow.campaign import Findings, finish, keep, own_home, say, short_hash

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WARM_S = 120.0
MOST_GROWTH = 1.3
LOOK_S = 10.0


def campaign(seed: int, minutes: float, acts: int | None = None) -> tuple[str, Findings]:
    """Let the monkey play.

    Args:
        seed: Of its chance.
        minutes: How long at most.
        acts: How many acts at most; None for as many as there is time for.

    Returns:
        The last line, and what was found.
    """
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QDesktopServices
    from PySide6.QtWidgets import QApplication, QLineEdit

    from gridwar.control.settings import SettingsKeeper
    from gridwar.ui import file_dialogs
    from gridwar.ui.app import Desk, theme_of
    from gridwar.ui.look.theme import apply_theme
    from tests.slow.monkeying.acts import Hands, PretendedDialog
    from tests.slow.monkeying.watch import Watch

    application = QApplication.instance() or QApplication(["monkey"])
    assert isinstance(application, QApplication)
    chance, findings = random.Random(seed), Findings()
    watch = Watch(findings, f"python -m tests.slow.monkey --seed {seed} --minutes {minutes:g}")
    counts: Counter[str] = Counter()

    def answer_dialog() -> None:
        """Answer a dialog that has a loop of its own."""
        popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        watch.beat()
        if popup is not None:
            popup.close()
        if dialog is not None:
            for line in dialog.findChildren(QLineEdit):
                line.setText(chance.choice(("", "words", "<b>", "x" * 500)))
            if hasattr(dialog, "accept") and chance.random() < 0.7:
                dialog.accept()
            else:
                dialog.close()

    with own_home() as place:
        PretendedDialog.chance, PretendedDialog.folder = chance, place / "work"
        file_dialogs.QFileDialog = PretendedDialog  # type: ignore[assignment,misc]
        QDesktopServices.openUrl = staticmethod(lambda _url: True)  # type: ignore[method-assign]
        settings = SettingsKeeper(place / "settings.json")
        settings.change(tour_seen=True, reduce_motion=True)
        desk = Desk(theme_of(settings.now), settings)
        apply_theme(application, desk.theme)
        hands = Hands(desk, chance)
        timer = QTimer()
        timer.timeout.connect(answer_dialog)
        watch.begin()
        end, next_look, done = time.monotonic() + minutes * 60, 0.0, 0
        try:
            while time.monotonic() < end and (acts is None or done < acts):
                words, do = hands.next_act()
                watch.acts.append(words)
                counts[words.split()[0]] += 1
                done += 1
                watch.beat()
                timer.start(1500)  # longer than any act but one that waits in a loop of its own
                _done(watch, application, do)
                timer.stop()
                watch.beat()
                if time.monotonic() >= next_look:
                    _told(watch.look().text(), done)
                    next_look = time.monotonic() + LOOK_S
            _told(watch.look().text(), done)
            growth = watch.judge_memory(WARM_S, MOST_GROWTH)
        finally:
            watch.end()
            if desk.window is not None:
                desk.window.close()
    for moment in watch.a_minute():
        say(f"    {moment.text()}")
    _keep(findings, list(watch.acts), seed)
    first, last = watch.moments[0], watch.moments[-1]
    grown = "" if growth is None else f", {growth:.2f} times that after {WARM_S:.0f} s"
    line = (
        f"monkey seed {seed}: {done} acts ({', '.join(f'{n} {k}' for k, n in counts.most_common())})"
        f", {first.mb:.0f} to {last.mb:.0f} MB{grown}, {first.objects} to {last.objects} objects, "
        f"{first.files} to {last.files} files, {last.windows} windows"
    )
    return line, findings


def _done(watch: object, application: object, do: object) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    from tests.slow.monkeying.watch import Watch

    assert isinstance(watch, Watch)
    assert isinstance(application, QApplication)
    assert callable(do)
    try:
        do()
        application.processEvents()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    except RuntimeError as error:
        if "already deleted" not in str(error):  # what was about to be clicked is gone by now
            watch.raised(type(error), error, error.__traceback__)
    except Exception as error:  # noqa: BLE001 - whatever comes out is a finding
        watch.raised(type(error), error, error.__traceback__)


def _told(text: str, done: int) -> None:
    if "-q" not in sys.argv:
        say(f"... {text} {done} acts")


def _keep(findings: Findings, acts: list[str], seed: int) -> Path | None:
    """Keep the last acts of a run in which something was found: a help to whoever looks for it."""
    if not findings.first:
        return None
    told = {one.signature: one.detail for one in findings.first.values()}
    text = json.dumps({"seed": seed, "found": told, "last acts": acts}, indent=1)
    return keep(f"monkey/{short_hash(text)}.json", text.encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = argparse.ArgumentParser(prog="python -m tests.slow.monkey", description=__doc__)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int)
    chosen = parser.parse_args(arguments)
    began = time.perf_counter()
    line, findings = campaign(chosen.seed, chosen.minutes, chosen.acts)
    code = finish(line, findings, began)
    sys.stdout.flush()
    os._exit(code)  # Qt would take what is still there apart in whatever order


if __name__ == "__main__":
    main()
