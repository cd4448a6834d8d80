#!/bin/sh
# Runs a program, unless a variable of its environment has a placeholder of example.env. The processes of the product check their own
# settings. This is for the programs of others: database and store.
# Usage: refuse-placeholders.sh PROGRAM [ARGUMENT]...
set -eu
found=$(export -p | while read -r _ setting; do
  case $setting in
    *replace[-_]*)
      name=${setting%%=*}
      echo "${name##* }: expected a value of your own instead of the placeholder of the example settings"
      ;;
  esac
done)
if [ -n "$found" ]; then
  echo "$found" >&2
  exit 1
fi
exec "$@"
