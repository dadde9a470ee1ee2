import { type AlertKind, isAlertKind, isAlertTopic } from '../../../contract/alerts/alerts.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { WorkspaceRow } from '../../store/schema.js';
import { SealBroken } from '../../store/sealing/sealed.js';
import type { Store } from '../../store/store.js';
import { type AlertMessage, subject } from './alert-message.js';
import { ALERT_INTERVAL_MS, ALERT_TIMEOUT_MS } from './alert-times.js';
import { type AlertTransport, sendAlert } from './send-alert.js';

/** How often it asks whether the database answers, in milliseconds. */
const LOOK_EVERY_MS = 20_000;

/** Failed looks in a row before somebody is told: a restart of the database is over sooner. */
const MIN_FAILED_LOOKS = 3;

/** How often a message is tried: each look tries once. */
const MAX_ATTEMPTS = 30;

/** The most addresses that it tells. */
const MAX_ADDRESSES = 100;

export interface DatabaseWatchDependencies extends AlertTransport {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  /** Whether the database answers and accepts changes. Never throws, and answers within seconds. */
  readonly answers: () => Promise<boolean>;
}

interface Address {
  readonly id: string;
  readonly kind: AlertKind;
  readonly address: string;
  readonly workspace: WorkspaceRow;
}

/** What has yet to reach an address. */
interface Outgoing {
  readonly id: string;
  readonly says: string;
  attempts: number;
}

/**
 * Tells people that the database does not answer, and when it answers again. All other alerts wait in the database, so
 * this one keeps what it needs in memory: the addresses that want to hear of the server, as they were when the database
 * last answered. Each process that publishes tells for itself.
 */
export class DatabaseWatch {
  readonly #dependencies: DatabaseWatchDependencies;
  #addresses: readonly Address[] = [];
  #failedLooks = 0;
  #isTold = false;
  /** When it last told of an outage, by the monotonic clock: a database that comes and goes must not fill a chat. */
  #toldAt: number | null = null;
  #outgoing = new Map<Address, Outgoing>();
  #looking: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: DatabaseWatchDependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Asks the database, and sends what there is to tell. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) =>
        this.#dependencies.log.error({ err: error }, 'the database could not be watched'),
      )
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    if (await this.#dependencies.answers()) await this.#answered();
    else this.#failed();
    await this.#send();
  }

  async #answered(): Promise<void> {
    this.#failedLooks = 0;
    if (this.#isTold) {
      this.#isTold = false;
      this.#tell('The database answers again');
    }
    this.#addresses = await readAddresses(this.#dependencies);
  }

  #failed(): void {
    this.#failedLooks += 1;
    if (this.#isTold || this.#failedLooks < MIN_FAILED_LOOKS) return;
    const now = this.#dependencies.clock.monotonic();
    if (this.#toldAt !== null && now - this.#toldAt < ALERT_INTERVAL_MS) return;
    this.#isTold = true;
    this.#toldAt = now;
    this.#tell('The database does not answer, so posts wait');
  }

  /** Replaces what has not arrived yet. */
  #tell(says: string): void {
    const { clock } = this.#dependencies;
    const number = clock.now();
    this.#outgoing = new Map(
      this.#addresses.map((address) => [
        address,
        { id: `${address.id}.database-${number}`, says, attempts: 0 },
      ]),
    );
  }

  async #send(): Promise<void> {
    await Promise.all([...this.#outgoing].map(([address, outgoing]) => this.#sendTo(address, outgoing)));
  }

  async #sendTo(address: Address, outgoing: Outgoing): Promise<void> {
    const { log, publicUrl, clock } = this.#dependencies;
    const { kind, workspace } = address;
    outgoing.attempts += 1;
    const message: AlertMessage = {
      subject: subject(outgoing.says, workspace),
      lines: [{ says: outgoing.says, quote: null, url: `${publicUrl}/readyz` }],
      isOneLine: true,
      end: 'The log of Postrider has the errors.',
    };
    const { error } = await sendAlert(
      this.#dependencies,
      { kind, workspace, message, address: address.address, id: outgoing.id, systemNow: clock.now() },
      AbortSignal.timeout(ALERT_TIMEOUT_MS),
    );
    if (error !== null)
      log.warn({ channelId: address.id, kind, reason: error }, 'an alert could not be sent');
    if (error === null || outgoing.attempts >= MAX_ATTEMPTS) this.#outgoing.delete(address);
  }
}

/** The addresses that want to hear of the server. */
async function readAddresses({ store, log }: DatabaseWatchDependencies): Promise<readonly Address[]> {
  const channels = await store.db
    .selectFrom('alert_channels')
    .select(['id', 'workspace_id', 'kind', 'sealed', 'topics_json'])
    .orderBy('id')
    .execute();
  const wanted = channels
    .filter(({ topics_json: topics }) =>
      (JSON.parse(topics) as readonly string[]).filter(isAlertTopic).includes('server'),
    )
    .slice(0, MAX_ADDRESSES);
  if (wanted.length === 0) return [];
  const workspaces = await store.db
    .selectFrom('workspaces')
    .selectAll()
    .where(
      'id',
      'in',
      wanted.map(({ workspace_id: id }) => id),
    )
    .execute();
  return wanted.flatMap(({ id, kind, sealed, workspace_id: workspaceId }) => {
    const workspace = workspaces.find((one) => one.id === workspaceId);
    if (!workspace || !isAlertKind(kind)) return [];
    try {
      return [{ id, kind, address: store.vault.openAlertAddress(id, sealed), workspace }];
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.warn({ channelId: id }, 'the address of an alert cannot be opened with the current secret key');
      return [];
    }
  });
}
