#!/bin/bash
# Clean-room test of the installer for Windows: test_win.sh [SETUP]   (as root, on Linux)
#
# A fresh Wine prefix: silent install, self-test as a user types it, a real window of the sample fight,
# a fight opened by its file type, names of other alphabets, redirected output, long paths, an upgrade,
# removal, and a look for what is left. Screenshots go to build/clean-room. The room is made by
# windows/wine/room.sh, which says what it needs. GRIDWAR_WINDOW_MS allows more than 2 s for the window.
# It is Wine: no graphics card, no SmartScreen, no screen of high resolution is tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${GRIDWAR_IN_ROOM-}" ]; then
    room=$here/windows/wine/room.sh
    build=${GRIDWAR_BUILD:-$here/../build}
    setup=${1:-$(ls -t "${GRIDWAR_DIST:-$here/../dist}"/gridwar-*-setup-x64.exe | head -1)}
    "$room" make
    "$room" forget test
    mkdir -p "$build/clean-room"
    cp "$setup" "$build/clean-room/setup.exe"
    exec "$room" run test env GRIDWAR_IN_ROOM=1 GRIDWAR_WINDOW_MS="${GRIDWAR_WINDOW_MS:-2000}" \
        VERSION="$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$here/../gridwar/__init__.py")" \
        SYSTEMS="$(ls -d "$here"/../rules/*/manifest.toml | wc -l)" bash /src/packaging/test_win.sh
fi

shots=/build/clean-room
log=$shots/win.log
exec 3>&1 >"$log" 2>&1
home=$WINEPREFIX/drive_c/users/root
local=$home/AppData/Local
program=$local/Programs/Gridwar
installed='C:\users\root\AppData\Local\Programs\Gridwar'
fights='C:\users\root\Fights'
name='Zürich − Łódź'
say() { echo "[win] $*" >&3; echo "== $*"; }
fail() { say "FAILED: $*, see build/clean-room/win.log"; exit 1; }
trap 'fail "line $LINENO"' ERR
now_ms() { echo $(($(date +%s%N) / 1000000)); }
since() { echo "$((($(now_ms) - $1 + 50) / 100))" | sed 's/.$/.& s/; s/^\./0./'; }
holds() { grep -q -- "$2" "$1" || fail "$1 lacks \"$2\": $(head -c 300 "$1")"; }
bytes_in() { [ "$(head -c 3 "$1" | od -An -tx1 | tr -d ' \n')" != efbbbf ] && iconv -f utf-8 -t utf-8 "$1" >/dev/null; }
typed() { wine cmd /c "$@"; }  # what a user types at the prompt
cli() { wine "$installed\\gridwar-cli.exe" "$@"; }

export DISPLAY=:99
Xvfb $DISPLAY -screen 0 1600x1000x24 -nolisten tcp & xvfb=$!
trap 'kill $xvfb' EXIT
for _ in $(seq 50); do xdotool getdisplaygeometry && break; sleep .1; done

window() {  # window TITLE PICTURE COMMAND: start it, wait for the window, take its picture, close it
    local title=$1 picture=$2 began id= colors; shift 2
    began=$(now_ms)
    "$@" & local started=$!
    for _ in $(seq 1500); do
        id=$(xdotool search --onlyvisible --name "$title" 2>/dev/null | head -1) || :
        [ -z "$id" ] || break
        sleep .02
    done
    [ -n "$id" ] || { import -window root "$shots/win-failed.png"; fail "no window titled $title after: $*"; }
    took_ms=$(($(now_ms) - began))
    if [ -n "$picture" ]; then
        sleep 5
        import -window root "$shots/$picture"
        colors=$(identify -format %k "$shots/$picture")
        [ "$colors" -gt 3000 ] || fail "$picture has $colors colours only"
        say "window \"$(xdotool getwindowname "$id")\" after $took_ms ms, $colors colours: build/clean-room/$picture"
    fi
    running=$id
    [ -z "${STAYS-}" ] || return 0
    close_window
    wait "$started" || fail "closing the window: exit code $?"
}
close_window() {
    xdotool windowfocus "$running" key --clearmodifiers ctrl+q
    for _ in $(seq 100); do pgrep -f 'gridwar\.exe' >/dev/null || return 0; sleep .1; done
    fail "the program does not end"
}

began=$(now_ms)
wine 'Z:\build\clean-room\setup.exe' /S
took=$(($(now_ms) - began))
[ -f "$program/gridwar.exe" ] || fail "nothing is installed in $program"
say "silent install in $(since "$began"): $(find "$program" -type f | wc -l) files, $(du -sb --apparent-size "$program" | cut -f1) bytes"
[ "$took" -le 20000 ] || fail "that is more than 20 s"
[ -f "$program/licences/python-proof.txt" ] || fail "the licences tell nothing of Python"
strange=$(find "$program" -iname 'ucrt*' -o -iname 'icuuc*' -o -iname 'api-ms-*' -o -iname 'libcrypto*')
[ -z "$strange" ] && ! grep -rlE 'Wine (builtin|placeholder) DLL' "$program" --include='*.dll' --include='*.exe' --include='*.pyd' \
    || fail "files of Wine or of the shims are installed: $strange"
grep -aq PerMonitorV2 "$program/gridwar.exe" || fail "no manifest for screens of different scales"
grep -aq longPathAware "$program/gridwar.exe" || fail "no manifest for long paths"
grep -aqP 'F\0i\0l\0e\0D\0e\0s\0c\0r\0i\0p\0t\0i\0o\0n\0' "$program/gridwar.exe" || fail "no version resource"
say "no file of Wine or of the shims; manifest and version resource are there"

began=$(now_ms)
typed "cd /d $installed && gridwar-cli --self-test > C:\\said.txt"
said=$WINEPREFIX/drive_c/said.txt
bytes_in "$said"; holds "$said" ' × '; holds "$said" "$SYSTEMS rule systems"
[ "$(wc -l < "$said")" = 1 ] || fail "the self-test says more than one line"
say "self-test in $(since "$began"): $(tr -d '\r' < "$said")"
typed "$installed\\gridwar-cli --version" | grep -q "gridwar $VERSION" || fail "gridwar-cli --version"

mkdir -p "$home/Fights"
cp /src/assets/maps/drowned-heron.dd2vtt "$home/Fights/Mąka.dd2vtt"
cli import "$fights\\Mąka.dd2vtt" -o "$fights\\$name.gridwar"
typed "$installed\\gridwar-cli check \"$fights\\$name.gridwar\" > C:\\said.txt"
bytes_in "$said"; holds "$said" "$name.gridwar"
typed "$installed\\gridwar-cli export \"$fights\\$name.gridwar\" > C:\\said.txt"
bytes_in "$said"; holds "$said" '"format"\|"encounter"\|{'
cat > "$home/Fights/Ćwierć.json" <<'END'
{"system": "freeform", "title": "Łódź − Zürich", "map": {"width": 12, "height": 8},
 "combatants": [{"id": "hero", "sample": "hero", "pos": [1, 1]}],
 "commands": [{"command": {"kind": "begin_fight"}}]}
END
typed "$installed\\gridwar-cli run $fights\\Ćwierć.json > C:\\said.txt"
bytes_in "$said"; holds "$said" 'Łódź − Zürich'
cli render "$fights\\$name.gridwar" -o "$fights\\$name.png"
[ "$(identify -format %k "$home/Fights/$name.png")" -gt 1000 ] || fail "render drew nothing"
code=0; typed "$installed\\gridwar-cli check C:\\nowhere-$name.gridwar 2> C:\\said.txt" || code=$?
[ "$code" = 3 ] || fail "a file that is not there: exit code $code"
bytes_in "$said"; holds "$said" "nowhere-$name"
say "import, check, export, run, render: names of other alphabets, redirected as UTF-8"
deep=$(printf '%0100d' 1 2 3 | fold -w 100 | paste -sd/); long=$home/Fights/$deep
mkdir -p "$long"; cp "$home/Fights/$name.gridwar" "$long/x.gridwar"
cli check "$fights\\${deep//\//\\}\\x.gridwar" || fail "a path of $((${#long})) characters"
say "a path of more than 300 characters"

best=99999
for picture in win-sample.png "" ""; do
    window 'Drowned Heron.*Gridwar' "$picture" wine "$installed\\gridwar.exe" --sample
    [ "$took_ms" -ge "$best" ] || best=$took_ms
done
say "window of the sample fight after $best ms (best of three)"
[ "$best" -le "$GRIDWAR_WINDOW_MS" ] || fail "that is more than $GRIDWAR_WINDOW_MS ms"

# Wine looks for file types in the machine's part of the registry only, Windows in both.
for key in .gridwar Gridwar.Fight; do
    wine reg copy "HKCU\\Software\\Classes\\$key" "HKLM\\Software\\Classes\\$key" /s /f
done
STAYS=1 window "$name.*Gridwar" win-opened.png wine start "$fights\\$name.gridwar"
say "opened by its file type"
code=0; wine 'Z:\build\clean-room\setup.exe' /S || code=$?
[ "$code" = 3 ] || fail "setup over a program that runs: exit code $code"
[ -f "$program/_internal/python311.dll" ] || fail "setup took files from a program that runs"
say "setup refuses while the program runs"
close_window
for key in .gridwar Gridwar.Fight; do wine reg delete "HKLM\\Software\\Classes\\$key" /f; done
ls "$home/AppData/Roaming/Microsoft/Windows/Recent" | grep -q "$name" || fail "the taskbar was not told of the fight"
say "the taskbar was told of the fight"

touch "$program/_internal/of-an-older-version.dll"
began=$(now_ms)
wine 'Z:\build\clean-room\setup.exe' /S
[ ! -e "$program/_internal/of-an-older-version.dll" ] || fail "an upgrade leaves files of the older version"
typed "$installed\\gridwar-cli --version" | grep -q "gridwar $VERSION" || fail "the upgraded program"
say "upgraded over itself in $(since "$began")"

began=$(now_ms)
wine "$installed\\uninstall.exe" /S
for _ in $(seq 100); do [ -e "$program" ] || break; sleep .1; done
left=$(find "$WINEPREFIX/drive_c" -iname '*gridwar*' -not -path "$home/Fights/*" -not -path "$local/gridwar*" \
    -not -path '*/Recent/*' -o -path "$program*")
wine reg export HKCU 'C:\hkcu.reg' /y; wine reg export HKLM 'C:\hklm.reg' /y
keys=$(for one in hkcu hklm; do iconv -f utf-16 -t utf-8 "$WINEPREFIX/drive_c/$one.reg"; done \
    | grep -i 'gridwar' | grep -iv 'clean-room\|RecentDocs' || :)
[ -z "$left$keys" ] || fail "left over: $left $keys"
[ -f "$home/Fights/$name.gridwar" ] || fail "a fight is gone"
say "uninstalled in $(since "$began"): nothing left but the user's own: $(ls "$local/gridwar" | tr '\n' ' ')"
say "all passed in $SECONDS s"
