#!/bin/sh
# Make the three libraries that fill the gaps of Wine 10: shims.sh FOLDER   (run in the room)
#
# ucrtbase.dll   C's complex functions, by complex.c; all else is handed on to
# ucrtwine.dll   Wine's own ucrtbase.dll, without the mark by which Wine knows its own files
# icuuc.dll      by icuuc.c
set -eu
here=$(cd "$(dirname "$0")" && pwd)
own=/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll
compile="x86_64-w64-mingw32-gcc -std=c11 -O1 -fno-builtin -Wall -Wextra -shared -static -s"
mkdir -p "$1"
cd "$1"
cp "$own" ucrtwine.dll
dd if=/dev/zero of=ucrtwine.dll bs=1 seek=64 count=16 conv=notrunc status=none
x86_64-w64-mingw32-gcc -E -P "$here/complex.c" | grep -o 'shim_[a-z]*' | sort -u > ours
{
    echo LIBRARY ucrtbase.dll
    echo EXPORTS
    x86_64-w64-mingw32-objdump -p "$own" | sed '1,/^\[Ordinal\/Name Pointer\] Table/d; /^$/,$d' \
        | awk 'NR == FNR { ours[$0]; next }
               !/^\t\[/ { next }
               { if ("shim_" $NF in ours) print "\"" $NF "\" = shim_" $NF
                 else print "\"" $NF "\" = \"ucrtwine." $NF "\"" }' ours -
} > ucrtbase.def
$compile -o ucrtbase.dll "$here/complex.c" ucrtbase.def
$compile -o icuuc.dll "$here/icuuc.c"
