#!/bin/sh
# Tests a schedule with curl only. It needs a sandbox and a key that can control it:
#
#   postrider dev --write-env postrider.env &
#   until [ -s postrider.env ]; do sleep 0.1; done
#   set -a; . ./postrider.env; set +a
#   sh examples/curl.sh
set -eu

api() { # api METHOD PATH [JSON]: prints the response body; exits on an error response
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" "$POSTRIDER_BASE_URL$path" \
    -H "Authorization: Bearer $POSTRIDER_API_KEY" -H 'Content-Type: application/json' ${1:+--data "$1"}
}
check() { # check DESCRIPTION TEXT PATTERN: exits if the text does not match the pattern
  if printf '%s' "$2" | grep -q "$3"; then echo "ok: $1"; else echo "NOT: $1: $2" >&2 && exit 1; fi
}

# Freeze the clock so that the test controls it. The next test starts from the snapshot.
api POST /v1/test/clock '{"action": "freeze"}' > /dev/null
start=$(api POST /v1/test/snapshots | grep -o 'snap_[0-9]*')

# Scheduled for 1 March 2030: it is not visible before.
api POST /v1/posts '{
  "platform": "mastodon", "text": "We launch in March", "scheduledAt": "2030-03-01T09:00:00Z"
}' > /dev/null
check 'nothing is out before its time' "$(api GET '/v1/test/outbox?text=launch')" '"data":\[\]'

# Advance the clock by years. Everything that falls due has run when the response arrives.
moved=$(api POST /v1/test/clock '{"action": "set", "to": "2030-03-01T09:00:00Z"}')
check 'it ran when it was due' "$moved" '"outcome":"published"'
check 'readers see it' "$(api GET '/v1/test/outbox?text=launch')" '"text":"We launch in March"'

# An account that always fails in the same way: how does your program handle it?
account=$(api POST /v1/test/accounts '{"platform": "x", "handle": "token_expired"}' | grep -o 'acc_[0-9a-z]*' | head -n 1)
post=$(api POST /v1/posts "{\"accountIds\": [\"$account\"], \"text\": \"Hello\", \"scheduleMode\": \"now\"}" |
  grep -o 'post_[0-9a-z]*' | head -n 1)
api POST /v1/test/clock '{"action": "advance", "seconds": 60}' > /dev/null
check 'an expired token is reported' "$(api GET "/v1/posts/$post")" '"code":"account_reconnect_required"'

# Restore the initial state.
api POST "/v1/test/snapshots/$start/restore" > /dev/null
check 'the sandbox is as before' "$(api GET '/v1/test/outbox?text=launch')" '"data":\[\]'
