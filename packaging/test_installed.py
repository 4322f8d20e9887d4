"""Try an installer on the system it is for, as its user would.

    python packaging/test_installed.py FOLDER    FOLDER holds the installer

On Windows (or, by ``test_win.sh``, under Wine): silent install, the self-test as a user types it,
names of other alphabets, redirected output, a page of a PDF and what takes all memory, a long path,
a window of the sample fight, a chart in it and the process that works it out, a fight opened by its
file type, the taskbar, an upgrade, removal, a look for what is left. On macOS: the
disk image mounted, and the self-test. Standard library only.

GRIDWAR_SHOTS names a folder: where ``NAME.wanted`` appears there, somebody takes a picture of the
screen as ``NAME.png``. GRIDWAR_BARE names the empty window that the start is held to, without
which the sample fight has 2 s.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging"))  # the Python that is frozen looks nowhere by itself
NAME = "Zürich \N{MINUS SIGN} Łódź"
MOST_INSTALL_S, MOST_START_S, TRIES, PATIENCE_S = 20, 2, 3, 60
MOST_TIMES, EMPTY = 4.0, "Empty window"
BOTH = ("gridwar.exe", "gridwar-cli.exe")
A_MOMENT_S, LEAST_WORK_S = 3, 3.0  # of work: more than its start takes
PDF = b"""%%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 540 540]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length %d%b>>stream
%b
endstream endobj
trailer<</Root 1 0 R>>
"""
LEAST_DRAWN_BYTES = 100_000
CLOSE, CLASSES = 0x0010, r"Software\Classes"
STRANGE = re.compile(r"ucrt|icuuc|api-ms-|libcrypto|libssl", re.IGNORECASE)
USER = os.environ.get("LOCALAPPDATA", "")
PROGRAM = Path(USER, "Programs", "Gridwar")
OURS = (
    r"Software\Gridwar",
    r"Software\Classes\.gridwar",
    r"Software\Classes\Gridwar.Fight",
    r"Software\Classes\Applications\gridwar.exe",
    r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Gridwar",
)


def say(words: str) -> None:
    """Tell what was found."""
    sys.stdout.buffer.write(f"[{sys.platform}] {words}\n".encode())
    sys.stdout.flush()


def fail(words: str) -> NoReturn:
    """End the test and say why."""
    say(f"FAILED: {words}")
    raise SystemExit(1)


def require(truth: object, words: str) -> None:
    """Fail unless something holds."""
    if not truth:
        fail(words)


def command(*words: object, code: int = 0) -> None:
    """Run a command that ends with an exit code."""
    line = [str(word) for word in words]
    done = subprocess.run(line, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    require(done.returncode == code, f"exit code {done.returncode} of {line}: {said}")


def redirected(words: str, folder: Path, *, code: int = 0, stream: str = ">") -> str:
    """Type a command at the prompt, its output sent to a file, and return that: UTF-8."""
    said = folder / "said.txt"
    line = f'cmd /s /c "cd /d "{PROGRAM}" && gridwar-cli {words} {stream} "{said}""'
    done = subprocess.run(line, stdin=subprocess.DEVNULL, check=False)
    raw = said.read_bytes()
    require(done.returncode == code, f"exit code {done.returncode} of {words}: {raw!r}")
    require(not raw.startswith(b"\xef\xbb\xbf"), f"{words}: a mark of byte order")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        fail(f"{words}: its output is not UTF-8: {error}")


def until(is_so: Callable[[], object], what: str) -> float:
    """Wait until something is so and return how many seconds that took."""
    begin = time.monotonic()
    while not is_so():
        if time.monotonic() - begin > PATIENCE_S:
            picture("failed")
            fail(f"waited {PATIENCE_S} s for {what}")
        time.sleep(0.01)
    return time.monotonic() - begin


def picture(name: str) -> None:
    """Ask for a picture of the screen, where somebody takes them."""
    if shots := os.environ.get("GRIDWAR_SHOTS"):
        time.sleep(5)  # until the window is quiet
        Path(shots, f"{name}.wanted").touch()
        begin = time.monotonic()
        while Path(shots, f"{name}.wanted").exists() and time.monotonic() - begin < PATIENCE_S:
            time.sleep(0.05)


def windows(title: str) -> list[int]:
    """List the visible windows with words in their titles."""
    user, found = ctypes.windll.user32, list[int]()
    text = ctypes.create_unicode_buffer(500)

    @ctypes.WINFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    def look(handle: int, _extra: int) -> bool:
        user.GetWindowTextW(ctypes.c_void_p(handle), text, len(text))
        if title in text.value and user.IsWindowVisible(ctypes.c_void_p(handle)):
            found.append(handle)
        return True

    user.EnumWindows(look, None)
    return found


def close(title: str) -> None:
    """Close a window and wait until its program lets go of its file."""
    for handle in windows(title):
        ctypes.windll.user32.PostMessageW(ctypes.c_void_p(handle), CLOSE, 0, 0)
    until(is_free, "the program to end")


def is_free() -> bool:
    """Tell whether neither program runs any longer: then their files can be written."""
    try:
        for name in BOTH:
            with (PROGRAM / name).open("ab"):
                pass
    except OSError:
        return False
    return True


def keys(path: str) -> bool:
    """Tell whether a key of the user's part of the registry is there."""
    import winreg

    try:
        winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CURRENT_USER, path))
    except OSError:
        return False
    return True


def install(setup: Path) -> float:
    """Install silently, look at what came, and return how many seconds it took."""
    begin = time.monotonic()
    command(setup, "/S")
    took = time.monotonic() - begin
    files = [file for file in PROGRAM.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    say(f"silent install in {took:.1f} s: {len(files)} files, {size / 1e6:.1f} MB")
    strange = [file.name for file in files if STRANGE.match(file.name)]
    require(not strange, f"does not belong there: {strange}")
    marks = (b"Wine builtin DLL", b"Wine placeholder DLL")
    for file in files:
        if file.suffix in {".dll", ".exe", ".pyd"}:
            with file.open("rb") as opened:
                head = opened.read(0x60)
            require(not any(mark in head for mark in marks), f"{file} is a file of Wine")
    for name in BOTH:
        raw = (PROGRAM / name).read_bytes()
        for words in (b"PerMonitorV2", b"longPathAware", "FileDescription".encode("utf-16-le")):
            require(words in raw, f"{name} lacks {words!r}")
    require((PROGRAM / "licences" / "README.txt").is_file(), "the licences are missing")
    require(all(map(keys, OURS)), "keys are missing")
    say("nothing strange in it; manifest, version resource, licences and keys are there")
    return took


def commands(folder: Path) -> Path:
    """Type commands, with names of other alphabets; return a fight that was made."""
    begin = time.monotonic()
    said = redirected("--self-test", folder)
    systems = len(list((ROOT / "rules").glob("*/manifest.toml")))
    require(
        f"{systems} rule systems" in said
        and " \N{MULTIPLICATION SIGN}" in said.replace("\xa0", " "),
        said,
    )
    require(said.count("\n") == 1, f"the self-test says more than one line: {said}")
    say(f"self-test in {time.monotonic() - begin:.1f} s: {said.strip()}")
    shutil.copyfile(ROOT / "assets" / "maps" / "drowned-heron.dd2vtt", folder / "Mąka.dd2vtt")
    fight = folder / f"{NAME}.gridwar"
    redirected(f'import "{folder}\\Mąka.dd2vtt" -o "{fight}"', folder)
    require(fight.name in redirected(f'check "{fight}"', folder), "check does not name the file")
    json.loads(redirected(f'export "{fight}"', folder))
    script = {
        "system": "freeform",
        "title": NAME,
        "map": {"width": 12, "height": 8},
        "combatants": [{"id": "hero", "sample": "hero", "pos": [1, 1]}],
        "commands": [{"command": {"kind": "begin_fight"}}],
    }
    (folder / "Ćwierć.json").write_text(json.dumps(script), "utf-8")
    require(NAME in redirected(f'run "{folder}\\Ćwierć.json"', folder), "run lacks the title")
    redirected(f'render "{fight}" -o "{folder}\\{NAME}.png"', folder)
    require((folder / f"{NAME}.png").stat().st_size > LEAST_DRAWN_BYTES, "render drew nothing")
    said = redirected(f'check "{folder}\\no {NAME}.gridwar"', folder, code=3, stream="2>")
    require(f"no {NAME}" in said, f"a file that is not there: {said}")
    say("import, check, export, run, render: names of other alphabets, redirected as UTF-8")
    pages(folder)
    if is_wine():  # which refuses to say where a file of so long a path really is
        say("long paths: not tried, Wine knows none")
    else:
        long_path(folder, fight)
    return fight


def pages(folder: Path) -> None:
    """Import a page of a PDF, drawn in a folder of another alphabet, and what takes all memory."""
    drawn, kept = folder / "Żółw", {one: os.environ[one] for one in ("TEMP", "TMP")}
    drawn.mkdir()
    lines = b"".join(
        b"%d 0 m %d 540 l 0 %d m 540 %d l S " % ((at,) * 4) for at in range(0, 541, 27)
    )
    (folder / "Mąka.pdf").write_bytes(PDF % (len(lines), b"", lines))
    packer = zlib.compressobj()
    bomb = b"".join(packer.compress(b" " * 2**20) for _ in range(1024)) + packer.flush()
    (folder / "bomb.pdf").write_bytes(PDF % (len(bomb), b"/Filter/FlateDecode", bomb))
    os.environ.update(dict.fromkeys(kept, str(drawn)))
    fight = folder / "Mąka z PDF.gridwar"
    redirected(f'import "{folder}\\Mąka.pdf" -o "{fight}"', folder)
    require(fight.name in redirected(f'check "{fight}"', folder), "check does not name the page")
    if is_wine():  # its job objects bound nothing
        say("a page of a PDF drawn; its bounds of memory: not tried, Wine holds nobody to them")
    else:
        words = f'import "{folder}\\bomb.pdf" -o "{folder}\\bomb.gridwar"'
        said = redirected(words, folder, code=3, stream="2>")
        require("bomb.pdf" in said, f"a page that takes all memory: {said}")
        say("a page of a PDF drawn, and one that takes all memory ended")
    os.environ.update(kept)
    left = [one.name for one in drawn.iterdir() if one.name.startswith("gridwar")]
    require(not left, f"left in the folder of temporary files: {left}")


def long_path(folder: Path, fight: Path) -> None:
    """Open a fight at a path of more than 260 characters, where the system has them switched on."""
    deep = folder.joinpath(*("x" * 90 for _ in range(3)))
    with suppress(OSError):
        deep.mkdir(parents=True)
        shutil.copyfile(fight, deep / "x.gridwar")
    if not (deep / "x.gridwar").is_file():
        say("long paths: not tried, they are switched off")
        return
    command(PROGRAM / "gridwar-cli.exe", "check", deep / "x.gridwar")
    say(f"a path of {len(str(deep))} characters")


def is_wine() -> bool:
    """Tell whether this is Wine, and no Windows."""
    return hasattr(ctypes.windll.ntdll, "wine_get_version")


def shown_after_ms(line: list[str | Path], title: str, shot: str = "") -> float:
    """Start a program, close the window that it shows, and return after how long it was there."""
    started = subprocess.Popen(line, stdin=subprocess.DEVNULL)
    took = 1000 * until(lambda: windows(title), f"a window with {title} in its title")
    if shot:
        picture(shot)
    close(title)
    require(started.wait(PATIENCE_S) == 0, f"exit code {started.returncode} of {title}")
    return took


def sample() -> None:
    """Open the sample fight a few times; the quickest counts, for others may be busy.

    Where there is an empty window frozen alike, the two take turns, and it is the measure: what
    the machine does to one it does to the other.
    """
    bare, took, empty = os.environ.get("GRIDWAR_BARE"), list[float](), list[float]()
    for number in range(TRIES):
        if bare:
            empty.append(shown_after_ms([bare], EMPTY))
        shot = "" if number else "win-sample"
        took.append(shown_after_ms([PROGRAM / "gridwar.exe", "--sample"], "Drowned Heron", shot))
    say(f"window of the sample fight after {', '.join(f'{one:.0f}' for one in took)} ms")
    if empty:
        say(f"empty window after {', '.join(f'{one:.0f}' for one in empty)} ms")
        times = min(took) / min(empty)
        require(times <= MOST_TIMES, f"{times:.1f} times an empty window is more than {MOST_TIMES}")
        return
    most = 1000 * MOST_START_S
    require(min(took) <= most, f"that is more than {most} ms")


def beside(name: str, ending: str) -> None:
    """Have a chart worked out in the window of the sample fight; its process ends with the window.

    Args:
        name: Of a picture of the chart; none without.
        ending: The window is ``closed``, or its program ``killed``, which can tell nobody.
    """
    import processes

    title, worker, before = "Drowned Heron", 0, {one[0] for one in processes.visible_windows()}
    started = subprocess.Popen([PROGRAM / BOTH[0], "--sample"], stdin=subprocess.DEVNULL)
    until(lambda: windows(title), "the window of the sample fight")
    time.sleep(A_MOMENT_S)  # until it takes keys
    processes.type_key(windows(title)[0], "D")

    def is_working() -> bool:
        """Tell whether the process works; meanwhile nothing is seen of it, not for a moment."""
        nonlocal worker
        worker = max(processes.children(started.pid, BOTH[1]), default=0)
        for handle, of, kind in processes.visible_windows():
            is_strange = handle not in before and (of == worker or "onsole" in kind)
            require(not is_strange, f"a window of what works charts out: {kind}")
        return worker and processes.worked_s(worker) > LEAST_WORK_S

    took = until(is_working, "a process that works a chart out")
    class_ = processes.priority(worker)
    comes_after = is_wine() or class_ == processes.AFTER_OTHERS  # Wine starts all alike
    require(comes_after, f"priority {class_:#x} of the process of charts")
    if name:
        picture(name)
    if ending == "closed":
        close(title)
    else:
        processes.kill(started.pid)
    ended = until(lambda: not processes.is_running(worker), "the process of charts to end")
    until(is_free, "the program to end")
    say(f"a chart worked out beside the window after {took:.1f} s; {ending}, +{ended:.1f} s")


def file_type(fight: Path, setup: Path) -> None:
    """Open a fight as a double click does; while it is open, setup changes nothing."""
    with wine_sees_types():
        os.startfile(fight)
        until(lambda: windows(NAME), "a fight opened by its file type")
        picture("win-opened")
        say("opened by its file type")
        command(setup, "/S", code=3)
        require((PROGRAM / "_internal" / "python311.dll").is_file(), "setup took files in use")
        say("setup refuses while the program runs")
        close(NAME)
    recent = Path(os.environ["APPDATA"], "Microsoft", "Windows", "Recent")
    # Wine writes the name with the letters of its code page.
    require(list(recent.glob("*.gridwar.lnk")), "the taskbar was not told of the fight")
    say("the taskbar was told of the fight")


@contextmanager
def wine_sees_types() -> Iterator[None]:
    """Copy the file type, meanwhile, to where Wine looks: in the machine's part of the registry."""
    types = (".gridwar", "Gridwar.Fight") if is_wine() else ()
    for key in types:
        command("reg", "copy", rf"HKCU\{CLASSES}\{key}", rf"HKLM\{CLASSES}\{key}", "/s", "/f")
    yield
    for key in types:
        command("reg", "delete", rf"HKLM\{CLASSES}\{key}", "/f")


def upgrade(setup: Path, first_s: float) -> None:
    """Install once more: what only an older version had is gone.

    Args:
        setup: The installer.
        first_s: How long it took at first; the quicker counts, for others may be busy.
    """
    old = PROGRAM / "_internal" / "of-an-older-version.dll"
    old.touch()
    begin = time.monotonic()
    command(setup, "/S")
    took = min(first_s, time.monotonic() - begin)
    require(took <= MOST_INSTALL_S, f"{took:.1f} s are more than {MOST_INSTALL_S} s")
    require(not old.exists(), "an upgrade leaves files of the older version")
    command(PROGRAM / "gridwar-cli.exe", "--version")
    say(f"upgraded over itself in {time.monotonic() - begin:.1f} s")


def remove(fight: Path) -> None:
    """Uninstall silently, and look for what is left."""
    begin = time.monotonic()
    command(PROGRAM / "uninstall.exe", "/S")  # a copy of it goes on
    until(lambda: not PROGRAM.exists() and not any(map(keys, OURS)), f"{PROGRAM} to be gone")
    start = Path(os.environ["APPDATA"], "Microsoft", "Windows", "Start Menu")
    until(lambda: not list(start.rglob("*ridwar*")), "the link in the start menu to be gone")
    require(fight.is_file(), "a fight is gone")
    kept = sorted(one.name for one in Path(USER, "gridwar").iterdir())
    say(f"uninstalled in {time.monotonic() - begin:.1f} s: nothing left but the user's: {kept}")


def on_windows(folder: Path) -> None:
    """Try the installer of Windows."""
    setup = max(folder.glob("*setup*.exe"), key=lambda one: one.stat().st_mtime)
    require(not PROGRAM.exists(), f"{PROGRAM} is there already: this test would take it away")
    took = install(setup)
    with tempfile.TemporaryDirectory(prefix="Łódka ") as made:
        fight = commands(Path(made))
        sample()
        beside("win-chart", "closed")
        beside("", "killed")
        file_type(fight, setup)
        upgrade(setup, took)
        remove(fight)


def on_macos(folder: Path) -> None:
    """Try the disk image of macOS."""
    image = max(folder.glob("*.dmg"), key=lambda one: one.stat().st_mtime)
    with tempfile.TemporaryDirectory() as made:
        command("hdiutil", "attach", "-nobrowse", "-readonly", "-mountpoint", made, image)
        try:
            command(Path(made, "Gridwar.app", "Contents", "MacOS", "gridwar"), "--self-test")
            say("self-test passed in the mounted image")
        finally:
            command("hdiutil", "detach", made)


if __name__ == "__main__":
    begun = time.monotonic()
    if sys.platform == "win32":
        on_windows(Path(sys.argv[1]))
    elif sys.platform == "darwin":
        on_macos(Path(sys.argv[1]))
    else:
        sys.exit(__doc__)
    say(f"all passed in {time.monotonic() - begun:.0f} s")
