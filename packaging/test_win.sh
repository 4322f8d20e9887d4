#!/bin/bash
# Clean-room test of the installer for Windows: test_win.sh [SETUP]   (as root, on Linux)
#
# test_installed.py, run in a fresh Wine prefix by the Python that the build fetched for Windows; its
# pictures of the screen go to build/clean-room. The room is made by windows/wine/room.sh, which says what
# it needs. It is Wine: no graphics card, no SmartScreen, no screen of high resolution is tried.
set -euo pipefail
if [ -n "${GRIDWAR_IN_ROOM-}" ]; then
    export GRIDWAR_SHOTS='Z:\build\clean-room' GRIDWAR_BARE='Z:\build\windows\bare\bare\bare.exe'
    while sleep .1; do
        for wanted in /build/clean-room/*.wanted; do
            [ -e "$wanted" ] || continue
            picture=${wanted%.wanted}.png
            import -window root "$picture"
            rm "$wanted"
            colors=$(identify -format %k "$picture")
            echo "[win] $colors colours: build/clean-room/${picture##*/}"
            [ "$colors" -gt 3000 ] || { echo "[win] FAILED: that is no window with a map"; touch /build/clean-room/bad; }
        done
    done &
    wine 'Z:\build\windows\python\python.exe' 'Z:\src\packaging\test_installed.py' 'Z:\build\clean-room' || exit 1
    [ ! -e /build/clean-room/bad ]
    exit
fi
here=$(cd "$(dirname "$0")" && pwd)
room=$here/windows/wine/room.sh
build=${GRIDWAR_BUILD:-$here/../build}
setup=${1:-$(ls -t "${GRIDWAR_DIST:-$here/../dist}"/gridwar-*-setup-x64.exe | head -1)}
[ -e "$build/windows/python/python.exe" ] || { echo "build it first: python3 packaging/build.py win" >&2; exit 2; }
"$room" make
"$room" forget test
rm -rf "$build/clean-room"/win-*.png "$build/clean-room"/*.wanted "$build/clean-room/bad" "$build/clean-room"/*setup*.exe
mkdir -p "$build/clean-room"
cp "$setup" "$build/clean-room/"
exec "$room" run test env GRIDWAR_IN_ROOM=1 \
    xvfb-run -a -s "-screen 0 1600x1000x24" bash /src/packaging/test_win.sh
