#!/bin/sh
# The archive_command of PostgreSQL: copies one finished WAL file. An existing file is never replaced.
# Usage: archive-wal.sh FILE TARGET
set -eu
# A retry after a crash finds the file that it has already copied.
if [ -f "$2" ]; then exec cmp -s "$1" "$2"; fi
mkdir -p "$(dirname "$2")"
cp "$1" "$2.part"
sync "$2.part"
mv "$2.part" "$2"
