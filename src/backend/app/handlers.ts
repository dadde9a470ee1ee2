import { getMe } from '../domain/access/me.js';
import { accountHandlers } from '../domain/accounts/handlers.js';
import type { CallLog } from '../domain/activity/call-log.js';
import { activityHandlers } from '../domain/activity/handlers.js';
import type { AlertChannels } from '../domain/alerts/alert-channels.js';
import { alertHandlers } from '../domain/alerts/handlers.js';
import { appHandlers } from '../domain/apps/handlers.js';
import { calendarHandlers } from '../domain/calendar/handlers.js';
import type { ConnectionDependencies } from '../domain/connections/dependencies.js';
import { connectionHandlers } from '../domain/connections/handlers.js';
import type { EventFeed } from '../domain/events/feed.js';
import { eventHandlers } from '../domain/events/handlers.js';
import { inboxHandlers } from '../domain/inbox/handlers.js';
import type { ModerationDependencies } from '../domain/inbox/moderate.js';
import { insightHandlers } from '../domain/insights/handlers.js';
import { labelHandlers } from '../domain/labels/handlers.js';
import type { MediaService } from '../domain/media/media-service.js';
import { peopleHandlers } from '../domain/people/handlers.js';
import { deletionHandlers } from '../domain/posts/deletion/delete-published.js';
import { postHandlers } from '../domain/posts/handlers.js';
import { testHandlers } from '../domain/sandbox/handlers.js';
import type { InboundDependencies } from '../domain/sandbox/inbound.js';
import type { SnapshotDependencies } from '../domain/sandbox/snapshots.js';
import { scheduleHandlers } from '../domain/schedules/handlers.js';
import { type SourceTools, sourceHandlers } from '../domain/sources/handlers.js';
import { savedTextHandlers } from '../domain/texts/handlers.js';
import type { ChangeDependencies } from '../domain/webhooks/changes.js';
import { webhookHandlers } from '../domain/webhooks/handlers.js';
import { type ReadinessProbe, serviceHandlers } from '../http/service-handlers.js';
import type { Handlers } from '../operations/call.js';
import type { OpenRequests } from '../operations/open-requests.js';

/** Dependencies of some handlers, beyond the services that every handler has. */
export interface HandlerDependencies {
  readonly open: OpenRequests;
  readonly readiness: ReadinessProbe;
  readonly calls: CallLog;
  readonly feed: EventFeed;
  readonly media: Pick<MediaService, 'handlers'>;
  readonly webhooks: ChangeDependencies;
  readonly alerts: AlertChannels;
  readonly sources: SourceTools;
  readonly connecting: ConnectionDependencies;
  readonly inbox: ModerationDependencies;
  readonly testing: SnapshotDependencies & InboundDependencies;
}

/** The handler of each operation of the contract. */
export function allHandlers({
  open,
  readiness,
  calls,
  feed,
  media,
  webhooks,
  alerts,
  sources,
  connecting,
  inbox,
  testing,
}: HandlerDependencies): Handlers {
  return {
    ...serviceHandlers(open, readiness),
    'me.get': getMe,
    ...accountHandlers,
    ...appHandlers,
    ...connectionHandlers(connecting),
    ...postHandlers,
    ...deletionHandlers(inbox),
    ...labelHandlers,
    ...peopleHandlers,
    ...savedTextHandlers,
    ...scheduleHandlers,
    ...media.handlers,
    ...calendarHandlers,
    ...eventHandlers(feed),
    ...activityHandlers(calls),
    ...webhookHandlers(webhooks),
    ...alertHandlers(alerts),
    ...sourceHandlers(sources),
    ...inboxHandlers(inbox),
    ...insightHandlers,
    ...testHandlers(testing),
  };
}
