import {
  ALERT_KINDS,
  ALERT_TOPIC_NAMES,
  type AlertKind,
  type AlertTopic,
  isAlertKind,
} from '../../../contract/alerts/alerts.js';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Origins } from '../../fetching/url-rules.js';
import { RequestRefused, refusalOfIssue } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { lastEvent } from '../events/event-log.js';
import { checkWebhookUrl, LOCAL_RECEIVER_HINT } from '../webhooks/webhook-url.js';
import { readAlertAddress, refusedAddress } from './alert-address.js';
import { testMessage } from './alert-message.js';
import { ALERT_TIMEOUT_MS } from './alert-times.js';
import { type AlertTransport, NO_MAIL, sendAlert } from './send-alert.js';

/** Where to send alerts. */
export interface AlertChannelInput {
  readonly kind: AlertKind;
  readonly address: string;
  readonly topics: readonly AlertTopic[];
  readonly withText: boolean;
}

/** An input whose address alerts may be sent to. */
export interface CheckedAlertChannel extends AlertChannelInput {
  /** What people see of the address. */
  readonly shown: string;
}

/** How the test of an address ended. */
export interface TestedAlertChannel {
  readonly channel: AlertChannelRow;
  readonly error: string | null;
}

export interface AlertChannelsDependencies extends AlertTransport {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly publicUrl: string;
  readonly allowedOrigins: Origins;
}

/** The addresses to which a workspace's alerts are sent. */
export class AlertChannels {
  readonly #dependencies: AlertChannelsDependencies;

  constructor(dependencies: AlertChannelsDependencies) {
    this.#dependencies = dependencies;
  }

  get sendsMail(): boolean {
    return this.#dependencies.mail !== null;
  }

  list(workspaceId: string): Promise<readonly AlertChannelRow[]> {
    return this.#dependencies.store.db
      .selectFrom('alert_channels')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
  }

  /** @throws RequestRefused `validation_failed` if nothing could be sent there */
  async check(workspace: WorkspaceRow, input: AlertChannelInput): Promise<CheckedAlertChannel> {
    const { address, shown } = readAlertAddress(input.kind, input.address);
    if (input.topics.length === 0)
      throw refusalOfIssue('validation_failed', {
        message: 'Choose what to be told about.',
        pointer: '/topics',
        allowed: [...ALERT_TOPIC_NAMES],
      });
    if (input.kind !== 'email') await this.#checkUrl(address, workspace);
    else if (!this.sendsMail) throw refusedAddress(NO_MAIL);
    return { ...input, address, shown };
  }

  /** Adds an address, which is told what happens from now on. @throws RequestRefused `limit_reached` */
  async add(
    trx: Write,
    workspace: WorkspaceRow,
    { kind, topics, withText, address, shown }: CheckedAlertChannel,
    by: ChangedBy,
  ): Promise<AlertChannelRow> {
    const { store, ids } = this.#dependencies;
    await refuseAtLimit(trx, 'alert_channels', workspace.id);
    const id = ids.next('alertChannel', by.now);
    const row = await trx
      .insertInto('alert_channels')
      .values({
        ...{ id, workspace_id: workspace.id, kind, shown_address: shown },
        sealed: store.vault.sealAlertAddress(id, address),
        topics_json: JSON.stringify([...new Set(topics)]),
        with_text: withText ? 1 : 0,
        seen_seq: await lastEvent(trx),
        told_json: '[]',
        ...{ sent_number: 0, attempt: 0, attempt_base: 0, created_at: by.now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(trx, row, 'alerts.create', by);
    return row;
  }

  /** @throws RequestRefused `alert_address_not_found` */
  async remove(trx: Write, workspaceId: string, id: string, by: ChangedBy): Promise<AlertChannelRow> {
    const row = await trx
      .deleteFrom('alert_channels')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound(id);
    await record(trx, row, 'alerts.delete', by);
    return row;
  }

  /**
   * Sends a test at once.
   *
   * @returns `error`: why it failed; null: it was accepted
   * @throws RequestRefused `alert_address_not_found`
   */
  async test(workspace: WorkspaceRow, id: string): Promise<TestedAlertChannel> {
    const { store, clock, publicUrl } = this.#dependencies;
    const row = (await this.list(workspace.id)).find((one) => one.id === id);
    if (!row || !isAlertKind(row.kind)) throw notFound(id);
    const { error } = await sendAlert(
      this.#dependencies,
      {
        ...{ kind: row.kind, workspace, id: `${id}.test-${clock.now()}` },
        address: store.vault.openAlertAddress(id, row.sealed),
        message: testMessage(workspace, publicUrl),
        systemNow: clock.now(),
      },
      AbortSignal.timeout(ALERT_TIMEOUT_MS),
    );
    return { channel: row, error };
  }

  recordTest(trx: Write, { channel }: TestedAlertChannel, by: ChangedBy): Promise<void> {
    return record(trx, channel, 'alerts.test', by);
  }

  async #checkUrl(url: string, workspace: WorkspaceRow): Promise<void> {
    try {
      await checkWebhookUrl(url, workspace, this.#dependencies.allowedOrigins, LOCAL_RECEIVER_HINT);
    } catch (error) {
      throw error instanceof RequestRefused ? refusedAddress(error.message) : error;
    }
  }
}

async function record(
  trx: Write,
  { id, workspace_id: workspaceId, kind, shown_address: shown }: AlertChannelRow,
  operation: 'alerts.create' | 'alerts.test' | 'alerts.delete',
  by: ChangedBy,
): Promise<void> {
  const name = isAlertKind(kind) ? ALERT_KINDS[kind].name : kind;
  await recordActivity(trx, {
    workspaceId,
    objectId: id,
    operation,
    summary: `alerts to ${name}, ${shown}`,
    ...by,
  });
}

function notFound(id: string): RequestRefused {
  return new RequestRefused('alert_address_not_found', `There is no address for alerts with the id ${id}.`);
}
