import {
  ALERT_TOPIC_NAMES,
  type AlertAddress,
  isAlertKind,
  isAlertTopic,
} from '../../../contract/alerts/alerts.js';
import type { OperationId } from '../../../contract/operations.js';
import type { Call, Handlers } from '../../operations/call.js';
import type { ChangedBy } from '../../store/activity.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import type { AlertChannels } from './alert-channels.js';

export function alertHandlers(alerts: AlertChannels) {
  return {
    'alerts.list': async ({ caller }) => ({
      data: (await alerts.list(caller.workspace.id)).map(viewAlertAddress),
    }),
    'alerts.create': async (call) => {
      const { workspace } = call.caller;
      const { kind, address, topics = ALERT_TOPIC_NAMES, quotesPosts = false } = call.body;
      const checked = await alerts.check(workspace, { kind, address, topics, withText: quotesPosts });
      return call.commit(async (trx) =>
        viewAlertAddress(await alerts.add(trx, workspace, checked, by(call))),
      );
    },
    'alerts.test': async (call) => {
      const tested = await alerts.test(call.caller.workspace, call.params.id);
      const { channel, error } = tested;
      return call.commit(async (trx) => {
        await alerts.recordTest(trx, tested, by(call));
        return { id: channel.id as AlertAddress['id'], sent: error === null, error };
      });
    },
    'alerts.delete': (call) =>
      call.commit(async (trx) => {
        const { id } = await alerts.remove(trx, call.caller.workspace.id, call.params.id, by(call));
        return { id: id as AlertAddress['id'], deleted: true };
      }),
  } satisfies Partial<Handlers>;
}

type AlertChange = Extract<OperationId, 'alerts.create' | 'alerts.test' | 'alerts.delete'>;

function by({ caller, requestId, now }: Call<AlertChange>): ChangedBy {
  return { apiKeyId: caller.key.id, requestId, now };
}

/** An address as the API returns it, never with what is secret of it. */
function viewAlertAddress(row: AlertChannelRow): AlertAddress {
  const topics: readonly string[] = JSON.parse(row.topics_json);
  return {
    // Only `AlertChannels` writes these columns.
    id: row.id as AlertAddress['id'],
    kind: isAlertKind(row.kind) ? row.kind : 'email',
    address: row.shown_address,
    topics: topics.filter(isAlertTopic),
    quotesPosts: row.with_text === 1,
    createdAt: iso(row.created_at),
    lastSentAt: isoOrNull(row.last_sent_at),
    failingSince: isoOrNull(row.failing_since),
    error: row.error,
  };
}

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));
