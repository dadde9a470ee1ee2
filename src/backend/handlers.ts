import { getMe } from './access/me.js';
import { accountHandlers } from './accounts/handlers.js';
import type { CallLog } from './activity/call-log.js';
import { activityHandlers } from './activity/handlers.js';
import { calendarHandlers } from './calendar/handlers.js';
import type { EventFeed } from './events/feed.js';
import { eventHandlers } from './events/handlers.js';
import type { Handlers } from './http/call.js';
import type { OpenRequests } from './http/open-requests.js';
import { serviceHandlers } from './http/service-handlers.js';
import { inboxHandlers } from './inbox/handlers.js';
import type { ModerationPorts } from './inbox/moderate.js';
import type { MediaService } from './media/media-service.js';
import { postHandlers } from './posts/handlers.js';
import { scheduleHandlers } from './schedules/handlers.js';
import { type SourceTools, sourceHandlers } from './sources/handlers.js';
import { testHandlers } from './testing/handlers.js';
import type { InboundPorts } from './testing/inbound.js';
import type { SnapshotPorts } from './testing/snapshots.js';
import type { ChangePorts } from './webhooks/changes.js';
import { webhookHandlers } from './webhooks/handlers.js';

/** What some rooms work with beside the services that every handler is given. */
export interface HandlerPorts {
  readonly open: OpenRequests;
  readonly calls: CallLog;
  readonly feed: EventFeed;
  readonly media: Pick<MediaService, 'handlers'>;
  readonly webhooks: ChangePorts;
  readonly sources: SourceTools;
  readonly inbox: ModerationPorts;
  readonly testing: SnapshotPorts & InboundPorts;
}

/** What carries out each operation of the contract, from the rooms of the backend. */
export function allHandlers({
  open,
  calls,
  feed,
  media,
  webhooks,
  sources,
  inbox,
  testing,
}: HandlerPorts): Handlers {
  return {
    ...serviceHandlers(open),
    'me.get': getMe,
    ...accountHandlers,
    ...postHandlers,
    ...scheduleHandlers,
    ...media.handlers,
    ...calendarHandlers,
    ...eventHandlers(feed),
    ...activityHandlers(calls),
    ...webhookHandlers(webhooks),
    ...sourceHandlers(sources),
    ...inboxHandlers(inbox),
    ...testHandlers(testing),
  };
}
