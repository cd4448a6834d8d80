#!/bin/sh
# Replaces the processes of deploy/compose.yaml one after the other by the current images and settings. The balancer gives a
# process no new request before it stops: a connection that waits to be accepted at that moment would fail.
# Usage, in the root of the repository: sh deploy/rolling-restart.sh production.env
set -eu
compose() { docker compose -f deploy/compose.yaml --env-file "$settings" "$@"; }
set_state() { compose exec -T balancer bash -c "echo 'set server $1 state $2' > /dev/tcp/127.0.0.1/9999"; }
settings=$1
for server in apis/api-1 apis/api-2 gateways/gateway-1 gateways/gateway-2; do
  set_state "$server" drain
  compose up -d --no-deps --wait --force-recreate "${server#*/}"
  set_state "$server" ready
  # The balancer checks each second whether the process serves.
  sleep 2
done
