#!/usr/bin/env bash
# Starts an image as compose.yaml does, waits until its health check succeeds, and stops it: try-image.sh postrider:tried
set -euo pipefail

container=$(docker run --detach --read-only --cap-drop=ALL --security-opt=no-new-privileges --tmpfs=/tmp --volume=/data \
  --env=POSTRIDER_ADMIN_PASSWORD="$(openssl rand -hex 16)" "$1")
trap 'docker logs "$container"; docker rm --force --volumes "$container" >/dev/null' EXIT

health=starting
for _ in $(seq 60); do
  health=$(docker inspect --format='{{.State.Health.Status}}' "$container")
  [ "$health" = starting ] || break
  sleep 1
done
[ "$health" = healthy ] || { echo "The image is $health."; exit 1; }

[ "$(docker exec "$container" id -u)" = 10001 ]
docker exec "$container" postrider health --liveness
docker stop --time=15 "$container" >/dev/null
code=$(docker inspect --format='{{.State.ExitCode}}' "$container")
[ "$code" = 0 ] || { echo "The image ended with $code."; exit 1; }
