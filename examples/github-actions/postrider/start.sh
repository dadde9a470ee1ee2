#!/bin/sh
# Starts a backend in the background and exports its URL and key to the later steps of the job.
# Arguments are passed to `postrider dev`. The runner stops it with the job; to stop it earlier: kill "$(cat postrider.pid)"
set -eu
# Unquoted below on purpose: it may contain several words.
POSTRIDER=${POSTRIDER:-npx postrider}

$POSTRIDER dev --port 0 --write-env postrider.env "$@" > postrider.log 2>&1 < /dev/null &
echo $! > postrider.pid

waited=0
until [ -s postrider.env ]; do
  if [ "$waited" -ge 600 ] || ! kill -0 "$(cat postrider.pid)"; then
    echo 'Postrider did not come up:' >&2
    cat postrider.log >&2
    exit 1
  fi
  waited=$((waited + 1))
  sleep 0.1
done
cat postrider.env >> "$GITHUB_ENV"
