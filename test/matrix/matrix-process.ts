import { systemClock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { silentLog } from '../../src/backend/base/log.js';
import { startSender } from '../../src/backend/domain/inbox/sending/sender.js';
import { NO_LINKED_PAGES } from '../../src/backend/domain/links/linked-pages.js';
import { openMedia } from '../../src/backend/domain/media/media-service.js';
import type { DeliveryStep } from '../../src/backend/domain/publishing/delivery.js';
import { OutgoingFiles } from '../../src/backend/domain/publishing/outgoing-media.js';
import { startPublisher } from '../../src/backend/domain/publishing/publisher.js';
import { simulatedGateway } from '../../src/backend/simulators/simulated-gateway.js';
import { openDatabase } from '../../src/backend/store/open-database.js';
import { unlock } from '../../src/backend/store/sealing/unlock.js';
import { ChangeNotifier } from '../../src/backend/work/change-notifier.js';
import { WorkspaceTimers } from '../../src/backend/work/workspace-timers.js';
import { SHORT_TIMINGS, slower } from '../crash/short-timings.js';
import { TEST_KEY } from '../support/secret-key.js';
import { FaultPlan, FaultyAccounts } from './faulty-accounts.js';

/**
 * The publisher, the sender and the simulated networks, in a process of their own. Arguments: the data folder, the
 * public URL of the backend on it, the file of the plan, and the most jobs at a time for one network. With `faults`,
 * the plan's requests lose their answers, and the plan's accounts hang at their steps until this process is killed;
 * without it, nothing goes wrong.
 */
const [dataFolder = '', publicUrl = '', planFile = '', maxPerNetwork = '', mode = ''] = process.argv.slice(2);

/** Calls may take 10 s, leases 32 s: some networks process a video for seconds, and all posts share a small machine. */
const TIMINGS = slower(SHORT_TIMINGS, 35);

const clock = systemClock;
const store = await openDatabase({ dataFolder, databaseUrl: process.env['DATABASE_URL'] });
await unlock(store, { dataFolder, secretKey: TEST_KEY, mayMakeKey: true });
const media = (await openMedia(store, { dataFolder, clock, ids: randomIds })).servedAt(publicUrl);
const plan = new FaultPlan(planFile);
const faults = mode === 'faults' ? plan.read() : {};
const faulty = mode === 'faults' ? new FaultyAccounts(plan) : null;
const reachedBefore = new Map<string, number>();

/** Never returns for an account that is to be killed here. */
async function reached(step: DeliveryStep, accountId: string): Promise<void> {
  const fault = faults[accountId];
  if (fault?.kind !== 'kill' || fault.step !== step) return;
  const earlier = reachedBefore.get(accountId) ?? 0;
  reachedBefore.set(accountId, earlier + 1);
  if (earlier !== fault.earlier) return;
  plan.note(accountId);
  await new Promise(() => undefined);
}

const gateway = simulatedGateway(store, {
  publicUrl,
  files: { storage: media.storage, urls: media.urls, clock },
  ...(faulty && { around: (wire, account) => faulty.around(wire, account) }),
});
const common = {
  ...{ store, clock, gateway },
  timers: new WorkspaceTimers(clock),
  ids: randomIds,
  changes: new ChangeNotifier(),
  log: silentLog,
  timings: TIMINGS,
};
startPublisher({
  ...common,
  media: new OutgoingFiles({
    store,
    storage: media.storage,
    urls: media.urls,
    clock,
    linkedPages: NO_LINKED_PAGES,
  }),
  maxPerNetwork: Number(maxPerNetwork),
  reached: (step, { account }) => reached(step, account.id),
});
startSender({
  ...common,
  media: media.storage,
  reached: (step, { account }) => reached(step, account.id),
});
process.stdout.write('started\n');
// The parent holds the other end of this pipe: when the parent ends, nobody else would end this process.
process.stdin.once('close', () => process.exit()).resume();
