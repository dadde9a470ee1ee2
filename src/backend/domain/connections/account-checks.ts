import { withTimeLimit } from '../../../base/time-limit.js';
import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { checkHealth, recordHealth } from './check.js';
import { subscribeLater } from './notices.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often to look for accounts to check. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;
/** How old a check may become. */
const CHECK_EVERY_MS = 6 * HOUR_MS;
/** An account with a post that falls due within `SOON_MS` is checked if its last check is older than this. */
const CHECK_BEFORE_POST_MS = 30 * MINUTE_MS;
const SOON_MS = 15 * MINUTE_MS;
/** A server may be away for a while; after this long its owner should know. */
const GONE_AFTER_MS = DAY_MS;
/** How long one check may take. */
const CALL_LIMIT_MS = 30_000;
/** Accounts per look, so that one look ends in time. */
const MAX_PER_LOOK = 100;

export interface AccountChecksDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly timers: WorkspaceTimers;
  readonly gateway: NetworkGateway;
  readonly log: Log;
  /** Whether networks can reach this backend. */
  readonly isPublic: boolean;
}

/**
 * Asks the networks from time to time whether real accounts still work, and soon before a post falls due, so that
 * somebody can act before a post fails. Simulated accounts end when a test says so.
 */
export class AccountChecks {
  readonly #dependencies: AccountChecksDependencies;
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #looking: Promise<void> | null = null;

  constructor(dependencies: AccountChecksDependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => {
      this.look().catch((error: unknown) =>
        dependencies.log.warn({ err: error }, 'accounts could not be checked; the next look tries again'),
      );
    }, LOOK_EVERY_MS).unref();
  }

  /** Checks the accounts whose turn has come. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#looking?.catch(() => undefined);
  }

  async #look(): Promise<void> {
    for (const account of await this.#accountsToCheck()) {
      if (this.#stopping.signal.aborted) return;
      await this.#check(account);
    }
  }

  /** Real accounts live in workspaces whose clock is the system's. */
  #accountsToCheck(): Promise<readonly AccountRow[]> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    return store.db
      .selectFrom('accounts')
      .selectAll()
      .where('simulated', '=', 0)
      .where('health_status', 'in', ['healthy', 'expiring', 'limited'])
      .where((where) =>
        where.or([
          where('health_checked_at', '<', now - CHECK_EVERY_MS),
          where.and([
            where('health_checked_at', '<', now - CHECK_BEFORE_POST_MS),
            where.exists(
              where
                .selectFrom('targets')
                .select('targets.id')
                .whereRef('targets.account_id', '=', 'accounts.id')
                .where('targets.wake_at', '<', now + SOON_MS)
                .where('targets.status', '=', 'pending'),
            ),
          ]),
        ]),
      )
      .orderBy('health_checked_at')
      .limit(MAX_PER_LOOK)
      .execute();
  }

  async #check(account: AccountRow): Promise<void> {
    const { store, ids, gateway, timers, clock, isPublic } = this.#dependencies;
    const signal = withTimeLimit(CALL_LIMIT_MS, this.#stopping.signal);
    const now = clock.now();
    const connection = gateway.connect(account, timers.timeOf(account.workspace_id), signal);
    const checked = await checkHealth({ store, ids }, account, connection, now);
    if (checked?.health_status === 'healthy') {
      await subscribeLater(store, checked, connection, { isPublic, now });
    }
    if (checked || now - account.health_checked_at < GONE_AFTER_MS || account.health_status === 'limited')
      return;
    const host = new URL(account.origin ?? 'https://unknown').host;
    const since = new Date(account.health_checked_at).toISOString().slice(0, 10);
    // `checkedAt` stays: it says when the server answered last.
    await recordHealth({ store, ids }, account, {
      status: 'limited',
      reason: `${host} has not answered since ${since}.`,
      action: 'Open the server in a browser. If it is gone, connect an account elsewhere.',
      expiresAt: null,
      checkedAt: account.health_checked_at,
      now,
    });
  }
}
