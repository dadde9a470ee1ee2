import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Origins } from '../../fetching/url-rules.js';
import { RequestRefused } from '../../operations/refusal.js';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import type { AlertChannelRow } from '../../store/tables/alert-rows.js';
import { lastEvent } from '../events/event-log.js';
import { checkWebhookUrl } from '../webhooks/webhook-url.js';
import { AlertAddressInvalid, readAlertAddress } from './alert-address.js';
import { testMessage } from './alert-message.js';
import { ALERT_TIMEOUT_MS } from './alert-times.js';
import { ALERT_KINDS, type AlertKind, type AlertTopic, isAlertKind } from './alert-topics.js';
import { type AlertTransport, NO_MAIL, sendAlert } from './send-alert.js';

/** Where to send alerts. */
export interface AlertChannelInput {
  readonly kind: AlertKind;
  readonly address: string;
  readonly topics: readonly AlertTopic[];
  readonly withText: boolean;
}

export interface AlertChannelsDependencies extends AlertTransport {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly publicUrl: string;
  readonly allowedOrigins: Origins;
}

/** Addresses of one workspace. */
const MAX_CHANNELS = 10;

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

  /** It is told what happens from now on. @throws AlertAddressInvalid */
  async add(workspace: WorkspaceRow, input: AlertChannelInput, by: ChangedBy): Promise<string> {
    const { store, ids } = this.#dependencies;
    const { kind, topics, withText } = input;
    const { address, shown } = readAlertAddress(kind, input.address);
    if (topics.length === 0) throw new AlertAddressInvalid('Choose what to be told about.');
    if (kind === 'email' && !this.sendsMail) throw new AlertAddressInvalid(NO_MAIL);
    if (kind !== 'email') await this.#checkUrl(address, workspace);
    const id = ids.next('alertChannel', by.now);
    await store.write(async (trx) => {
      const present = await trx
        .selectFrom('alert_channels')
        .select('id')
        .where('workspace_id', '=', workspace.id)
        .execute();
      if (present.length >= MAX_CHANNELS)
        throw new AlertAddressInvalid(`A workspace has at most ${MAX_CHANNELS} addresses for alerts.`);
      await trx
        .insertInto('alert_channels')
        .values({
          ...{ id, workspace_id: workspace.id, kind, shown_address: shown },
          sealed: store.vault.sealAlertAddress(id, address),
          topics_json: JSON.stringify(topics),
          with_text: withText ? 1 : 0,
          seen_seq: await lastEvent(trx),
          ...{ sent_number: 0, attempt: 0, attempt_base: 0, created_at: by.now },
        })
        .execute();
      await recordActivity(trx, {
        workspaceId: workspace.id,
        objectId: id,
        operation: 'alerts.add',
        summary: `alerts to ${ALERT_KINDS[kind].name}, ${shown}`,
        ...by,
      });
    });
    return id;
  }

  /** @throws RequestRefused `not_found` */
  async remove(workspaceId: string, id: string, by: ChangedBy): Promise<void> {
    await this.#dependencies.store.write(async (trx) => {
      const row = await trx
        .deleteFrom('alert_channels')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returning(['kind', 'shown_address'])
        .executeTakeFirst();
      if (!row) throw notFound(id);
      await recordActivity(trx, {
        ...{ workspaceId, objectId: id, operation: 'alerts.remove' },
        summary: `alerts to ${kindOf(row.kind)}, ${row.shown_address}`,
        ...by,
      });
    });
  }

  /** Sends a test at once. @returns why it failed; null: it arrived @throws RequestRefused `not_found` */
  async test(workspace: WorkspaceRow, id: string): Promise<string | null> {
    const { store, clock, publicUrl } = this.#dependencies;
    const row = (await this.list(workspace.id)).find((one) => one.id === id);
    if (!row || !isAlertKind(row.kind)) throw notFound(id);
    const { error } = await sendAlert(
      this.#dependencies,
      {
        ...{ kind: row.kind, workspace, id: `${id}.test-${clock.now()}` },
        address: store.vault.openAlertAddress(id, row.sealed),
        message: testMessage(workspace, publicUrl),
      },
      AbortSignal.timeout(ALERT_TIMEOUT_MS),
    );
    return error;
  }

  async #checkUrl(url: string, workspace: WorkspaceRow): Promise<void> {
    try {
      await checkWebhookUrl(url, workspace, this.#dependencies.allowedOrigins);
    } catch (error) {
      throw error instanceof RequestRefused ? new AlertAddressInvalid(error.message) : error;
    }
  }
}

function kindOf(kind: string): string {
  return isAlertKind(kind) ? ALERT_KINDS[kind].name : kind;
}

function notFound(id: string): RequestRefused {
  return new RequestRefused('not_found', `There is no address for alerts with the id ${id}.`);
}
