#!/bin/bash
# A room with Wine in it: a bare Debian 13 below build/, where programs for Windows run on Linux.
#
#   room.sh make                    make it, or see that it is made (needs root, debootstrap, Debian's mirror)
#   room.sh run PREFIX COMMAND ...  run a command in it with the Wine prefix of that name, made where missing
#   room.sh forget PREFIX           take a prefix away
#
# In the room the checkout is /src (not to be written), build/ is /build, dist/ is /dist, which Wine calls
# Z:\src, Z:\build, Z:\dist. All processes of a command end with it, and so do its mounts. It has no network.
# GRIDWAR_BUILD, GRIDWAR_DIST, GRIDWAR_ROOM name other folders, MIRROR another mirror.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=${GRIDWAR_BUILD:-$root/build}
dist=${GRIDWAR_DIST:-$root/dist}
room=${GRIDWAR_ROOM:-$build/wine/room}
mirror=${MIRROR:-http://deb.debian.org/debian}
packages="wine wine64 libgl1 fonts-dejavu-core nsis osslsigncode gcc-mingw-w64-x86-64-win32
    xvfb xauth imagemagick"
stop() { echo "room: $*" >&2; exit 1; }

apart=  # with --net nobody else's display is in the way, and nothing is fetched by the way
inside() {  # inside NAME=VALUE ... COMMAND: a namespace of its own, so that nothing stays mounted or running
    mkdir -p "$build" "$dist" "$room/src" "$room/build" "$room/dist" "$room/prefix"
    unshare $apart --mount --pid --fork --kill-child bash -c '
        room=$1 src=$2 build=$3 dist=$4; shift 4
        mount --make-rprivate /
        mount -t proc proc "$room/proc"
        mount --bind "$src" "$room/src" && mount -o remount,bind,ro "$room/src"
        mount --bind "$build" "$room/build"
        mount --bind "$dist" "$room/dist"
        exec chroot "$room" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 XDG_RUNTIME_DIR=/tmp "$@"
    ' enter "$room" "$root" "$build" "$dist" "$@" </dev/null
}

make_room() {
    local made; made=$(cat "$here/shims.sh" "$here"/*.c - <<<"$packages" | sha256sum | cut -d' ' -f1)
    [ "$(cat "$room/made-of" 2>/dev/null)" != "$made" ] || return 0
    [ "$(id -u)" = 0 ] || stop "a room for Wine is a chroot, and that needs root"
    for tool in debootstrap unshare chroot; do
        command -v $tool >/dev/null || stop "$tool is needed: apt install debootstrap util-linux coreutils"
    done
    local log=$build/wine.log
    mkdir -p "$(dirname "$room")" "$build"
    if [ ! -e "$room/bare" ]; then
        echo "making $room: a bare Debian 13 (a minute)"
        rm -rf -- "$room"
        debootstrap --variant=minbase trixie "$room" "$mirror" >"$log" 2>&1 \
            || stop "debootstrap of Debian 13 from $mirror failed: is the network there? See $log"
        printf '#!/bin/sh\nexit 101\n' > "$room/usr/sbin/policy-rc.d"
        chmod 755 "$room/usr/sbin/policy-rc.d"
        touch "$room/bare"
    fi
    cp /etc/resolv.conf /etc/hosts "$room/etc/"
    echo "putting Wine, NSIS and osslsigncode into it (two minutes)"
    inside DEBIAN_FRONTEND=noninteractive bash -c "apt-get update -q && apt-get install -y -q \
        --no-install-recommends $(echo $packages) && apt-get clean" >>"$log" 2>&1 \
        || stop "apt-get in $room failed: is the network there? See $log"
    inside sh /src/packaging/windows/wine/shims.sh /shims >>"$log" 2>&1 || stop "the shims failed, see $log"
    rm -rf -- "$room"/prefix/*
    echo "$made" > "$room/made-of"
    echo "$(inside wine --version 2>/dev/null) is in $room"
}

in_prefix() {  # in_prefix NAME COMMAND ...
    local name=$1; shift
    inside WINEPREFIX="/prefix/$name" WINEARCH=win64 WINEDEBUG="${WINEDEBUG:--all}" \
        WINEDLLOVERRIDES="mscoree,mshtml=;ucrtbase,icuuc=n" "$@"
}

case ${1-} in
    make) make_room ;;
    forget) rm -rf -- "$room/prefix/${2:?which prefix}" ;;
    run)
        name=${2:?which prefix} apart=--net
        shift 2
        [ -e "$room/made-of" ] || stop "there is no room yet: $0 make"
        if [ ! -e "$room/prefix/$name/made" ]; then
            in_prefix "$name" WINEDLLOVERRIDES="mscoree,mshtml=" sh -c 'wineboot -i && wineserver -w && cp /shims/*.dll "$WINEPREFIX/drive_c/windows/system32/"' \
                >>"$build/wine.log" 2>&1 || stop "wineboot failed, see $build/wine.log"
            touch "$room/prefix/$name/made"
        fi
        # The server writes the registry when it ends, so it is awaited.
        in_prefix "$name" sh -c '"$@"; code=$?; wineserver -w; exit $code' run "$@"
        ;;
    *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
