import { foundation } from './0001-foundation.js';
import { schedules } from './0002-schedules.js';
import { media } from './0003-media.js';
import { sources } from './0004-sources.js';
import { inbox } from './0005-inbox.js';
import { webhooks } from './0006-webhooks.js';
import { keyPolicies } from './0007-key-policies.js';
import { dashboard } from './0008-dashboard.js';
import { networkCalls } from './0009-network-calls.js';
import { lists } from './0010-lists.js';
import { uploadsByAge } from './0011-uploads-by-age.js';
import { attemptsByTime } from './0012-attempts-by-time.js';
import { fasterMarks } from './0013-faster-marks.js';
import { noticeLeases } from './0014-notice-leases.js';
import { mediaBySize } from './0015-media-by-size.js';
import { sessionBrowsers } from './0016-session-browsers.js';
import { realAccounts } from './0017-real-accounts.js';
import { hashedTokens } from './0018-hashed-tokens.js';
import { accountLimits } from './0019-account-limits.js';
import { renewalLeases } from './0020-renewal-leases.js';
import { inboxWithheld } from './0022-inbox-withheld.js';
import { deliveryWarnings } from './0023-delivery-warnings.js';
import { postLinks } from './0024-post-links.js';
import { approvals } from './0025-approvals.js';
import { keptForms } from './0026-kept-forms.js';
import { labels } from './0027-labels.js';
import { timesOfDay } from './0028-times-of-day.js';
import { linkedPages } from './0029-linked-pages.js';
import { mediaAltTexts } from './0030-media-alt-texts.js';
import { webhookAttempts } from './0031-webhook-attempts.js';
import { metrics } from './0033-metrics.js';
import { lookUps } from './0034-look-ups.js';
import { accountNumbers } from './0035-account-numbers.js';
import { metricEvents } from './0036-metric-events.js';
import { setCounts } from './0037-set-counts.js';
import { linkTags } from './0038-link-tags.js';
import { metricsOfAccounts } from './0039-metrics-of-accounts.js';
import { platformApps } from './0040-platform-apps.js';
import { readingsInTargets } from './0041-readings-in-targets.js';
import { people } from './0042-people.js';
import { assistants } from './0043-assistants.js';
import { postTraces } from './0044-post-traces.js';
import { secondFactors } from './0045-second-factors.js';
import { networkNotices } from './0046-network-notices.js';
import { remarks } from './0047-remarks.js';
import { alerts } from './0048-alerts.js';
import { commentsOfAccounts } from './0049-comments-of-accounts.js';
import { passkeys } from './0050-passkeys.js';
import { oidc } from './0051-oidc.js';
import { alertTroubles } from './0052-alert-troubles.js';
import { boards } from './0053-boards.js';
import { otherApprover } from './0054-other-approver.js';
import { appConfigurations } from './0055-app-configurations.js';
import { apiKeySecrets } from './0056-api-key-secrets.js';
import { activityExcerpts } from './0057-activity-excerpts.js';
import type { Migration } from './migration.js';

/** In order. A released migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  schedules,
  media,
  sources,
  inbox,
  webhooks,
  keyPolicies,
  dashboard,
  networkCalls,
  lists,
  uploadsByAge,
  attemptsByTime,
  fasterMarks,
  noticeLeases,
  mediaBySize,
  sessionBrowsers,
  realAccounts,
  hashedTokens,
  accountLimits,
  renewalLeases,
  inboxWithheld,
  deliveryWarnings,
  postLinks,
  approvals,
  keptForms,
  labels,
  timesOfDay,
  linkedPages,
  mediaAltTexts,
  webhookAttempts,
  metrics,
  lookUps,
  accountNumbers,
  metricEvents,
  setCounts,
  linkTags,
  metricsOfAccounts,
  platformApps,
  readingsInTargets,
  people,
  assistants,
  postTraces,
  secondFactors,
  networkNotices,
  remarks,
  alerts,
  commentsOfAccounts,
  passkeys,
  oidc,
  alertTroubles,
  boards,
  otherApprover,
  appConfigurations,
  apiKeySecrets,
  activityExcerpts,
];
