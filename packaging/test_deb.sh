#!/bin/bash
# Clean-room test of the package: test_deb.sh SUITE [PACKAGE]   (as root; bookworm, trixie or noble)
#
# A bare chroot of the suite, apt install as anybody would, the self-test as an ordinary user, a real
# window, a chart in it whose process ends with it, a fight opened by its file type, purge, and a look for
# what is left. Screenshots go to
# GRIDWAR_SHOTS (build/clean-room). Needs debootstrap, xvfb, xdotool, imagemagick.
# MIRROR names another mirror, DISPLAY_NUMBER another display than :77.
set -euo pipefail
suite=${1:?which suite: bookworm, trixie or noble}
here=$(cd "$(dirname "$0")" && pwd)
deb=${2:-$(ls -t "$here"/../dist/gridwar_*_amd64.deb | head -1)}
shots=${GRIDWAR_SHOTS:-$here/../build/clean-room}
display=:${DISPLAY_NUMBER:-77}
case $suite in
    bookworm|trixie) mirror=${MIRROR:-http://deb.debian.org/debian} components=main
        keys=/usr/share/keyrings/debian-archive-keyring.gpg ;;
    noble) mirror=${MIRROR:-http://archive.ubuntu.com/ubuntu} components=main,universe
        keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg ;;
    *) echo "no such suite: $suite" >&2; exit 2 ;;
esac
[ "$(id -u)" = 0 ] || { echo "a chroot needs root" >&2; exit 2; }
trust=--keyring=$keys
[ -f "$keys" ] || { trust=--no-check-gpg; echo "[$suite] $keys is not here: the mirror is not checked by its key"; }
script=  # an older debootstrap knows no younger Ubuntu; all of Ubuntu's are made like this one
[ -e "/usr/share/debootstrap/scripts/$suite" ] || script=gutsy
mkdir -p "$shots"
work=$(mktemp -d)
room=$work/room
log=$shots/$suite.log
: > "$log"
xvfb=
finish() {
    [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || :
    umount -l "$room/proc" 2>/dev/null || :
    rm -rf -- "$work"
}
trap finish EXIT
trap 'echo "[$suite] FAILED in line $LINENO, see $log" >&2' ERR
say() { echo "[$suite] $*"; }
fail() { echo "[$suite] FAILED: $*, see $log" >&2; exit 1; }
inside() { chroot "$room" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
as_user() { inside su - tester -c "DISPLAY=$display $1"; }
since() { echo $((SECONDS - $1)) s; }
found() { (cd "$room" && find usr etc opt var/lib var/cache -xdev \( -type f -o -type l \) | LC_ALL=C sort); }

begin=$SECONDS
debootstrap "$trust" --variant=minbase --components="$components" "$suite" "$room" "$mirror" $script >>"$log" 2>&1 \
    || fail "debootstrap of $suite from $mirror"
say "bare system in $(since $begin)"
printf '#!/bin/sh\nexit 101\n' > "$room/usr/sbin/policy-rc.d"; chmod 755 "$room/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$room/etc/"; cp /etc/hosts "$room/etc/"
mount -t proc proc "$room/proc"
inside apt-get update >>"$log" 2>&1
# What the test itself asks with: gio, and the desktop's list of file types.
inside apt-get install -y --no-install-recommends libglib2.0-bin >>"$log" 2>&1
inside useradd -m -s /bin/sh tester
found > "$work/before"

begin=$SECONDS
cp "$deb" "$room/tmp/gridwar.deb"
inside apt-get install -y /tmp/gridwar.deb 2>&1 | tee -a "$log" > "$work/apt"
say "apt install in $(since $begin): $(grep -E 'newly installed|Installing: ' "$work/apt" | tail -1)"
inside python3 -c '' 2>/dev/null && say "(python3 is on the system)" || say "no python3 on the system"

begin=$SECONDS
as_user "gridwar --self-test" >"$work/said" 2>>"$log" || fail "gridwar --self-test"
say "self-test in $(since $begin): $(cat "$work/said")"
[ "$(wc -l < "$work/said")" = 1 ] || fail "the self-test says more than one line"
as_user "gridwar --version" | grep -q "$(dpkg-deb -f "$deb" Version)" || fail "gridwar --version"
as_user "env -u DISPLAY gridwar" >/dev/null 2>"$work/said" && fail "a window without a display"
grep -q "no window" "$work/said" || fail "without a display it says: $(cat "$work/said")"

Xvfb "$display" -screen 0 1440x900x24 -nolisten tcp >/dev/null 2>&1 & xvfb=$!
for _ in $(seq 50); do xdotool_ok=$(DISPLAY=$display xdotool getdisplaygeometry 2>/dev/null) && break; sleep .1; done

running() { pgrep -u "$(stat -c %u "$room/home/tester")" "$@" >/dev/null; }
window() {  # window COMMAND TITLE PICTURE [ENDING]: start it, wait for the window, take its picture, close it
    # ENDING: chart has a chart worked out first, killed has one, and then ends the window so that it tells nobody
    chroot "$room" su - tester -c "DISPLAY=$display $1" >>"$log" 2>&1 & local started=$! id= name=
    for _ in $(seq 150); do
        for id in $(DISPLAY=$display xdotool search --onlyvisible --class gridwar 2>/dev/null); do
            name=$(DISPLAY=$display xdotool getwindowname "$id" 2>/dev/null || :)
            case $name in *"$2"*Gridwar*) break 2 ;; esac
            id=
        done
        sleep .2
    done
    [ -n "$id" ] || fail "no window titled $2 after: $1"
    sleep 4
    if [ -n "${4-}" ]; then
        DISPLAY=$display xdotool windowfocus "$id" key d
        for _ in $(seq 150); do running -f -- --chart-worker && break; sleep .2; done
        running -f -- --chart-worker || fail "no process works a chart out"
        sleep 8
    fi
    DISPLAY=$display import -window root "$3"
    local colors; colors=$(identify -format %k "$3")
    [ "$colors" -gt 3000 ] || fail "$3 has $colors colours only"
    say "window \"$name\", $colors colours: $3"
    if [ "${4-}" = killed ]; then
        kill -KILL "$(DISPLAY=$display xdotool getwindowpid "$id")"
        wait "$started" || :
    else
        DISPLAY=$display xdotool windowfocus "$id" key ctrl+q
        wait "$started" || fail "closing the window: exit code $?"
    fi
    for _ in $(seq 50); do running -x gridwar || break; sleep .1; done
    running -x gridwar && fail "a process stays behind the window"
    [ -z "${4-}" ] || say "its process of charts has ended with it"
}
window "gridwar --sample" "Drowned Heron" "$shots/$suite-sample.png"
window "gridwar --sample" "Drowned Heron" "$shots/$suite-chart.png" chart
window "gridwar --sample" "Drowned Heron" "$shots/$suite-killed.png" killed

cp "$here/../assets/maps/drowned-heron.dd2vtt" "$room/home/tester/"
as_user "gridwar import drowned-heron.dd2vtt -o 'The inn.gridwar'" >>"$log"
as_user "cp 'The inn.gridwar' nameless"
for file in "The inn.gridwar" nameless; do
    kind=$(as_user "gio info -a standard::content-type '$file'" | sed -n 's/.*content-type: //p')
    [ "$kind" = application/x-gridwar ] || fail "$file is taken for $kind"
done
default=$(as_user "gio mime application/x-gridwar" | sed -n 1p)
case $default in *io.github.gridwar.Gridwar.desktop*) ;; *) fail "opens with: $default" ;; esac
say "recognised with and without its suffix; $default"
window "gio open 'The inn.gridwar'" "The inn" "$shots/$suite-opened.png"
say "the user's own files: $(as_user 'find .config .local -type f | tr "\n" " "')"

inside apt-get purge -y gridwar >>"$log" 2>&1
inside apt-get autoremove -y --purge >>"$log" 2>&1
found > "$work/after"
left=$(comm -13 "$work/before" "$work/after" | grep -i gridwar || :)
mentions=$(grep -rli gridwar "$room/usr/share/mime" "$room/usr/share/applications" "$room/usr/share/icons" "$room/var/lib/dpkg/info" 2>/dev/null || :)
[ -z "$left$mentions" ] || fail "left over: $left $mentions"
say "purged: nothing left"
say "all passed in $SECONDS s"
