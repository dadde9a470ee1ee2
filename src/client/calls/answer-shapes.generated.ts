/** Written by `npm run docs` from the schemas of the contract: the shape of every answer. Not edited by hand. */

/** An operation, and the type of its answer. */
export const ANSWERS = `
health.get #Health
readiness.get #Readiness
openapi.get {*
me.get #Me
accounts.list #AccountPage
accounts.get #Account
accounts.update #Account
accounts.check #Account
accounts.disconnect #AccountDisconnection
connections.start #Connection
connections.get #Connection
connections.finish #Connection
apps.list #AppList
apps.get #App
apps.set #App
apps.remove #App
posts.create #CreatedPost
posts.validate #PostValidation
posts.createBatch #CreatedBatch
posts.validateBatch #BatchValidation
posts.list #PostPage
posts.count #PostCount
posts.get #Post
posts.update #ChangedPost
posts.delete #DeletedPost
posts.publish #ChangedPost
posts.retry #RetriedPost
posts.resolve #Post
posts.deletePublished #DeletedPublished
posts.approve #ChangedPost
posts.reject #Post
posts.reopen #Post
posts.remarks #RemarkPage
posts.addRemark #Remark
posts.deleteRemark #DeletedRemark
labels.list #LabelPage
labels.create #Label
labels.update #Label
labels.delete #DeletedLabel
savedTexts.list #SavedTextPage
savedTexts.create #SavedText
savedTexts.update #SavedText
savedTexts.delete #DeletedSavedText
media.create #StoredMedia
media.list #MediaPage
media.get #Media
media.update #Media
media.delete #DeletedMedia
media.uploadStatus #MediaUpload
media.uploadBytes #MediaUpload
schedules.list #SchedulePage
schedules.create #Schedule
schedules.update #UpdatedSchedule
schedules.delete #DeletedSchedule
queue.slots #SlotPage
calendar.get #Calendar
events.list #EventPage
activity.list #ActivityPage
testEvents.trigger #Event
webhooks.list #WebhookPage
webhooks.create #WebhookWithSecret
webhooks.get #Webhook
webhooks.update #Webhook
webhooks.delete #DeletedWebhook
webhooks.test #Delivery
webhooks.rotateSecret #WebhookWithSecret
webhooks.deliveries #DeliveryPage
webhooks.delivery #DeliveryDetail
webhooks.resend #Delivery
alerts.list #AlertAddressList
alerts.create #AlertAddress
alerts.test #AlertTest
alerts.delete #DeletedAlertAddress
sources.ingest #Source
sources.list #SourcePage
sources.get #Source
sources.delete #DeletedSource
comments.list #CommentPage
comments.get #CommentThread
comments.create #CreatedComment
comments.read #Comment
comments.hide #Comment
comments.unhide #Comment
comments.delete #Comment
comments.resolve #Comment
conversations.list #ConversationPage
conversations.get #Conversation
conversations.read #Conversation
messages.list #MessagePage
messages.get #Message
messages.create #Message
messages.resolve #Message
posts.metrics #PostMetrics
insights.get #Insights
accounts.metrics #AccountMetrics
people.list #PersonList
people.update #UpdatedPerson
people.remove #RemovedPerson
people.sessions #PersonSessionList
people.endSession #EndedSessions
people.endSessions #EndedSessions
invitations.list #InvitationList
invitations.create #NewInvitation
invitations.withdraw #WithdrawnInvitation
testClock.get #TestClock
testClock.move #MovedClock
testAccounts.connect #Account
testAccounts.expire #Account
testAccounts.disconnect #DisconnectedAccount
testFaults.list #TestFaults
testFaults.set #TestFault
testFaults.clear #TestFaults
testOutbox.list #OutboxPage
testMetrics.set #TestMetrics
testAnswers.list #OutboxAnswers
testInbound.create #SentInbound
testWorkspace.reset #WorkspaceReset
testSnapshots.list #TestSnapshots
testSnapshots.take #TestSnapshot
testSnapshots.restore #TestSnapshot
testSnapshots.drop #DroppedSnapshot
`;

/** A type, and its fields. */
export const SHAPES = `
Account id:s platform:#Platform handle:s displayName:s avatarUrl:~s profileUrl:s simulated:b health:#AccountHealth capabilities:#AccountCapabilities limits:#AccountLimits metrics:#Account.metrics comments:#Account.comments boards:~#Account.boards linkTags:#Account.linkTags inboxNotes:[s lastNoticeAt:~t standing:[s connectedAt:t
Account.boards list:[#Account.boards.list.item defaultId:~s
Account.boards.list.item id:s name:s
Account.comments read:b dollarsPerComment:n maxPerDay:~n
Account.linkTags add:b campaign:~s
Account.metrics read:b dollarsPerPost:n
AccountCapabilities postTypes:[s mediaRequired:b options:{#AccountOption comments:b messages:b
AccountDisconnection id:s removed:b revoked:~b
AccountHealth status:s reason:~s checkedAt:t expiresAt:~t action:~s actionUrl:~s
AccountLimits text:#AccountLimits.text postsPerDay:~#AccountLimits.postsPerDay
AccountLimits.postsPerDay max:n used:n
AccountLimits.text max:n unit:s
AccountMetrics accountId:s platform:#Platform definition:~s followers:[#FollowerCount note:~s
AccountOption required:b values:~[s
AccountPage data:[#Account nextCursor:~s
ActivityEntry id:s at:t key:~#ActivityEntry.key tool:~s operation:s route:s kind:s objectId:~s excerpt:~s result:s status:n code:~s summary:s requestId:s cursor:s
ActivityEntry.key id:s label:s prefix:s
ActivityPage data:[#ActivityEntry nextCursor:~s
Actor kind:s keyId:s label:s person:~s
AlertAddress id:s kind:s address:s topics:[s quotesPosts:b createdAt:t lastSentAt:~t failingSince:~t error:~s
AlertAddressList data:[#AlertAddress
AlertTest id:s sent:b error:~s
App platform:#Platform clientId:~s hasSecret:b hasApiKeySecret:b configId:~s source:~s review:s reviews:[#App.reviews.item redirects:[#RedirectAddress notices:~#AppNotices consoleUrl:s updatedAt:~t
App.reviews.item id:s name:s
AppList data:[#App
AppNotices url:s verifyToken:~s removedUrl:~s deletionUrl:~s
Attempt id:s number:n startedAt:t endedAt:~t outcome:s error:~#Diagnosis
Author handle:s displayName:s isYou:b
BatchValidation ok:b posts:[#PostValidation
BestPost postId:s targetId:s accountId:s publishedAt:t text:s url:~s value:n
BetterTime kind:s key:s posts:n factor:n
BetterTimes platform:#Platform accountId:s posts:n found:[#BetterTime text:s
Calendar week:s previousWeek:s nextWeek:s timezone:s now:#TimeForms days:[#Calendar.days.item
Calendar.days.item date:s weekday:s isToday:b posts:[#CalendarPost openSlots:[#OpenSlot
CalendarPost postId:s status:s when:#TimeForms excerpt:s targets:[#CalendarPost.targets.item labels:[s
CalendarPost.targets.item accountId:s platform:#Platform handle:s status:s
ChangedPost +Post warnings:[#Issue
ClockWarning code:s message:s
Comment id:s postId:s accountId:s platform:#Platform simulated:b parentCommentId:~s threadId:s author:#Author text:s createdAt:t when:#TimeForms state:s status:~#SendStatus error:~#Diagnosis replies:#CommentReplies replyCount:n awaitingReply:b unread:b canReply:b cannotReplyReason:~s replyRules:#CommentReplyRules allowed:[s url:~s pollAfterSeconds:~n
CommentPage data:[#Comment nextCursor:~s
CommentReplies = [#Comment
CommentReplyRules max:n unit:s attachesTo:~s private:~#PrivateReplyRules
CommentThread +Comment requestedId:s nextCursor:~s
Connection id:s platform:#Platform server:~s method:s status:s authorizeUrl:~s standing:[s problem:~s choices:[#ConnectionChoice account:~#Account accounts:[#Account createdAt:t expiresAt:t
ConnectionChoice id:s name:s kind:s handle:s avatarUrl:~s
Conversation id:s accountId:s platform:#Platform simulated:b participant:#Conversation.participant canReplyUntil:~#TimeForms cannotReplyReason:~s window:#ReplyWindow lastMessage:~#LastMessage awaitingReply:b unread:n replyRules:#MessageRules allowed:[s url:~s createdAt:t
Conversation.participant handle:s displayName:s
ConversationPage data:[#Conversation nextCursor:~s
CreatedBatch posts:[#CreatedPost
CreatedComment +Comment messageId:~s messageStatus:~#SendStatus conversationId:~s
CreatedPost +Post warnings:[#Issue
DeletedAlertAddress id:s deleted:b
DeletedLabel id:s deleted:b
DeletedMedia key:s deleted:b
DeletedPost outcome:s post:#Post
DeletedPublished deleted:[s kept:[#DeletedPublished.kept.item post:#Post
DeletedPublished.kept.item accountId:s code:s message:s
DeletedRemark id:s deleted:b
DeletedSavedText id:s deleted:b
DeletedSchedule id:s deleted:b posts:[#PostOutcome
DeletedSource id:s deleted:b
DeletedWebhook id:s deleted:b
Delivery id:s webhookId:s eventId:s type:s objectId:s status:s attempts:n nextAttemptAt:~t lastAttemptAt:~t deliveredAt:~t answer:~#Delivery.answer error:~s createdAt:t
Delivery.answer status:n durationMs:n body:~s
DeliveryAttempt number:n at:t url:s headers:~{s durationMs:n answer:~#DeliveryAttempt.answer error:~s
DeliveryAttempt.answer status:n body:~s
DeliveryDetail id:s webhookId:s eventId:s type:s objectId:s status:s attempts:n nextAttemptAt:~t lastAttemptAt:~t deliveredAt:~t answer:~#DeliveryDetail.answer error:~s createdAt:t body:~s log:[#DeliveryAttempt
DeliveryDetail.answer status:n durationMs:n body:~s
DeliveryPage data:[#Delivery nextCursor:~s
DeliveryWarning code:s message:s action:s
Diagnosis code:s message:s cause:s retryable:b retryAt:~t givesUpAt?:t action:s actionUrl?:s network:~#Diagnosis.network occurredAt:t
Diagnosis.network status:~n code:~s message:~s
DisconnectedAccount id:s removed:b
DroppedSnapshot id:s
EndedSessions id:s ended:n
Event id:s timestamp:t cursor:s type:s data:{*
EventPage data:[#Event nextCursor:~s position:s
FaultEffect kind:s
FollowerCount day:s at:t count:n
Health status:s service:=postrider version:s
HistoryEntry at:t action:s by:~#Actor version:n changes:[#HistoryEntry.changes.item
HistoryEntry.changes.item field:s from:* to:*
InsightGroup platform:#Platform accountId:~s key:s sentence:s posts:n measured:n median:~n q1:~n q3:~n best:[#BestPost before:#InsightsBefore definition:~s
InsightNote code:s text:s
Insights from:t to:t timezone:s window:s metric:s groupBy:s groups:[#InsightGroup betterTimes:[#BetterTimes notes:[#InsightNote
InsightsBefore posts:n measured:n median:~n
Invitation id:s role:s createdAt:t expiresAt:t
InvitationList data:[#Invitation
Issue code:s severity:s message:s pointer?:s accountId?:s platform?:s field?:s actual?:* limit?:* unit?:s fitsUpTo?:n allowed?:[s fix?:s source?:s
KeyPolicy confirm:~s readOnly:b toolsets:~[s
Label id:s name:s color:s posts:#Label.posts createdAt:t updatedAt:t
Label.posts count:n isExact:b
LabelPage data:[#Label nextCursor:~s
LastMessage id:s direction:s text:s hasMedia:b status:~#SendStatus createdAt:t when:#TimeForms
Me key:#Me.key workspace:#Me.workspace channelsUrl:s time:#TimeForms tzdata:s version:s
Me.key id:s label:s prefix:s scopes:[#Scope expiresAt:~s policy:#KeyPolicy
Me.workspace id:s name:s sandbox:b timezone:s requiresOtherApprover:b
Media key:s kind:s contentType:s bytes:n width:~n height:~n durationSeconds:~n framesPerSecond:~n codecs:[s sha256:s filename:~s url:s thumbnailUrl:~s altText:~s createdAt:t warnings:[#Issue fits:{#MediaFit usedBy?:[s
MediaFit status:s code:~s message:~s
MediaPage data:[#Media nextCursor:~s
MediaUpload uploadId:s status:s offset:n bytes:n expiresAt:t media:~#Media
Message id:s conversationId:s accountId:s platform:#Platform simulated:b direction:s text:s media:[#MessageMedia createdAt:t when:#TimeForms status:~#SendStatus error:~#Diagnosis answersCommentId:~s pollAfterSeconds:~n
MessageMedia kind:s key:~s url:~s
MessagePage data:[#Message nextCursor:~s
MessageRules max:n unit:s media:#MessageRules.media
MessageRules.media max:n imageBytes:n videoBytes:n withText:b
MetricReading at:~t ageSeconds:~n provisional:b impressions:~n views:~n reach:~n likes:~n reposts:~n quotes:~n replies:~n saves:~n shares:~n clicks:~n watchMs:~n missing:#MetricReading.missing
MetricReading.missing impressions?:s views?:s reach?:s likes?:s reposts?:s quotes?:s replies?:s saves?:s shares?:s clicks?:s watchMs?:s
MovedClock now:#TimeForms frozen:b aheadSeconds:n ran:[#Ran ranTotal:n readingsTotal:n deliveries:[#RanDelivery deliveriesTotal:n deliveriesPending:n
NewInvitation id:s role:s createdAt:t expiresAt:t url:s
OpenSlot id:s when:#TimeForms label:s accounts:[#OpenSlot.accounts.item warnings:[#ClockWarning
OpenSlot.accounts.item accountId:s platform:#Platform handle:s
OutboxAnswer kind:s platform:#Platform accountId:~s handle:~s networkId:s text:s networkPostId:~s answers:~s to:~s createdAt:t
OutboxAnswers data:[#OutboxAnswer nextCursor:~s
OutboxMedia contentType:s bytes:n sha256:s altText:~s url:s coverUrl:~s
OutboxPage data:[#OutboxPost nextCursor:~s
OutboxPost platform:#Platform networkPostId:s networkUserId:s accountId:~s handle:~s url:s title:~s text:s link:~s mediaIds:[s media:[#OutboxMedia createdAt:t rawCall:*
Override target:s text?:~s mediaUrls?:~[s altTexts?:~[s title?:~s privacy?:~s postType?:~s madeForKids?:~b boardId?:~s thread?:~[s firstComment?:~s cover?:~s disclosure?:~[s options?:~{~* link?:~s scheduledAt?:~s timezone?:~s
Part kind:s index:n text:~s status:s url:~s error:~#Diagnosis
Person id:s name:s signInName:~s role:s disabled:b joinedAt:t lastSeenAt:~t
PersonList data:[#Person
PersonSession id:s browser:s address:~s createdAt:t lastUsedAt:t expiresAt:t
PersonSessionList data:[#PersonSession
Platform = s
Post id:s status:s ready:b issues:[#Issue text:s mediaUrls:[s altTexts:[s overrides:[#Override scheduleMode:s scheduledAt:~t timezone:s when:~#TimeForms proposed:~#Proposal reviewNote:~s targets:[#Target incomplete:b sourceId:~s link:~s labels:[s remarkCount:n idempotencyKey:~s version:n reviewUrl:s pollAfterSeconds:~n draftedBy:~#Actor approvedBy:~#Actor publishedBy:~#Actor createdAt:t updatedAt:t history?:[#HistoryEntry
PostCount count:n isExact:b
PostMetrics postId:s targets:[#TargetMetrics
PostOutcome postId:s accountId:s outcome:s was:#TimeForms when:~#TimeForms
PostPage data:[#Post nextCursor:~s
PostValidation ok:b scheduleMode:s when:~#TimeForms targets:[#TargetPreview errors:[#Issue warnings:[#Issue duplicateOf:~#PostValidation.duplicateOf
PostValidation.duplicateOf postId:s status:s
PreviewCard url:s domain:s title:~s description:~s imageUrl:~s
PreviewPart kind:s text:s mediaUrls:[s altTexts:[s foldAt:#PreviewPart.foldAt
PreviewPart.foldAt desktop:~n phone:~n
PrivateReplyRules max:n unit:s until:~#TimeForms messageId:~s reason:~s
Problem type:s title:s status:n detail:s code:s requestId:s retryable:b retryAfterSeconds?:n errors?:[#Issue checks?:[#ReadinessCheck existingPostId?:s existingStatus?:s replyId?:s closedAt?:~s allowed?:[s reason?:s network?:#Problem.network requiredScope?:s requiredRole?:s serverTime?:s choices?:[#Problem.choices.item postIds?:[s uploadOffset?:n current?:#Problem.current
Problem.choices.item accountId:s platform:s handle:s
Problem.current version:n status:s
Problem.network status:~n code:~s message:~s
Proposal scheduleMode:s scheduledAt:~t timezone:s when:~#TimeForms slotId:~s together:b
Ran at:t postId:s targetId:s accountId:s platform:#Platform attempt:n outcome:s status:s url:~s errorCode:~s
RanDelivery at:t webhookId:s deliveryId:s eventId:s type:s attempt:n status:s answered:~n
Readiness status:s service:=postrider version:s checks:[#ReadinessCheck
ReadinessCheck name:s status:s detail:s
RedirectAddress usedBy:s url:s
Remark id:s by:#Remark.by text:s createdAt:t
Remark.by keyId:s label:s
RemarkPage data:[#Remark nextCursor:~s
RemovedPerson id:s deleted:b warnings:[#Issue
ReplyWindow state:s basis:~s
RetriedPost retried:[s held:[#RetriedPost.held.item skipped:[#RetriedPost.skipped.item post:#Post
RetriedPost.held.item accountId:s retryAt:t
RetriedPost.skipped.item accountId:s code:s message:s
SavedText id:s name:s kind:s text:s createdAt:t updatedAt:t
SavedTextPage data:[#SavedText nextCursor:~s
Schedule id:s label:s accountIds:[s timezone:s days:[s startTime:s moreTimes:[s endTime:~s postsPerWindow:n active:b next:~#TimeForms warnings:[#ClockWarning version:n createdAt:t updatedAt:t
SchedulePage data:[#Schedule nextCursor:~s
Scope = s
SendStatus = s
SentInbound commentIds:[s messageIds:[s conversationId:~s at:t
Slot id:s startsAt:t endsAt:~t publishAt:t local:s when:#TimeForms scheduleId:s label:s accountId:s platform:#Platform handle:s state:s postId:~s excerpt:~s warnings:[#ClockWarning
SlotPage data:[#Slot unslotted:[#UnslottedPost from:#TimeForms to:#TimeForms nextCursor:~s
Source +SourceSummary text:s format:s images:[#SourceImage robots:#Source.robots warnings:[#Issue entries:[#SourceEntry suggestions:[#Suggestion media:[#Source.media.item
Source.media.item key:s imageUrl:s
Source.robots noIndex:b noAi:b directives:[s
SourceEntry title:~s url:~s publishedDate:~s summary:s
SourceImage url:s width:~n height:~n alt:~s from:s
SourcePage data:[#SourceSummary nextCursor:~s
SourceSummary id:s kind:s url:~s canonicalUrl:~s title:~s byline:~s siteName:~s publishedAt:~t publishedDate:~s language:~s excerpt:s wordCount:n createdAt:t
StoredMedia key:~s keys:[s media:[#Media upload:~#UploadTicket
Suggestion platform:#Platform skeleton:s used:n max:n room:n unit:s needs:[#Suggestion.needs.item
Suggestion.needs.item what:s met:b
Target id:s accountId:s platform:#Platform handle:s simulated:b status:s phase:~s text:s link:~s board?:#TargetBoard scheduledAt:~t when:~#TimeForms slotId:~s url:~s networkPostId:~s error:~#Diagnosis warnings?:[#DeliveryWarning nextAttemptAt:~t publishedAt:~t deletedAt:~t parts:[#Part attempts?:[#Attempt lookUps?:n
TargetBoard id:s name:~s gone:b
TargetMetrics targetId:s accountId:s platform:#Platform publishedAt:~t definitions:#TargetMetrics.definitions windows:#TargetMetrics.windows nextAt:~t note:~s
TargetMetrics.definitions impressions?:s views?:s reach?:s likes?:s reposts?:s quotes?:s replies?:s saves?:s shares?:s clicks?:s watchMs?:s
TargetMetrics.windows 1h?:#MetricReading 6h?:#MetricReading 12h?:#MetricReading 23h?:#MetricReading 24h?:#MetricReading 3d?:#MetricReading 7d?:#MetricReading 28d?:#MetricReading
TargetPreview accountId:s platform:#Platform handle:s simulated:b ok:b text:s link:~s board?:#TargetBoard taggedLinks:n counts:[#TargetPreview.counts.item split:~[s title:~s postType:s parts:[#PreviewPart card:~#PreviewCard scheduledAt:~t when:~#TimeForms errors:[#Issue warnings:[#Issue
TargetPreview.counts.item field:s used:n max:n room:n unit:s cutAt:~n
TestClock now:#TimeForms frozen:b aheadSeconds:n
TestFault on:s platform?:#Platform method?:s path?:s does:#FaultEffect times?:n probability?:n seed?:n id:s affected:n
TestFaults data:[#TestFault
TestMetrics targetId:~s platform:#Platform networkPostId:s counts:#TestMetrics.counts
TestMetrics.counts impressions?:n views?:n reach?:n likes?:n reposts?:n quotes?:n replies?:n saves?:n shares?:n clicks?:n watchMs?:n
TestSnapshot id:s takenAt:t frozen:b rows:{n
TestSnapshots data:[#TestSnapshot
TimeForms utc:t local:s timezone:s relative:s
UnslottedPost postId:s status:s publishAt:t local:s when:#TimeForms accountId:s platform:#Platform handle:s excerpt:s
UpdatedPerson +Person warnings:[#Issue
UpdatedSchedule +Schedule posts:[#PostOutcome
UploadTicket uploadId:s uploadUrl:s bytes:n expiresAt:t
Webhook id:s url:s events:~[s label:s active:b disabled:~#Webhook.disabled keyId:s failingSince:~t secretOverlapEndsAt:~t createdAt:t updatedAt:t
Webhook.disabled because:s reason:s at:t
WebhookPage data:[#Webhook nextCursor:~s
WebhookWithSecret id:s url:s events:~[s label:s active:b disabled:~#WebhookWithSecret.disabled keyId:s failingSince:~t secretOverlapEndsAt:~t createdAt:t updatedAt:t secret:s
WebhookWithSecret.disabled because:s reason:s at:t
WithdrawnInvitation id:s deleted:b
WorkspaceReset removed:{n
`;
