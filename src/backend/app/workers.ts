import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import type { Figures } from '../base/figures.js';
import type { IdSource } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Random } from '../base/random.js';
import type { Tracer } from '../base/tracing/tracer.js';
import { startAlertSender } from '../domain/alerts/alert-sender.js';
import { DiskSpace } from '../domain/alerts/disk-space.js';
import { AccountChecks } from '../domain/connections/account-checks.js';
import { startIntake } from '../domain/inbox/intake/intake.js';
import { SENDS } from '../domain/inbox/sending/send-table.js';
import { startSender } from '../domain/inbox/sending/sender.js';
import { startMetricReader } from '../domain/insights/metric-reader.js';
import { METRIC_ACCOUNTS } from '../domain/insights/metric-table.js';
import type { MediaService } from '../domain/media/media-service.js';
import { OutgoingFiles } from '../domain/publishing/outgoing-media.js';
import { startPublisher } from '../domain/publishing/publisher.js';
import { TARGETS } from '../domain/publishing/target-table.js';
import { Retention } from '../domain/retention/retention.js';
import type { RetentionDays } from '../domain/retention/retention-periods.js';
import { DemoVisitors } from '../domain/sandbox/demo/demo-visitors.js';
import { WebhookDispatcher } from '../domain/webhooks/dispatcher.js';
import type { SendWebhook } from '../domain/webhooks/send.js';
import type { MailSettings } from '../mail/mailer.js';
import type { NetworkGateway } from '../networks/gateway.js';
import type { LinkedPageReader } from '../operations/linked-page.js';
import { forgetUploads } from '../simulators/forget-uploads.js';
import { DUE_WORKERS } from '../store/due-workers.js';
import type { Store } from '../store/store.js';
import type { ChangeNotifier } from '../work/change-notifier.js';
import type { DueOptions } from '../work/due-table.js';
import { countDue } from '../work/due-table.js';
import type { Timings } from '../work/timing.js';
import { MAX_SLEEP_MS } from '../work/wake-loop.js';
import type { WorkspaceTimers } from '../work/workspace-timers.js';

/** The background work of the service, which this process or others on the same database do. */
export interface Workers {
  /** Something may be due sooner than the publisher expects. */
  wakePublisher(at?: number): void;
  /** A reply or message may be due. */
  wakeSender(): void;
  /** A network has announced something. */
  wakeIntake(): void;
  /** Does what is due. Resolves when nothing is due any more. */
  runDue(): Promise<void>;
  /** Work of any kind may be due. */
  wake(): void;
  /** Reads what the networks have announced for a workspace. Resolves when every notice that was due was read once. */
  receive(workspaceId: string): Promise<void>;
  /** Asks the networks of real accounts whose turn has come whether these still work. */
  checkAccounts(): Promise<void>;
  /** Deletes what has been kept long enough. */
  forget(): Promise<void>;
  /** Milliseconds since the publisher last looked for due posts; null if another process publishes. */
  sinceLook(): number | null;
  readonly webhooks: Pick<WebhookDispatcher, 'wake' | 'runDue' | 'watch'>;
  stop(): Promise<void>;
}

export interface WorkersDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly media: MediaService;
  readonly linkedPages: LinkedPageReader;
  readonly changes: ChangeNotifier;
  readonly random: Random;
  readonly send: SendWebhook;
  /** How mail is sent; null: not at all. */
  readonly mail: MailSettings | null;
  /** Where alerts lead to. */
  readonly publicUrl: string;
  /** Data folder, or `:memory:`. */
  readonly dataFolder: string;
  readonly log: Log;
  readonly figures: Figures;
  readonly tracer: Tracer | undefined;
  /** Whether networks can reach this backend. */
  readonly isPublic: boolean;
  /** Simulated people comment and write. */
  readonly withVisitors: boolean;
  readonly retentionDays?: Partial<RetentionDays> | undefined;
  /** Default: those of the service. */
  readonly timings?: Timings;
  /** Milliseconds between two looks at what is new for an account. Default: those of its network. */
  readonly looksEvery?: number;
}

/** Starts the workers in this process. */
export function startWorkers(dependencies: WorkersDependencies): Workers {
  const { store, clock, timers, ids, random, gateway, media, linkedPages, changes, send, log, figures } =
    dependencies;
  const common = { store, clock, timers, ids, random, log, tracer: dependencies.tracer };
  const timed = { ...common, ...(dependencies.timings && { timings: dependencies.timings }) };
  const files = new OutgoingFiles({ store, storage: media.storage, urls: media.urls, clock, linkedPages });
  const publisher = startPublisher({ ...timed, figures, gateway, media: files, changes });
  const sender = startSender({ ...timed, figures, gateway, media: media.storage, changes });
  const visitors = new DemoVisitors({ store, clock, random });
  const intake = startIntake({
    ...common,
    gateway,
    ...(dependencies.looksEvery !== undefined && { looksEvery: dependencies.looksEvery }),
    ...(dependencies.withVisitors && { before: () => visitors.arrive() }),
  });
  const metricReader = startMetricReader({ ...common, gateway });
  const accountChecks = new AccountChecks({ ...common, gateway, isPublic: dependencies.isPublic });
  const dispatcher = new WebhookDispatcher({ ...common, figures, send });
  const { mail, publicUrl, dataFolder } = dependencies;
  const alertSender = startAlertSender({
    ...common,
    figures,
    send,
    mail,
    publicUrl,
    disk: new DiskSpace(dataFolder),
  });
  const retention = new Retention({
    ...{ store, clock, log },
    retentionDays: dependencies.retentionDays,
    deleteUploads: (old, skip) => forgetUploads(store, old, skip),
  });
  const stopListening = store.onNotification(({ due }) => {
    if (due?.includes('publisher')) publisher.wake();
    if (due?.includes('sender')) sender.wake();
    if (due?.includes('intake')) intake.wake();
    if (due?.includes('metricReader')) metricReader.wake();
  });
  return {
    wakePublisher: (at) => {
      if (isSoon(at, clock)) publisher.wake();
    },
    wakeSender: () => sender.wake(),
    wakeIntake: () => intake.wake(),
    runDue: async () => {
      await publisher.runDue();
      await intake.runDue();
      await sender.runDue();
      await metricReader.runDue();
      await alertSender.runDue();
    },
    wake: () => {
      publisher.wake();
      sender.wake();
      intake.wake();
      metricReader.wake();
      alertSender.wake();
      dispatcher.wake();
    },
    receive: (workspaceId) => intake.runDue(workspaceId),
    checkAccounts: () => accountChecks.look(),
    forget: () => retention.sweep(),
    sinceLook: () => publisher.sinceLook,
    webhooks: dispatcher,
    stop: async () => {
      stopListening();
      await Promise.all([
        publisher.stop(),
        sender.stop(),
        intake.stop(),
        metricReader.stop(),
        alertSender.stop(),
        retention.stop(),
        accountChecks.stop(),
      ]);
      await dispatcher.stop();
    },
  };
}

/** Whether to wake a worker for a due time. It finds later ones by itself, because it sleeps no longer than this. */
function isSoon(at: number | undefined, clock: Clock): boolean {
  return at === undefined || at <= clock.now() + MAX_SLEEP_MS;
}

/** How often to look whether other processes have done what is due, and the pause between two looks, in milliseconds. */
const MAX_POLLS = 100;
const POLL_INTERVAL_MS = 20;

export interface WorkersElsewhereDependencies {
  readonly store: Pick<Store, 'db' | 'notify'>;
  readonly clock: Clock;
}

/** The workers of other processes, which this process notifies when something is due. */
export function workersElsewhere({ store, clock }: WorkersElsewhereDependencies): Workers {
  const wakeAll = (): void => store.notify({ due: DUE_WORKERS });
  const isAnythingDue = async (): Promise<boolean> => {
    const now: DueOptions = { now: clock.now(), rescue: false, except: [], open: [], closed: [] };
    for (const table of [TARGETS, SENDS, METRIC_ACCOUNTS]) {
      if ((await countDue(store, table, now, 1)) > 0) return true;
    }
    return false;
  };
  const runDue = async (): Promise<void> => {
    wakeAll();
    for (let polls = 0; polls < MAX_POLLS && (await isAnythingDue()); polls += 1) {
      await sleep(POLL_INTERVAL_MS);
    }
  };
  return {
    wakePublisher: (at) => {
      if (isSoon(at, clock)) store.notify({ due: ['publisher'] });
    },
    wakeSender: () => store.notify({ due: ['sender'] }),
    wakeIntake: () => store.notify({ due: ['intake'] }),
    runDue,
    wake: wakeAll,
    receive: async () => undefined,
    checkAccounts: async () => undefined,
    forget: async () => undefined,
    sinceLook: () => null,
    // Commits wake the dispatchers of other processes.
    webhooks: {
      wake: () => undefined,
      runDue: async () => undefined,
      watch: () => ({ ran: [], end: () => undefined }),
    },
    stop: async () => undefined,
  };
}
