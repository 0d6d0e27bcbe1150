#!/bin/sh
# Installs waybill @VERSION@: checks the archive's SHA-256, then installs the executable and its man
# pages under ~/.local. It doesn't prompt, and it doesn't touch anything outside that folder.
#
#   WAYBILL_PREFIX    where bin/ and share/ are (default: ~/.local)
#   WAYBILL_RELEASES  where the files of the release are: an address or a folder
set -eu

version='@VERSION@'
releases=${WAYBILL_RELEASES:-@RELEASES@}
prefix=${WAYBILL_PREFIX:-${HOME:?HOME is not set: set WAYBILL_PREFIX}/.local}

fail() {
  printf 'waybill was not installed: %s\n' "$1" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

case "$(uname -s) $(uname -m)" in
'Linux x86_64') target=linux-x64 ;;
'Linux aarch64' | 'Linux arm64') target=linux-arm64 ;;
'Darwin arm64') target=macos-arm64 ;;
*) fail "there is no executable for $(uname -s) on $(uname -m); with Node, run npm install --global waybill" ;;
esac
for loader in /lib/ld-musl-*; do
  if [ -e "$loader" ] && [ ! -e /lib64/ld-linux-x86-64.so.2 ] && [ ! -e /lib/ld-linux-aarch64.so.1 ]; then
    fail 'the executable needs glibc, and this system has musl; with Node, run npm install --global waybill'
  fi
done

name="waybill-$version-$target"
work=$(mktemp -d)
new="$prefix/bin/.waybill.$$"
trap 'rm -rf "$work" "$new"' EXIT
trap 'exit 1' HUP INT TERM

get() {
  case $releases in
  *://*)
    if has curl; then
      curl --fail --silent --show-error --location --output "$work/$1" "$releases/$1"
    elif has wget; then
      wget --quiet --output-document="$work/$1" "$releases/$1"
    else
      fail 'neither curl nor wget is installed'
    fi
    ;;
  *) cp "$releases/$1" "$work/$1" ;;
  esac || fail "$1 could not be fetched from $releases"
}

sum() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  fi
}

has sha256sum || has shasum ||
  fail 'neither sha256sum nor shasum is installed, so the download could not be checked'
[ ! -d "$prefix/bin/waybill" ] || fail "$prefix/bin/waybill is a folder"

get SHA256SUMS
get "$name.tar.xz"
expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.xz\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS doesn't list $name.tar.xz"
found=$(sum "$work/$name.tar.xz" | cut -d ' ' -f 1)
[ "$found" = "$expected" ] || fail "$name.tar.xz has the checksum $found, not $expected"

tar -xf "$work/$name.tar.xz" -C "$work" || fail "$name.tar.xz could not be unpacked: is xz installed?"
mkdir -p "$prefix/bin" "$prefix/share/man/man1" || fail "$prefix can't be written"
# Copied next to its destination and renamed, so that a running waybill keeps the old file.
cp "$work/$name/waybill" "$new" || fail "it could not be copied to $prefix/bin"
chmod 755 "$new"
mv -f "$new" "$prefix/bin/waybill"
cp "$work/$name"/man/*.1 "$prefix/share/man/man1/"

echo "waybill $version is in $prefix/bin"
[ "$target" != macos-arm64 ] ||
  echo 'Experimental: built for this platform, but never run on it.'
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "Add that folder to your PATH." ;;
esac
