/** Written by `npm run docs` from the tables of the contract. Not edited by hand. */

/** Each operation with its method, its path, and what `ClientOperation` says of it. */
export const OPERATION_LINES = `
health.get GET /healthz isPublic
readiness.get GET /readyz isPublic
openapi.get GET /openapi.json isPublic
me.get GET /v1/me
accounts.list GET /v1/accounts hasQuery paged
accounts.get GET /v1/accounts/{id}
accounts.update PATCH /v1/accounts/{id} hasBody
accounts.check POST /v1/accounts/{id}/check
accounts.disconnect DELETE /v1/accounts/{id}
connections.start POST /v1/connections hasBody
connections.get GET /v1/connections/{id}
connections.finish POST /v1/connections/{id}/finish hasBody
apps.list GET /v1/apps
apps.get GET /v1/apps/{platform}
apps.set PUT /v1/apps/{platform} hasBody
apps.remove DELETE /v1/apps/{platform}
posts.create POST /v1/posts hasBody keyed
posts.validate POST /v1/posts/validate hasBody
posts.createBatch POST /v1/posts/batch hasBody keyed
posts.validateBatch POST /v1/posts/batch/validate hasBody
posts.list GET /v1/posts hasQuery paged
posts.count GET /v1/posts/count hasQuery
posts.get GET /v1/posts/{id} hasQuery
posts.update PATCH /v1/posts/{id} hasBody
posts.delete DELETE /v1/posts/{id} hasQuery
posts.publish POST /v1/posts/{id}/publish hasBody keyed
posts.retry POST /v1/posts/{id}/retry hasBody keyed
posts.resolve POST /v1/posts/{id}/resolve hasBody keyed
posts.deletePublished POST /v1/posts/{id}/delete-published hasBody keyed
posts.approve POST /v1/posts/{id}/approve hasBody keyed
posts.reject POST /v1/posts/{id}/reject hasBody keyed
posts.reopen POST /v1/posts/{id}/reopen hasBody keyed
posts.remarks GET /v1/posts/{id}/remarks hasQuery paged
posts.addRemark POST /v1/posts/{id}/remarks hasBody keyed
posts.deleteRemark DELETE /v1/posts/{id}/remarks/{remarkId}
labels.list GET /v1/labels hasQuery paged
labels.create POST /v1/labels hasBody keyed
labels.update PATCH /v1/labels/{id} hasBody
labels.delete DELETE /v1/labels/{id}
savedTexts.list GET /v1/saved-texts hasQuery paged
savedTexts.create POST /v1/saved-texts hasBody keyed
savedTexts.update PATCH /v1/saved-texts/{id} hasBody
savedTexts.delete DELETE /v1/saved-texts/{id}
media.create POST /v1/media hasBody hasFiles keyed urlMs=240000
media.list GET /v1/media hasQuery paged
media.get GET /v1/media/{key}
media.update PATCH /v1/media/{key} hasBody
media.delete DELETE /v1/media/{key}
media.uploadStatus GET /v1/media/uploads/{token} isPublic
media.uploadBytes PUT /v1/media/uploads/{token} isPublic hasQuery hasFiles
schedules.list GET /v1/schedules hasQuery paged
schedules.create POST /v1/schedules hasBody keyed
schedules.update PATCH /v1/schedules/{id} hasBody
schedules.delete DELETE /v1/schedules/{id} hasQuery
queue.slots GET /v1/queue/slots hasQuery
calendar.get GET /v1/calendar hasQuery
events.list GET /v1/events hasQuery paged
activity.list GET /v1/activity hasQuery paged
testEvents.trigger POST /v1/test/trigger hasBody
webhooks.list GET /v1/webhooks hasQuery paged
webhooks.create POST /v1/webhooks hasBody keyed
webhooks.get GET /v1/webhooks/{id}
webhooks.update PATCH /v1/webhooks/{id} hasBody
webhooks.delete DELETE /v1/webhooks/{id}
webhooks.test POST /v1/webhooks/{id}/test
webhooks.rotateSecret POST /v1/webhooks/{id}/rotate-secret keyed
webhooks.deliveries GET /v1/webhooks/{id}/deliveries hasQuery paged
webhooks.delivery GET /v1/webhooks/{id}/deliveries/{deliveryId}
webhooks.resend POST /v1/webhooks/{id}/deliveries/{deliveryId}/resend keyed
alerts.list GET /v1/alerts
alerts.create POST /v1/alerts hasBody keyed
alerts.test POST /v1/alerts/{id}/test
alerts.delete DELETE /v1/alerts/{id}
sources.ingest POST /v1/sources/ingest hasBody keyed urlMs=40000
sources.list GET /v1/sources hasQuery paged
sources.get GET /v1/sources/{id}
sources.delete DELETE /v1/sources/{id}
comments.list GET /v1/comments hasQuery paged
comments.get GET /v1/comments/{commentId} hasQuery
comments.create POST /v1/comments hasBody keyed
comments.read POST /v1/comments/{commentId}/read
comments.hide POST /v1/comments/{commentId}/hide
comments.unhide POST /v1/comments/{commentId}/unhide
comments.delete DELETE /v1/comments/{commentId}
comments.resolve POST /v1/comments/{commentId}/resolve hasBody keyed
conversations.list GET /v1/conversations hasQuery paged
conversations.get GET /v1/conversations/{conversationId}
conversations.read POST /v1/conversations/{conversationId}/read
messages.list GET /v1/messages hasQuery paged
messages.get GET /v1/messages/{messageId}
messages.create POST /v1/messages hasBody keyed
messages.resolve POST /v1/messages/{messageId}/resolve hasBody keyed
posts.metrics GET /v1/posts/{id}/metrics
insights.get GET /v1/insights hasQuery
accounts.metrics GET /v1/accounts/{id}/metrics hasQuery
people.list GET /v1/people
people.update PATCH /v1/people/{id} hasBody
people.remove DELETE /v1/people/{id}
people.sessions GET /v1/people/{id}/sessions
people.endSession DELETE /v1/people/{id}/sessions/{sessionId}
people.endSessions DELETE /v1/people/{id}/sessions
invitations.list GET /v1/invitations
invitations.create POST /v1/invitations hasBody keyed
invitations.withdraw DELETE /v1/invitations/{id}
testClock.get GET /v1/test/clock
testClock.move POST /v1/test/clock hasBody longMs=180000
testAccounts.connect POST /v1/test/accounts hasBody
testAccounts.expire POST /v1/test/accounts/{id}/expire
testAccounts.disconnect DELETE /v1/test/accounts/{id}
testFaults.list GET /v1/test/faults
testFaults.set POST /v1/test/faults hasBody
testFaults.clear DELETE /v1/test/faults
testOutbox.list GET /v1/test/outbox hasQuery paged
testMetrics.set POST /v1/test/metrics hasBody
testAnswers.list GET /v1/test/outbox/answers hasQuery paged
testInbound.create POST /v1/test/inbound hasBody keyed
testWorkspace.reset POST /v1/test/reset
testSnapshots.list GET /v1/test/snapshots
testSnapshots.take POST /v1/test/snapshots
testSnapshots.restore POST /v1/test/snapshots/{id}/restore
testSnapshots.drop DELETE /v1/test/snapshots/{id}
`;

/** The error codes of this version, without what the contract says about each. */
export const ERROR_CODES = `
malformed_request
cursor_invalid
key_missing
key_invalid
key_expired
key_revoked
scope_missing
role_missing
other_approver_required
host_refused
person_required
origin_refused
not_found
account_not_found
app_not_found
connection_not_found
post_not_found
media_not_found
upload_not_found
comment_not_found
conversation_not_found
message_not_found
label_not_found
saved_text_not_found
remark_not_found
remark_of_another
name_taken
schedule_not_found
person_not_found
session_not_found
invitation_not_found
webhook_not_found
alert_address_not_found
delivery_not_found
snapshot_not_found
source_not_found
method_not_allowed
request_timeout
upload_stalled
media_in_use
upload_offset_conflict
upload_used
duplicate_post
request_in_progress
version_conflict
state_conflict
already_answered
reply_window_closed
reply_not_possible
network_refused
last_owner
limit_reached
slot_taken
no_open_slot
no_common_slot
cursor_expired
precondition_failed
payload_too_large
content_type_unsupported
media_type_unsupported
media_invalid
media_fetch_failed
upload_length_mismatch
network_not_connectable
server_unsuitable
server_unavailable
sign_in_refused
validation_failed
target_required
account_ambiguous
time_required
time_invalid
time_conflict
time_in_past
zone_unknown
slot_unknown
rules_violated
batch_refused
url_refused
url_unreadable
url_unavailable
image_unavailable
reply_rules_violated
idempotency_key_reused
upload_limit_reached
workspace_busy
rate_limited
database_damaged
internal_error
not_ready
network_unavailable
unavailable
`;
