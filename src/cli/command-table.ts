import type { Command } from './command.js';
import { accountsCheck } from './commands/accounts/check.js';
import { accountsConnect } from './commands/accounts/connect.js';
import { accountsDisconnect } from './commands/accounts/disconnect.js';
import { accountsGet } from './commands/accounts/get.js';
import { accountsList } from './commands/accounts/list.js';
import { accountsMetrics } from './commands/accounts/metrics.js';
import { accountsUpdate } from './commands/accounts/update.js';
import { alertsAdd } from './commands/alerts/add.js';
import { alertsList } from './commands/alerts/list.js';
import { alertsRemove } from './commands/alerts/remove.js';
import { alertsTest } from './commands/alerts/send-test.js';
import { appsGet } from './commands/apps/get.js';
import { appsList } from './commands/apps/list.js';
import { appsRemove } from './commands/apps/remove.js';
import { appsSet } from './commands/apps/set.js';
import { assistantsChange } from './commands/assistants/change.js';
import { assistantsEnd } from './commands/assistants/end.js';
import { assistantsList } from './commands/assistants/list.js';
import { completion } from './commands/completion/completion.js';
import { doctor } from './commands/doctor/doctor.js';
import { listen } from './commands/events/listen.js';
import { logs } from './commands/events/logs.js';
import { trigger } from './commands/events/trigger.js';
import { commentsCreate } from './commands/inbox/comments/create.js';
import { commentsDelete } from './commands/inbox/comments/delete.js';
import { commentsGet } from './commands/inbox/comments/get.js';
import { commentsHide, commentsUnhide } from './commands/inbox/comments/hide.js';
import { commentsList } from './commands/inbox/comments/list.js';
import { commentsPrivateReply } from './commands/inbox/comments/private-reply.js';
import { commentsRead } from './commands/inbox/comments/read.js';
import { commentsReply } from './commands/inbox/comments/reply.js';
import { commentsResolve } from './commands/inbox/comments/resolve.js';
import { conversationsGet } from './commands/inbox/conversations/get.js';
import { conversationsList } from './commands/inbox/conversations/list.js';
import { conversationsRead } from './commands/inbox/conversations/read.js';
import { inbox } from './commands/inbox/inbox.js';
import { messagesGet } from './commands/inbox/messages/get.js';
import { messagesList } from './commands/inbox/messages/list.js';
import { messagesResolve } from './commands/inbox/messages/resolve.js';
import { messagesSend } from './commands/inbox/messages/send.js';
import { insights } from './commands/insights/insights.js';
import { install } from './commands/install/install.js';
import { keysCreate } from './commands/keys/create.js';
import { keysList } from './commands/keys/list.js';
import { keysRevoke } from './commands/keys/revoke.js';
import { labelsCreate } from './commands/labels/create.js';
import { labelsDelete } from './commands/labels/delete.js';
import { labelsList } from './commands/labels/list.js';
import { labelsUpdate } from './commands/labels/update.js';
import { mediaDelete } from './commands/media/delete.js';
import { mediaGet } from './commands/media/get.js';
import { mediaList } from './commands/media/list.js';
import { mediaUpdate } from './commands/media/update.js';
import { mediaUpload } from './commands/media/upload.js';
import { peopleDisable } from './commands/people/disable.js';
import { peopleInvite } from './commands/people/invite.js';
import { peopleList } from './commands/people/list.js';
import { peopleRemove } from './commands/people/remove.js';
import { peopleReset } from './commands/people/reset.js';
import { peopleRole } from './commands/people/role.js';
import { postsApprove } from './commands/posts/approve.js';
import { postsCancel } from './commands/posts/cancel.js';
import { postsCount } from './commands/posts/count.js';
import { postsCreate } from './commands/posts/create.js';
import { postsDeletePublished } from './commands/posts/delete-published.js';
import { postsEdit } from './commands/posts/edit.js';
import { postsGet } from './commands/posts/get.js';
import { postsImport } from './commands/posts/import/import.js';
import { postsList } from './commands/posts/list.js';
import { postsMetrics } from './commands/posts/metrics.js';
import { postsPublish } from './commands/posts/publish.js';
import { postsReject } from './commands/posts/reject.js';
import { postsDeleteRemark } from './commands/posts/remarks/delete-remark.js';
import { postsRemark } from './commands/posts/remarks/remark.js';
import { postsRemarks } from './commands/posts/remarks/remarks.js';
import { postsReopen } from './commands/posts/reopen.js';
import { postsResolve } from './commands/posts/resolve.js';
import { postsRetry } from './commands/posts/retry.js';
import { postsValidate } from './commands/posts/validate.js';
import { postsWatch } from './commands/posts/watch.js';
import { profilesList } from './commands/profiles/list.js';
import { login } from './commands/profiles/login.js';
import { logout } from './commands/profiles/logout.js';
import { profilesUse } from './commands/profiles/use.js';
import { whoami } from './commands/profiles/whoami.js';
import { sandboxClock } from './commands/sandbox/clock.js';
import { sandboxConnect } from './commands/sandbox/connect.js';
import { sandboxDisconnect } from './commands/sandbox/disconnect.js';
import { sandboxExpire } from './commands/sandbox/expire.js';
import { sandboxFaults } from './commands/sandbox/faults.js';
import { sandboxMetrics } from './commands/sandbox/metrics.js';
import { sandboxOutbox } from './commands/sandbox/outbox.js';
import { sandboxReset } from './commands/sandbox/reset.js';
import { calendar } from './commands/schedules/calendar.js';
import { schedulesCreate } from './commands/schedules/create.js';
import { schedulesDelete } from './commands/schedules/delete.js';
import { schedulesList } from './commands/schedules/list.js';
import { slots } from './commands/schedules/slots.js';
import { schedulesUpdate } from './commands/schedules/update.js';
import { secretsRotate } from './commands/secrets/rotate.js';
import { secretsStatus } from './commands/secrets/status.js';
import { backup } from './commands/server/backup/backup.js';
import { restore } from './commands/server/backup/restore.js';
import { dashboard } from './commands/server/dashboard.js';
import { dev } from './commands/server/dev.js';
import { health } from './commands/server/health.js';
import { migrateStore } from './commands/server/migrate-store.js';
import { password } from './commands/server/password.js';
import { rehearse } from './commands/server/rehearse.js';
import { serve } from './commands/server/serve.js';
import { workspace } from './commands/server/workspace.js';
import { sessionsEnd } from './commands/sessions/end.js';
import { sessionsList } from './commands/sessions/list.js';
import { sourcesDelete } from './commands/sources/delete.js';
import { sourcesGet } from './commands/sources/get.js';
import { ingest } from './commands/sources/ingest.js';
import { sourcesList } from './commands/sources/list.js';
import { textsCreate } from './commands/texts/create.js';
import { textsDelete } from './commands/texts/delete.js';
import { textsList } from './commands/texts/list.js';
import { textsUpdate } from './commands/texts/update.js';
import { call } from './commands/tools/call.js';
import { mcp } from './commands/tools/mcp.js';
import { tools } from './commands/tools/tools.js';
import { webhooksCreate } from './commands/webhooks/create.js';
import { webhooksDelete } from './commands/webhooks/delete.js';
import { webhooksDeliveries } from './commands/webhooks/deliveries.js';
import { webhooksDelivery } from './commands/webhooks/delivery.js';
import { webhooksGet } from './commands/webhooks/get.js';
import { webhooksList } from './commands/webhooks/list.js';
import { webhooksResend } from './commands/webhooks/resend.js';
import { webhooksRotateSecret } from './commands/webhooks/rotate-secret.js';
import { webhooksTest } from './commands/webhooks/send-test.js';
import { webhooksUpdate } from './commands/webhooks/update.js';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  serve,
  dev,
  rehearse,
  dashboard,
  password,
  peopleList,
  peopleInvite,
  peopleRole,
  peopleDisable,
  peopleRemove,
  peopleReset,
  sessionsList,
  sessionsEnd,
  workspace,
  health,
  backup,
  restore,
  migrateStore,
  secretsStatus,
  secretsRotate,
  keysCreate,
  keysList,
  keysRevoke,
  assistantsList,
  assistantsChange,
  assistantsEnd,
  login,
  logout,
  profilesList,
  profilesUse,
  whoami,
  doctor,
  completion,
  accountsList,
  accountsGet,
  accountsMetrics,
  accountsConnect,
  accountsUpdate,
  accountsCheck,
  accountsDisconnect,
  appsList,
  appsGet,
  appsSet,
  appsRemove,
  ingest,
  sourcesList,
  sourcesGet,
  sourcesDelete,
  postsValidate,
  postsCreate,
  postsImport,
  postsList,
  postsCount,
  postsGet,
  postsMetrics,
  insights,
  postsWatch,
  postsEdit,
  postsPublish,
  postsCancel,
  postsDeletePublished,
  postsRetry,
  postsResolve,
  postsApprove,
  postsReject,
  postsRemarks,
  postsRemark,
  postsDeleteRemark,
  postsReopen,
  labelsList,
  labelsCreate,
  labelsUpdate,
  labelsDelete,
  textsList,
  textsCreate,
  textsUpdate,
  textsDelete,
  mediaUpload,
  mediaList,
  mediaGet,
  mediaUpdate,
  mediaDelete,
  inbox,
  commentsList,
  commentsGet,
  commentsReply,
  commentsPrivateReply,
  commentsCreate,
  commentsRead,
  commentsHide,
  commentsUnhide,
  commentsDelete,
  commentsResolve,
  conversationsList,
  conversationsGet,
  conversationsRead,
  messagesList,
  messagesGet,
  messagesSend,
  messagesResolve,
  calendar,
  slots,
  schedulesList,
  schedulesCreate,
  schedulesUpdate,
  schedulesDelete,
  listen,
  trigger,
  logs,
  webhooksCreate,
  webhooksList,
  webhooksGet,
  webhooksUpdate,
  webhooksTest,
  webhooksDeliveries,
  webhooksDelivery,
  webhooksResend,
  webhooksRotateSecret,
  webhooksDelete,
  alertsList,
  alertsAdd,
  alertsTest,
  alertsRemove,
  sandboxClock,
  sandboxOutbox,
  sandboxMetrics,
  sandboxConnect,
  sandboxExpire,
  sandboxDisconnect,
  sandboxFaults,
  sandboxReset,
  install,
  mcp,
  tools,
  call,
];
