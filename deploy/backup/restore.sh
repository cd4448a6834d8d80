#!/bin/sh
# Prepares a data folder that PostgreSQL restores at its start. It then runs on a new timeline as a primary.
# Without TIME, the newest archived state is restored; TIME is in UTC: 2026-11-22T23:59:59.5Z
# Usage: restore.sh BACKUP_FOLDER DATA_FOLDER [TIME]
set -eu
[ ! -e "$2" ] || { echo "$2 exists: choose a new folder" >&2; exit 1; }
# The newest base backup that ended before the time: its name is its start.
latest=$(echo "${3:-9}" | tr -d ':-' | sed 's/\..*//')
base=$(find "$1/base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | awk -F/ -v latest="$latest" '$NF < latest' | tail -n 1)
[ -n "$base" ] || { echo "no base backup before ${3:-now} in $1/base" >&2; exit 1; }
cp -a "$base" "$2"
chmod 700 "$2"
{
  echo "restore_command = 'cp \"$1/wal/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  [ -z "${3:-}" ] || echo "recovery_target_time = '$(echo "$3" | sed 's/Z$/+00/; s/T/ /')'"
} >> "$2/postgresql.auto.conf"
touch "$2/recovery.signal"
echo "restores $base"
