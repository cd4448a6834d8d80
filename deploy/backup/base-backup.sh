#!/bin/sh
# Copies the running database into BACKUP_FOLDER/base/<start in UTC>, and verifies the copy. Together with the archived WAL
# files it restores every later point in time. The user needs the attribute REPLICATION.
# Usage: base-backup.sh BACKUP_FOLDER CONNECTION_STRING
set -eu
copy=$1/base/$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$1/base"
pg_basebackup --dbname="$2" --pgdata="$copy.part" --checkpoint=fast --wal-method=stream
pg_verifybackup --quiet "$copy.part"
mv "$copy.part" "$copy"
echo "$copy"
