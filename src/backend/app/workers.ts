import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Random } from '../base/random.js';
import { Intake } from '../domain/inbox/intake.js';
import { countDueSends } from '../domain/inbox/send-records.js';
import { startSender } from '../domain/inbox/sender.js';
import type { MediaService } from '../domain/media/media-service.js';
import { countDue } from '../domain/publishing/claim.js';
import { OutgoingFiles } from '../domain/publishing/outgoing-media.js';
import { startPublisher } from '../domain/publishing/publisher.js';
import { Retention } from '../domain/retention/retention.js';
import type { RetentionDays } from '../domain/retention/retention-periods.js';
import { DemoVisitors } from '../domain/sandbox/demo/demo-visitors.js';
import { WebhookDispatcher } from '../domain/webhooks/dispatcher.js';
import type { SendWebhook } from '../domain/webhooks/send.js';
import type { NetworkGateway } from '../networks/gateway.js';
import { forgetUploads } from '../simulators/forget-uploads.js';
import type { Store } from '../store/store.js';
import type { PostChanges } from '../work/changes.js';
import { SAFETY_CHECK_MS } from '../work/worker.js';
import type { WorkspaceTimers } from '../work/workspace-timers.js';

/** Who does what falls due: this process, or others on the same database. */
export interface Workers {
  /** Something may be due sooner than the publisher thinks. */
  wakePublisher(at?: number): void;
  /** The same for replies and messages. */
  wakeSender(): void;
  /** Does what is due, and resolves when nothing that is due is left. */
  runDue(): Promise<void>;
  /** Something may be due of whatever kind. */
  wake(): void;
  /** Reads what the networks have told of. */
  receive(): Promise<void>;
  /** Forgets what has been kept long enough. */
  forget(): Promise<void>;
  readonly webhooks: Pick<WebhookDispatcher, 'wake' | 'runDue' | 'watch'>;
  stop(): Promise<void>;
}

export interface WorkerPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly media: MediaService;
  readonly postChanges: PostChanges;
  readonly random: Random;
  readonly send: SendWebhook;
  readonly log: Log;
  /** Made-up people comment and write. */
  readonly withVisitors: boolean;
  readonly kept?: Partial<RetentionDays> | undefined;
}

/** This process publishes, sends replies, messages and webhooks, and reads the networks' inboxes. */
export function startWorkers(ports: WorkerPorts): Workers {
  const { store, clock, timers, ids, random, gateway, media, postChanges, send, log } = ports;
  const files = new OutgoingFiles({ store, storage: media.storage, urls: media.urls, clock });
  const publisher = startPublisher({
    store,
    clock,
    timers,
    ids,
    random,
    gateway,
    media: files,
    postChanges,
    log,
  });
  const sender = startSender({
    store,
    clock,
    timers,
    ids,
    random,
    gateway,
    media: media.storage,
    changes: postChanges,
    log,
  });
  const visitors = new DemoVisitors({ store, clock, random });
  const intake = new Intake({
    store,
    clock,
    timers,
    ids,
    gateway,
    log,
    ...(ports.withVisitors && { before: () => visitors.arrive() }),
  });
  const dispatcher = new WebhookDispatcher({ send, store, clock, ids, log, random });
  const retention = new Retention({
    ...{ store, clock, log },
    kept: ports.kept,
    deleteUploads: (old, skip) => forgetUploads(store, old, skip),
  });
  const stopListening = store.onNotification(({ due }) => {
    if (due?.includes('publisher')) publisher.wake();
    if (due?.includes('sender')) sender.wake();
  });
  return {
    wakePublisher: (at) => {
      if (isSoon(at, clock)) publisher.wake();
    },
    wakeSender: () => sender.wake(),
    runDue: async () => {
      await publisher.runDue();
      await intake.runDue();
      await sender.runDue();
    },
    wake: () => {
      publisher.wake();
      sender.wake();
      intake.wake();
      dispatcher.wake();
    },
    receive: () => intake.runDue(),
    forget: () => retention.sweep(),
    webhooks: dispatcher,
    stop: async () => {
      stopListening();
      await Promise.all([publisher.stop(), sender.stop(), intake.stop(), retention.stop()]);
      await dispatcher.stop();
    },
  };
}

/** What is due later than that is found by the worker's own look, of which it has one in so many milliseconds. */
function isSoon(at: number | undefined, clock: Clock): boolean {
  return at === undefined || at <= clock.now() + SAFETY_CHECK_MS;
}

/** How often it is looked whether other processes have done what is due, and how long apart, in milliseconds. */
const LOOKS = 100;
const LOOK_AGAIN_MS = 20;

/** Other processes do all that; this one tells them when something is due. */
export function workersElsewhere({ store, clock }: Pick<WorkerPorts, 'store' | 'clock'>): Workers {
  const tellBoth = (): void => store.notify({ due: ['publisher', 'sender'] });
  const runDue = async (): Promise<void> => {
    tellBoth();
    for (let look = 0; look < LOOKS; look += 1) {
      const now = { now: clock.now(), rescue: false, except: [], closed: [] };
      if ((await countDue(store, now, 1)) + (await countDueSends(store, now, 1)) === 0) return;
      await sleep(LOOK_AGAIN_MS);
    }
  };
  return {
    wakePublisher: (at) => {
      if (isSoon(at, clock)) store.notify({ due: ['publisher'] });
    },
    wakeSender: () => store.notify({ due: ['sender'] }),
    runDue,
    wake: tellBoth,
    receive: async () => undefined,
    forget: async () => undefined,
    // A commit wakes those who send to webhooks.
    webhooks: {
      wake: () => undefined,
      runDue: async () => undefined,
      watch: () => ({ ran: [], end: () => undefined }),
    },
    stop: async () => undefined,
  };
}
