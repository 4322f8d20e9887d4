#!/bin/sh
# Gridwar @VERSION@ for Linux. sh gridwar-@VERSION@-linux-x86_64.run [--prefix DIR | --uninstall | --help]
set -eu
me=$0
prefix=${HOME:?}/.local
task=install
say() { printf '%s\n' "$*"; }
stop() { printf 'gridwar: %s\n' "$*" >&2; exit 1; }
usage() {
    say "Installs Gridwar @VERSION@ for you alone, without root, below $prefix."
    say "  --prefix DIR   below another folder"
    say "  --uninstall    take it away again; your fights, library and settings stay"
}
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) [ $# -gt 1 ] || stop "--prefix needs a folder"; prefix=$2; shift ;;
        --uninstall) task=uninstall ;;
        -h|--help) usage; exit 0 ;;
        *) stop "what is $1? --help says what there is" ;;
    esac
    shift
done
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
share=$prefix/share
list=$prefix/lib/gridwar/installed-files

refresh() {
    command -v update-mime-database >/dev/null && update-mime-database "$share/mime" >/dev/null 2>&1 || :
    command -v update-desktop-database >/dev/null && update-desktop-database "$share/applications" >/dev/null 2>&1 || :
    command -v gtk-update-icon-cache >/dev/null && gtk-update-icon-cache -qtf "$share/icons/hicolor" >/dev/null 2>&1 || :
}

remove() {
    [ -f "$list" ] || return 0
    while IFS= read -r file; do rm -f -- "$prefix/$file"; done < "$list"
    rm -rf -- "$prefix/lib/gridwar"
    rm -f -- "$prefix/bin/gridwar"
}

# Folders that are empty now; others keep theirs.
tidy() {
    for folder in "$share/icons/hicolor"/*/apps "$share/icons/hicolor"/*/mimetypes "$share/icons/hicolor"/* \
        "$share/applications" "$share/mime/packages" "$share/metainfo" "$share/man/man1" "$share/man"; do
        rmdir -- "$folder" 2>/dev/null || :
    done
}

if [ "$task" = uninstall ]; then
    [ -f "$list" ] || stop "there is no Gridwar below $prefix"
    remove
    refresh
    tidy
    say "Gridwar is gone from $prefix. Your fights, library and settings are kept:"
    say "  ${XDG_DATA_HOME:-$HOME/.local/share}/gridwar  ${XDG_STATE_HOME:-$HOME/.local/state}/gridwar  ${XDG_CONFIG_HOME:-$HOME/.config}/gridwar"
    exit 0
fi

[ "$(uname -m)" = x86_64 ] || stop "this is a program for x86_64, not for $(uname -m)"
if command -v sha256sum >/dev/null; then
    found=$(tail -n +@LINES@ "$me" | sha256sum | cut -d' ' -f1)
    [ "$found" = @SHA256@ ] || stop "this file is damaged: download it again"
fi
mkdir -p "$prefix/lib" "$prefix/bin" "$share"
[ ! -e "$prefix/bin/gridwar" ] || [ -f "$list" ] || stop "$prefix/bin/gridwar is there already and not ours"
new=$(mktemp -d "$prefix/lib/gridwar-new.XXXXXX")
trap 'rm -rf -- "$new"' EXIT
say "Unpacking ..."
tail -n +@LINES@ "$me" | gzip -dc | tar -xf - -C "$new"
sed -i "s|@BIN@|$prefix/bin|" "$new/share/applications/@APP_ID@.desktop"
(cd "$new" && find share -type f) > "$new/lib/gridwar/installed-files"
QT_QPA_PLATFORM=offscreen GRIDWAR_HOME=$new/home "$new/lib/gridwar/gridwar" --self-test >"$new/said" 2>&1 || {
    cat "$new/said" >&2
    stop "Gridwar does not run here; nothing was installed. It needs glibc 2.36 or newer, libGL, libEGL and fontconfig."
}
remove
mv "$new/lib/gridwar" "$prefix/lib/gridwar"
(cd "$new" && tar -cf - share) | (cd "$prefix" && tar -xf -)
ln -s ../lib/gridwar/gridwar "$prefix/bin/gridwar"
refresh
say "Gridwar @VERSION@ is installed: $prefix/bin/gridwar"
case :$PATH: in *:"$prefix/bin":*) ;; *) say "($prefix/bin is not on your PATH; the menu entry works without it.)" ;; esac
exit 0
