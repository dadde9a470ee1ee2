import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { VERSION } from '../../../version.js';
import type { Clock } from '../../base/clock.js';
import type { Gauge, Labels } from '../../base/figures.js';
import { ALERT_CHANNELS } from '../../domain/alerts/alert-table.js';
import { NOTICES } from '../../domain/inbox/intake/notice-table.js';
import { SENDS } from '../../domain/inbox/sending/send-table.js';
import { METRIC_ACCOUNTS } from '../../domain/insights/metric-table.js';
import { TARGETS } from '../../domain/publishing/target-table.js';
import { DELIVERIES } from '../../domain/webhooks/delivery-table.js';
import type { ReadinessProbe } from '../../http/service-handlers.js';
import type { Store } from '../../store/store.js';
import type { DueTable } from '../../work/due-table.js';
import type { Role } from '../role.js';

/** More due jobs than this are not counted: a reading must not take longer the more there is to do. */
const MAX_COUNTED = 1_000;

const QUEUES: Readonly<Record<string, DueTable>> = {
  posts: TARGETS,
  replies: SENDS,
  webhooks: DELIVERIES,
  inbox: NOTICES,
  numbers: METRIC_ACCOUNTS,
  alerts: ALERT_CHANNELS,
};

export interface StateDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly readiness: ReadinessProbe;
  readonly role: Role;
}

/** Reads the state of the service. */
export class StateFigures {
  readonly #dependencies: StateDependencies;
  readonly #lag = monitorEventLoopDelay({ resolution: 20 });

  constructor(dependencies: StateDependencies) {
    this.#dependencies = dependencies;
    this.#lag.enable();
  }

  /** The process and its checks: they need no database. */
  async process(): Promise<readonly Gauge[]> {
    const { readiness, role, store } = this.#dependencies;
    const checks = await readiness.check();
    const asked = checks.filter(({ status }) => status !== 'skipped');
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lagSeconds = this.#lag.percentile(99) / 1e9;
    this.#lag.reset();
    return [
      one('postrider_build_info', 'The version that runs.', { version: VERSION, role, store: store.engine }),
      {
        name: 'postrider_check_ok',
        help: 'Whether a check of GET /readyz passes.',
        values: asked.map(({ name, status }) => [{ check: name }, status === 'ok' ? 1 : 0]),
      },
      one(
        'process_start_time_seconds',
        'When the process started, Unix time.',
        {},
        performance.timeOrigin / 1_000,
      ),
      {
        ...one('process_cpu_seconds_total', 'CPU time of the process.', {}, (user + system) / 1e6),
        grows: true,
      },
      one('process_resident_memory_bytes', 'Memory of the process.', {}, rss),
      one('nodejs_heap_size_used_bytes', 'Memory that JavaScript objects use.', {}, heapUsed),
      one(
        'nodejs_eventloop_lag_p99_seconds',
        'The 99th percentile of the event loop’s delay since the last reading.',
        {},
        lagSeconds,
      ),
    ];
  }

  /** What waits, and what needs somebody. */
  async service(): Promise<readonly Gauge[]> {
    const [queues, accounts, webhooks] = await Promise.all([
      this.#queues(),
      this.#accounts(),
      this.#webhooks(),
    ]);
    return [queues, accounts, webhooks];
  }

  close(): void {
    this.#lag.disable();
  }

  async #queues(): Promise<Gauge> {
    const { store, clock } = this.#dependencies;
    const waiting = async ({ name }: DueTable): Promise<number> => {
      const { rows } = await sql<{ found: number }>`select count(*) as found from (select 1 as one
        from ${sql.table(name)} where wake_at <= ${clock.now()} and lease_until is null
        limit ${MAX_COUNTED}) as due`.execute(store.db);
      return Number(rows[0]?.found ?? 0);
    };
    const help = `Jobs that are due and not taken up yet, counted up to ${MAX_COUNTED}.`;
    const values = await Promise.all(
      Object.entries(QUEUES).map(async ([queue, table]) => [{ queue }, await waiting(table)] as const),
    );
    return { name: 'postrider_due_jobs', help, values };
  }

  async #accounts(): Promise<Gauge> {
    const rows = await this.#dependencies.store.db
      .selectFrom('accounts')
      .select(({ fn }) => ['platform', 'simulated', 'health_status', fn.countAll<number>().as('found')])
      .groupBy(['platform', 'simulated', 'health_status'])
      .execute();
    return {
      name: 'postrider_accounts',
      help: 'Connected accounts, by health.',
      values: rows.map(({ platform, simulated, health_status: health, found }) => [
        { platform, network: simulated === 1 ? 'simulated' : 'real', health },
        Number(found),
      ]),
    };
  }

  async #webhooks(): Promise<Gauge> {
    const rows = await this.#dependencies.store.db
      .selectFrom('webhooks')
      .select(({ fn }) => [WEBHOOK_STATE.as('state'), fn.countAll<number>().as('found')])
      .groupBy('state')
      .execute();
    const values = rows.map(({ state, found }) => [{ state }, Number(found)] as const);
    return { name: 'postrider_webhooks', help: 'Webhooks, by state.', values };
  }
}

const WEBHOOK_STATE = sql<string>`case when active = 0 then coalesce(disabled_because, 'paused')
  when failing_since is null then 'active' else 'failing' end`;

function one(name: string, help: string, labels: Labels, value = 1): Gauge {
  return { name, help, values: [[labels, value]] };
}
