#!/bin/sh
# Measures RangeLibc against Tileray: ./run.sh CHECKOUT [OPTION]... [-- MAP.png...]
#
# CHECKOUT is a clone of RangeLibc. OPTIONs are passed to `peers scans`: --quick. The default maps are two of RangeLibc's.
set -eu

if [ $# -lt 1 ] || [ ! -f "$1/includes/RangeLib.h" ]; then
    echo "usage: $0 CHECKOUT_OF_RANGELIBC [--quick] [-- MAP.png...]" >&2
    exit 2
fi
checkout=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
commit=$(git -C "$checkout" rev-parse --short=8 HEAD)

options=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options="$options $1"
    shift
done
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "$checkout/maps/basement_hallways_5cm.png" "$checkout/maps/synthetic.map.png"
maps=$#
while [ "$maps" -gt 0 ]; do
    set -- "$@" --map "$1"
    shift
    maps=$((maps - 1))
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The flags of RangeLibc's own CMakeLists.txt.
${CXX:-g++} -std=c++11 -O3 -march=native -ffast-math -fno-math-errno -w -I"$checkout" \
    "$here/driver.cpp" "$checkout/vendor/lodepng/lodepng.cpp" -o "$folder/driver"
# shellcheck disable=SC2086 # options are single words
cargo run --release --manifest-path "$here/../peers/Cargo.toml" --no-default-features --features costmap -- \
    scans --range-libc "$folder/driver" --range-libc-commit "$commit" $options "$@"
