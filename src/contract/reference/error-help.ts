import type { ApiErrorCode } from '../errors.js';

/** Why a request is refused, and what to do about it: for people who read the reference. */
interface ErrorHelp {
  readonly why: string;
  readonly fix: string;
}

const mistypedId = (kind: string, where: string): ErrorHelp => ({
  why: `No ${kind} of this workspace has that id: it is mistyped, was deleted, or belongs to another workspace.`,
  fix: `Take the id from ${where}.`,
});

/** Help with every code that a request can be refused with. Code stands between backticks. */
export const ERROR_HELP: Readonly<Record<ApiErrorCode, ErrorHelp>> = {
  malformed_request: {
    why: 'The body is no JSON, or a header cannot be read; `detail` says at which character.',
    fix: 'Send UTF-8 JSON with `Content-Type: application/json`. In a shell, put the body between single quotes.',
  },
  cursor_invalid: {
    why: 'A cursor belongs to the list, the filters and the order that it came from.',
    fix: 'Send `nextCursor` as it was with the same filters, or begin again without `cursor`.',
  },
  cursor_expired: {
    why: 'Events are kept for 30 days unless the backend was told otherwise, and the first that you have not read are older.',
    fix: 'Read the posts, comments and conversations that you follow anew, then go on without `cursor`: `start=oldest` begins with the oldest event that is kept.',
  },
  key_missing: {
    why: 'The request has no `Authorization` header.',
    fix: 'Send `Authorization: Bearer <key>`. A key is made with `postrider keys create` on the backend’s machine, or in the dashboard.',
  },
  key_invalid: {
    why: 'The key is mistyped, cut off, or belongs to another backend or another data folder.',
    fix: 'Compare its first characters with `postrider keys list`; make a new one if it is not there.',
  },
  key_expired: {
    why: 'The key was made for a limited time, which is over.',
    fix: 'Make a new key and put it in the place of the old one.',
  },
  key_revoked: {
    why: 'Somebody revoked the key.',
    fix: 'Make a new key. A revoked one never works again.',
  },
  scope_missing: {
    why: 'The key may not do this; `requiredScope` names what it lacks.',
    fix: 'Use a key with that scope, or ask a person: a key without `posts:publish` can create a draft with a proposed time, which somebody approves in the dashboard.',
  },
  host_refused: {
    why: 'The request names a host under which this backend is not known, which is how web pages are made to reach into a network that is not theirs.',
    fix: 'Call it by one of the names in `detail`, or start it with `--allowed-hosts <name>` or `--public-url <url>`.',
  },
  person_required: {
    why: 'What was asked for tells the network that a person does it by hand.',
    fix: 'Ask a person to do it in the dashboard, or leave the field out.',
  },
  origin_refused: {
    why: 'A web page of another origin called, or a form of the dashboard was sent after its session had ended.',
    fix: 'Call from a server instead of a page. In the dashboard: load the page again, then send the form.',
  },
  not_found: {
    why: 'The path is not there; `detail` names paths that are near it.',
    fix: 'Compare the path with the reference. Every path of the API begins with `/v1`.',
  },
  account_not_found: mistypedId('account', '`GET /v1/accounts`'),
  post_not_found: mistypedId('post', '`GET /v1/posts`'),
  media_not_found: mistypedId(
    'medium',
    '`GET /v1/media`; a file that nobody named for 30 days is removed: upload it again',
  ),
  upload_not_found: {
    why: 'A one-time upload address is good for an hour, and this one is over or was never made.',
    fix: 'Ask for a new one: `POST /v1/media` with `filename`, `contentType` and `bytes`.',
  },
  comment_not_found: mistypedId('comment', '`GET /v1/comments`'),
  conversation_not_found: mistypedId('conversation', '`GET /v1/conversations`'),
  message_not_found: mistypedId('message', '`GET /v1/messages`'),
  schedule_not_found: mistypedId('schedule', '`GET /v1/schedules`'),
  webhook_not_found: mistypedId('webhook', '`GET /v1/webhooks`'),
  snapshot_not_found: {
    why: 'There is no such snapshot in this workspace. Snapshots end with the process that took them.',
    fix: 'Look at `GET /v1/test/snapshots`, or take one anew.',
  },
  delivery_not_found: mistypedId('delivery', '`GET /v1/webhooks/{id}/deliveries`'),
  source_not_found: mistypedId('source', '`GET /v1/sources`'),
  method_not_allowed: {
    why: 'The path is right and the method is not.',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  upload_stalled: {
    why: 'The file stopped coming, or the connection broke in the middle.',
    fix: 'Send it again. At a one-time upload address, `GET` it for the `offset` and go on from there.',
  },
  media_in_use: {
    why: 'Posts name the file; `postIds` lists them.',
    fix: 'Take it out of those posts, or cancel them, then delete it.',
  },
  upload_offset_conflict: {
    why: 'The bytes do not begin where the last ones ended.',
    fix: 'Go on at `uploadOffset`.',
  },
  upload_used: {
    why: 'A one-time upload address takes one file, and this one has had it.',
    fix: 'Use the key that `detail` names, or ask for a new address.',
  },
  duplicate_post: {
    why: 'The same text and media went to the same account within 24 hours, or are about to. Usually an earlier request did succeed.',
    fix: 'Read `existingPostId` first. To post it again on purpose, send `allowDuplicate: true`.',
  },
  request_in_progress: {
    why: 'Another request with the same `Idempotency-Key` has not ended.',
    fix: 'Send it again after a second: you get the answer of the first.',
  },
  version_conflict: {
    why: 'Somebody changed the object after you read it; nothing of your change was done.',
    fix: 'Read it again, look at what changed, and send your change with the new `version`.',
  },
  state_conflict: {
    why: 'The object is in a state in which this makes no sense, such as editing a post that is out.',
    fix: 'Read `current.status`: the page on reliability says what is possible in which.',
  },
  already_answered: {
    why: 'The same answer is there already: `replyId`.',
    fix: 'Nothing needs to be done. To answer once more on purpose, send `allowDuplicate: true`.',
  },
  reply_window_closed: {
    why: 'Instagram and Facebook let a business answer for 24 hours after the person wrote last.',
    fix: 'Wait until the person writes again. `allowed` names what is still possible, such as a person who answers in the dashboard.',
  },
  reply_not_possible: {
    why: 'The comment is hidden or gone, or the network takes no such answer; `reason` says which.',
    fix: 'Answer in one of the ways in `allowed`.',
  },
  network_refused: {
    why: 'The network said no; `network` has its own words.',
    fix: 'Do what they ask for, then send the request again.',
  },
  slot_taken: {
    why: 'Another post has taken the slot.',
    fix: 'Take another one from `GET /v1/queue/slots?state=open`, or leave `slotId` out for the next that is free.',
  },
  no_open_slot: {
    why: 'The account has no schedule, or all of its slots in the next 400 days are taken.',
    fix: 'Create a schedule (`POST /v1/schedules`), or send `scheduledAt`.',
  },
  no_common_slot: {
    why: '`together: true` wants one time that is free for all accounts, and there is none.',
    fix: 'Leave `together` out, so that each account takes its own next slot, or put the accounts into one schedule.',
  },
  payload_too_large: {
    why: 'The body is larger than this path takes: images 50 MB, videos 500 MB, JSON 1 MiB.',
    fix: 'Send less, or files one by one.',
  },
  content_type_unsupported: {
    why: 'The `Content-Type` is not one that this path takes; `detail` names those.',
    fix: 'Mostly `application/json` is missing: `curl --json` sends it.',
  },
  media_type_unsupported: {
    why: 'The bytes are no JPEG, PNG, WebP, MP4 or MOV, whatever the name of the file says.',
    fix: 'Convert the file and upload it again.',
  },
  media_invalid: {
    why: 'The file breaks off, or its measures are beyond what can be read.',
    fix: 'Export it again from the program that made it.',
  },
  media_fetch_failed: {
    why: 'The address did not give a file: it is not public, answered with an error, or with a page.',
    fix: 'Open it in a private window: the file itself has to appear. Or upload the bytes.',
  },
  upload_length_mismatch: {
    why: 'More or fewer bytes came than were announced.',
    fix: 'Announce the size of the file as it is on the disk, or let your HTTP client do so.',
  },
  validation_failed: {
    why: 'Fields are missing, of the wrong type, or not known; `errors` names each with its place.',
    fix: 'Mend every entry of `errors`: all faults are there at once.',
  },
  target_required: {
    why: 'Nothing says where to publish, and nothing is published everywhere by default.',
    fix: 'Name `platform`, `platforms` or `accountIds`; `choices` lists what is connected.',
  },
  account_ambiguous: {
    why: 'The platform has several connected accounts.',
    fix: 'Name one of `choices` in `accountIds`.',
  },
  time_required: {
    why: '`schedule` was asked for without a time.',
    fix: 'Send `scheduledAt`.',
  },
  time_invalid: {
    why: 'The time is not ISO 8601, or it has no offset and no `timezone`: it is never taken for UTC.',
    fix: 'Send `2026-12-02T09:00:00+01:00`, or `2026-12-02T09:00` with `timezone: "Europe/Berlin"`.',
  },
  time_conflict: {
    why: 'The offset of `scheduledAt` is not what `timezone` has on that day.',
    fix: 'Leave one of the two out. `detail` has both readings.',
  },
  time_in_past: {
    why: 'The time has passed by the server’s clock, which is `serverTime`.',
    fix: 'Choose a later time, or `scheduleMode: "now"`. In a sandbox, look whether its clock was moved.',
  },
  zone_unknown: {
    why: 'The name is no IANA time zone.',
    fix: 'Write `Europe/Berlin`, not `CET` or `Berlin`; `detail` proposes what may be meant.',
  },
  slot_unknown: {
    why: 'The slot is not there any more: its schedule was changed, or its time has passed.',
    fix: 'Read `GET /v1/queue/slots` again.',
  },
  rules_violated: {
    why: 'At least one network would refuse the post as it is: too long, a missing option, a file that it does not take.',
    fix: 'Mend every entry of `errors`; each names network, limit, what was found and the fix. `POST /v1/posts/validate` tries it first, and the page on networks has the figures.',
  },
  url_refused: {
    why: 'The address leads into a private network, or is of a kind that is not fetched.',
    fix: 'Only public `http` and `https` addresses are fetched: the page on sources tells of the guards.',
  },
  url_unreadable: {
    why: 'Something came that holds no article: a login page, a PDF, a page without text.',
    fix: 'Copy the text and send it as `text`.',
  },
  url_unavailable: {
    why: 'The site did not answer, or is limiting requests.',
    fix: 'Try again later, or send the text.',
  },
  image_unavailable: {
    why: 'The image that `takeImage` names could not be stored; nothing was kept.',
    fix: 'Ingest without `takeImage`, and upload the image yourself.',
  },
  reply_rules_violated: {
    why: 'The reply is too long for the network, or carries what it does not take.',
    fix: 'Mend every entry of `errors`.',
  },
  idempotency_key_reused: {
    why: 'The key belongs to a request with another body within the last 24 hours.',
    fix: 'Use a new key for each new request, such as a UUID.',
  },
  upload_limit_reached: {
    why: 'Many one-time upload addresses still wait for their files.',
    fix: 'Use one of them, or wait: each lives an hour.',
  },
  rate_limited: {
    why: 'The key has used up its requests of this minute, or has too many streams open.',
    fix: 'Wait `Retry-After` seconds. `RateLimit` on every answer says how many are left; `serve --requests-per-minute` changes the number.',
  },
  internal_error: {
    why: 'The service made a mistake. It is logged under `requestId`.',
    fix: 'Send the request again with the same `Idempotency-Key`: it cannot act twice. If it stays, report the `requestId`.',
  },
  network_unavailable: {
    why: 'The network did not answer.',
    fix: 'Try again later.',
  },
  unavailable: {
    why: 'The service is starting or stopping, its database is away or busy, or its disk is full.',
    fix: 'Send the request again after `Retry-After` seconds; where `detail` says that the disk is full, make room on it first.',
  },
};
