import type { ApiErrorCode } from '../api-errors.js';
import { MAX_BODY_MS } from '../time-limits.js';

/** Why a request fails and how to fix it. Shown in the reference. */
interface ErrorHelp {
  readonly why: string;
  readonly fix: string;
}

const mistypedId = (kind: string, where: string): ErrorHelp => ({
  why: `No ${kind} with this id exists in the workspace: the id is mistyped, or the ${kind} was deleted or belongs to another workspace.`,
  fix: `Use an id from ${where}.`,
});

/** Help for every error code of the API. Code is in backticks. */
export const ERROR_HELP: Readonly<Record<ApiErrorCode, ErrorHelp>> = {
  malformed_request: {
    why: 'The body is not valid JSON, or a header cannot be parsed. `detail` names the position.',
    fix: 'Send UTF-8 JSON with `Content-Type: application/json`. In a shell, put the body in single quotes.',
  },
  request_timeout: {
    why: `The body of the request did not arrive within ${MAX_BODY_MS / 1000} seconds. The connection was closed.`,
    fix: 'Send the request again. If it keeps failing, the connection is too slow or something on the way stops it.',
  },
  cursor_invalid: {
    why: 'A cursor is valid only for the list, filters and order that returned it.',
    fix: 'Send `nextCursor` unchanged with the same filters, or start over without `cursor`.',
  },
  cursor_expired: {
    why: 'Events are kept for 30 days by default, and the first ones after your cursor are older.',
    fix: 'Fetch the posts, comments and conversations that you track again, then continue without `cursor`: `start=oldest` begins with the oldest event that still exists.',
  },
  key_missing: {
    why: 'The request has no `Authorization` header.',
    fix: 'Send `Authorization: Bearer <key>`. Create a key with `postrider keys create` on the backend’s machine, or in the dashboard.',
  },
  key_invalid: {
    why: 'The key is mistyped or truncated, or it belongs to another backend or data folder.',
    fix: 'Compare its first characters with `postrider keys list`. Create a new key if it is not listed.',
  },
  key_expired: {
    why: 'The key was created with an expiry date, which has passed.',
    fix: 'Create a new key and replace the old one with it.',
  },
  key_revoked: {
    why: 'The key has been revoked.',
    fix: 'Create a new key. A revoked key cannot be restored.',
  },
  scope_missing: {
    why: 'The key does not have the scope in `requiredScope`.',
    fix: 'Use a key with that scope. Without `posts:publish`, create a draft with a proposed time: a person can approve it in the dashboard.',
  },
  role_missing: {
    why: 'The person who made the key, or is signed in, has a role in the workspace that does not allow the request. Whatever scopes a key has, it never has more rights than its person has now.',
    fix: 'Ask an owner of the workspace for the role in `requiredRole`, or leave the request to somebody who has it.',
  },
  other_approver_required: {
    why: 'The workspace lets nobody approve, publish or schedule a post that they drafted, or whose content they changed last. Their API keys and assistants count as them. A key that was made in a terminal belongs to nobody, so it cannot approve anything.',
    fix: 'Save the post as a draft with a proposed time, and ask one of those whom `detail` names to approve it. An owner turns the rule on and off: Settings, Workspace, or `postrider workspace`.',
  },
  person_not_found: {
    why: 'The workspace has no person with this id. Perhaps they were removed.',
    fix: 'List the people of the workspace, and use an id from there.',
  },
  invitation_not_found: {
    why: 'No open invitation of the workspace has this id: it was accepted or withdrawn, or has expired.',
    fix: 'List the open invitations, or create another.',
  },
  session_not_found: {
    why: 'The person is not signed in with this session: it has ended, or the id is that of somebody else’s.',
    fix: 'List the sessions of the person, and use an id from there.',
  },
  last_owner: {
    why: 'A workspace needs an active owner, who can give roles to others. The last one keeps the role and the access.',
    fix: 'Make somebody else an owner first.',
  },
  host_refused: {
    why: 'The `Host` header is not a name of this backend. Unknown names are rejected to prevent DNS rebinding, by which a web page reaches into a private network.',
    fix: 'Use one of the names in `detail`, or start the backend with `--allowed-hosts <name>` or `--public-url <url>`.',
  },
  person_required: {
    why: 'The request tells the network that a person writes by hand, so an API key must not send it.',
    fix: 'Have a person send it from the dashboard, or omit the field.',
  },
  origin_refused: {
    why: 'A web page on another origin sent the request, or a dashboard form was submitted after the session ended.',
    fix: 'Call the API from a server instead of a web page. In the dashboard, reload the page and submit the form again.',
  },
  not_found: {
    why: 'The path does not exist. `detail` suggests similar paths.',
    fix: 'Check the path against the reference. Every API path begins with `/v1`.',
  },
  account_not_found: mistypedId('account', '`GET /v1/accounts`'),
  post_not_found: mistypedId('post', '`GET /v1/posts`'),
  media_not_found: mistypedId(
    'media file',
    '`GET /v1/media`. Files that no post uses are deleted after 30 days: upload the file again',
  ),
  upload_not_found: {
    why: 'A one-time upload URL is valid for an hour. This one has expired or never existed.',
    fix: 'Request a new one: `POST /v1/media` with `filename`, `contentType` and `bytes`.',
  },
  comment_not_found: mistypedId('comment', '`GET /v1/comments`'),
  conversation_not_found: mistypedId('conversation', '`GET /v1/conversations`'),
  message_not_found: mistypedId('message', '`GET /v1/messages`'),
  label_not_found: mistypedId('label', '`GET /v1/labels`'),
  saved_text_not_found: mistypedId('saved text', '`GET /v1/saved-texts`'),
  remark_not_found: mistypedId('remark', '`GET /v1/posts/{id}/remarks`'),
  remark_of_another: {
    why: 'People delete their own remarks, and keys those that they wrote. Only an owner deletes those of others.',
    fix: 'Ask the author or an owner to delete it.',
  },
  name_taken: {
    why: 'Another label, or another saved text of the same kind, has this name. Upper and lower case are the same.',
    fix: 'Use the existing one, or choose another name.',
  },
  schedule_not_found: mistypedId('schedule', '`GET /v1/schedules`'),
  webhook_not_found: mistypedId('webhook', '`GET /v1/webhooks`'),
  alert_address_not_found: mistypedId('address for alerts', '`GET /v1/alerts`'),
  snapshot_not_found: {
    why: 'The workspace has no snapshot with this id. Snapshots are lost when the backend restarts.',
    fix: 'Use an id from `GET /v1/test/snapshots`, or take a new snapshot.',
  },
  delivery_not_found: mistypedId('delivery', '`GET /v1/webhooks/{id}/deliveries`'),
  source_not_found: mistypedId('source', '`GET /v1/sources`'),
  method_not_allowed: {
    why: 'The path exists, but not with this method.',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  upload_stalled: {
    why: 'No more bytes arrived, or the connection broke during the upload.',
    fix: 'Send the file again. With a one-time upload URL, `GET` the URL for the `offset` and continue from there.',
  },
  media_in_use: {
    why: 'The posts in `postIds` use the file.',
    fix: 'Remove the file from those posts or cancel them, then delete it.',
  },
  upload_offset_conflict: {
    why: 'The bytes do not start where the previous ones ended.',
    fix: 'Continue from `uploadOffset`.',
  },
  upload_used: {
    why: 'A one-time upload URL accepts one file, and this one has already received it.',
    fix: 'Use the storage key in `detail`, or request a new upload URL.',
  },
  duplicate_post: {
    why: 'The same text and media were published to the same account within the last 24 hours, or are scheduled within 24 hours. Usually an earlier request succeeded.',
    fix: 'Check the post in `existingPostId` first. To post it again on purpose, send `allowDuplicate: true`.',
  },
  request_in_progress: {
    why: 'Another request with the same `Idempotency-Key` is still running.',
    fix: 'Send the request again after a second to get the response of the first.',
  },
  version_conflict: {
    why: 'The object was changed after you read it. Your change was not applied.',
    fix: 'Read the object again, review what changed, and send your change with the new `version`.',
  },
  precondition_failed: {
    why: 'The object was changed after you read it, so it does not have the version in `If-Match`. Your change was not applied.',
    fix: 'Read the object again, review what changed, and send your change with its current `ETag`. `current` has the version.',
  },
  state_conflict: {
    why: 'The object is in a state that does not allow this, such as editing a published post.',
    fix: 'Check `current.status`. The page on reliability lists what is possible in each status.',
  },
  already_answered: {
    why: 'The same reply has already been sent: see `replyId`.',
    fix: 'No action is needed. To reply once more on purpose, send `allowDuplicate: true`.',
  },
  reply_window_closed: {
    why: 'A business can reply only for a limited time after the person’s last message. `closedAt` says when it ended.',
    fix: 'Wait until the person writes again. `allowed` lists what is still possible, such as a reply from the dashboard.',
  },
  reply_not_possible: {
    why: 'The comment is hidden or deleted, or the network does not support this kind of reply. `reason` says which.',
    fix: 'Use one of the kinds of reply in `allowed`.',
  },
  network_refused: {
    why: 'The network refused. `network` has its message.',
    fix: 'Follow the network’s message, then send the request again.',
  },
  slot_taken: {
    why: 'Another post holds the slot.',
    fix: 'Choose another slot from `GET /v1/queue/slots?state=open`, or omit `slotId` for the next open one.',
  },
  no_open_slot: {
    why: 'The account has no schedule, or all its slots in the next 400 days are taken.',
    fix: 'Create a schedule (`POST /v1/schedules`), or send `scheduledAt`.',
  },
  no_common_slot: {
    why: '`together: true` needs a time that is open for all accounts, and there is none.',
    fix: 'Omit `together`, so that each account uses its own next slot, or add the accounts to one schedule.',
  },
  payload_too_large: {
    why: 'The body exceeds the limit: 50 MB for images, 500 MB for videos, 1 MiB for JSON.',
    fix: 'Send a smaller body, or upload files one by one.',
  },
  content_type_unsupported: {
    why: 'This path does not accept the `Content-Type`. `detail` lists the accepted ones.',
    fix: 'Send `Content-Type: application/json`. `curl --json` does so.',
  },
  media_type_unsupported: {
    why: 'The content is not JPEG, PNG, WebP, MP4 or MOV, whatever the file name says.',
    fix: 'Convert the file and upload it again.',
  },
  media_invalid: {
    why: 'The file is truncated, or its dimensions exceed what can be read.',
    fix: 'Export the file again from the program that created it.',
  },
  media_fetch_failed: {
    why: 'The URL did not return a file: it is not public, or it returned an error or a web page.',
    fix: 'Open the URL in a private window: the file itself must appear. Or upload the bytes.',
  },
  upload_length_mismatch: {
    why: 'The number of bytes received differs from the announced number.',
    fix: 'Send the exact file size, or let your HTTP client set it.',
  },
  validation_failed: {
    why: 'Fields are missing, have the wrong type, or are unknown. `errors` lists each one with its location.',
    fix: 'Fix every entry in `errors`. It lists all of them at once.',
  },
  target_required: {
    why: 'The request names no target, and there is no default.',
    fix: 'Set `platform`, `platforms` or `accountIds`. `choices` lists the connected accounts.',
  },
  app_not_found: {
    why: 'Accounts of this network are connected with an app of your own, and none is set; or the network demands none.',
    fix: '`GET /v1/apps` lists the networks that demand an app. Register one there, and set it with `PUT /v1/apps/{platform}`.',
  },
  connection_not_found: {
    why: 'No connection with this id was begun with this API key, or it ended more than a day ago.',
    fix: 'Begin again with `POST /v1/connections`, and finish with the same API key.',
  },
  network_not_connectable: {
    why: 'Postrider publishes to this network in sandboxes, where it is simulated, but cannot connect real accounts yet.',
    fix: 'Choose one of the networks that `detail` names.',
  },
  server_unsuitable: {
    why: 'The server has not the API of this network, or its address is not on the public internet.',
    fix: 'Give the server where the person signs in, such as `mastodon.social`.',
  },
  server_unavailable: {
    why: 'The server did not answer, or answered with an error of its own.',
    fix: 'Check the spelling. If it is right, try again later.',
  },
  sign_in_refused: {
    why: 'The network did not accept the app password or the code, or the person did not allow access. `detail` has its words.',
    fix: 'Do what `detail` says. Begin again with `POST /v1/connections`, except with an app password, which can be sent again.',
  },
  account_ambiguous: {
    why: 'Several accounts of this platform are connected.',
    fix: 'Set `accountIds` to one of `choices`.',
  },
  time_required: {
    why: '`scheduleMode` is `schedule`, but no time was given.',
    fix: 'Set `scheduledAt`.',
  },
  time_invalid: {
    why: 'The time is not ISO 8601, or has neither an offset nor a `timezone`. UTC is never assumed.',
    fix: 'Send `2026-12-02T09:00:00+01:00`, or `2026-12-02T09:00` with `timezone: "Europe/Berlin"`.',
  },
  time_conflict: {
    why: 'The offset in `scheduledAt` is not the offset of `timezone` on that day.',
    fix: 'Omit one of the two. `detail` shows both readings.',
  },
  time_in_past: {
    why: 'The time is in the past by the server’s clock, which is in `serverTime`.',
    fix: 'Choose a later time, or send `scheduleMode: "now"`. In a sandbox, check whether its clock was moved.',
  },
  zone_unknown: {
    why: 'The name is not an IANA time zone.',
    fix: 'Use a name such as `Europe/Berlin`, not `CET` or `Berlin`. `detail` suggests similar names.',
  },
  slot_unknown: {
    why: 'The slot no longer exists: its schedule was changed, or its time has passed.',
    fix: 'Fetch the slots again: `GET /v1/queue/slots`.',
  },
  rules_violated: {
    why: 'At least one network would refuse the post: the text is too long, an option is missing, or a file is not accepted.',
    fix: 'Fix every entry in `errors`. Each names the network, the limit, the value found and the fix. `POST /v1/posts/validate` checks a post without creating it, and the page on networks lists the limits.',
  },
  batch_refused: {
    why: 'At least one post of the batch would be refused: its content, its time, its slot, or because the same text is there already.',
    fix: 'Fix every entry in `errors`; its `pointer` begins with the place of the post, such as `/posts/2`. `POST /v1/posts/batch/validate` checks a batch without creating it.',
  },
  url_refused: {
    why: 'The URL points to a private network, or its scheme is not supported.',
    fix: 'Use a public `http` or `https` URL. The page on sources describes the restrictions.',
  },
  url_unreadable: {
    why: 'The URL returned something other than an article: a login page, an image, a scanned PDF, or a page without text.',
    fix: 'Copy the text and send it as `text`.',
  },
  url_unavailable: {
    why: 'The site did not respond, or is limiting requests.',
    fix: 'Try again later, or send the text as `text`.',
  },
  image_unavailable: {
    why: 'The image in `takeImage` could not be saved. The source was not created either.',
    fix: 'Omit `takeImage` and upload the image yourself.',
  },
  reply_rules_violated: {
    why: 'The reply is too long for the network, or contains something it does not accept.',
    fix: 'Fix every entry in `errors`.',
  },
  idempotency_key_reused: {
    why: 'The key was used within the last 24 hours for a request with a different body.',
    fix: 'Use a new key for each new request, such as a UUID.',
  },
  workspace_busy: {
    why: 'Reading pages and downloading files is shared by all workspaces, and this one already has as many in progress and waiting as it may have, or the turn of this request did not come in time.',
    fix: 'Wait for `Retry-After` seconds, and send fewer of these requests at the same time.',
  },
  limit_reached: {
    why: 'The workspace has as many of these as it may have, or its media need as much storage as they may. `errors` has the limit and the use.',
    fix: 'Delete what you no longer need. Schedules can also be paused, or get fewer days, accounts or posts per window. The operator of the backend can raise the limit of media with `serve --max-media-storage`.',
  },
  upload_limit_reached: {
    why: 'Too many one-time upload URLs are still waiting for their files.',
    fix: 'Use one of them, or wait: each expires after an hour.',
  },
  rate_limited: {
    why: 'The key has reached its requests per minute, or has too many open event streams.',
    fix: 'Wait for `Retry-After` seconds. The `RateLimit` header of every response shows how many requests are left. `serve --requests-per-minute` sets the limit.',
  },
  database_damaged: {
    why: 'Part of the database cannot be read: the disk failed, or another program wrote to the file. Requests that do not need that part still work.',
    fix: 'Do not send the request again. The operator of the backend must stop it and restore a backup: `postrider restore`.',
  },
  internal_error: {
    why: 'Postrider failed. The error is logged under `requestId`.',
    fix: 'Send the request again with the same `Idempotency-Key`: it cannot run twice. If it keeps failing, report the `requestId`.',
  },
  network_unavailable: {
    why: 'The network did not respond.',
    fix: 'Try again later.',
  },
  not_ready: {
    why: 'Only `GET /readyz` answers with it: a check failed. `checks` has the result of each.',
    fix: 'Fix what the `detail` of each failed check says. The service is ready again as soon as the checks succeed.',
  },
  unavailable: {
    why: 'Postrider is starting or stopping, its database is unreachable or busy, or its disk is full.',
    fix: 'Send the request again after `Retry-After` seconds. If `detail` says that the disk is full, free up space first.',
  },
};
