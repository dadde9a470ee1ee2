#!/bin/sh
# A smoke test: do posts published through the API reach readers? Replace the first request with a call of your
# own program.
set -eu
auth="Authorization: Bearer $POSTRIDER_API_KEY"

post=$(curl -sS --fail-with-body "$POSTRIDER_BASE_URL/v1/posts" -H "$auth" -H 'Content-Type: application/json' \
  --data '{"platforms": ["mastodon", "bluesky"], "text": "Smoke test", "scheduleMode": "now"}' |
  grep -o 'post_[0-9a-z]*' | head -n 1)

# Each request waits until something changes.
for _ in 1 2 3 4 5; do
  status=$(curl -sS --fail-with-body "$POSTRIDER_BASE_URL/v1/posts/$post?wait=10" -H "$auth" |
    grep -o '"status":"[a-z_]*"' | head -n 1)
  [ "$status" = '"status":"published"' ] && break
done
seen=$(curl -sS --fail-with-body "$POSTRIDER_BASE_URL/v1/test/outbox?text=Smoke%20test" -H "$auth" |
  grep -o '"platform":' | wc -l)

if [ "$seen" -eq 2 ]; then echo "ok: $post is visible on 2 networks"; else
  echo "failed: $post is visible on $seen of 2 networks, with $status" >&2
  exit 1
fi
