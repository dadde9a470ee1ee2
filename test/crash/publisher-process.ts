import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { silentLog } from '../../src/backend/base/log.js';
import { startPublisher } from '../../src/backend/domain/publishing/publisher.js';
import type { Connection } from '../../src/backend/networks/connection.js';
import type { NetworkGateway } from '../../src/backend/networks/gateway.js';
import { openDatabase } from '../../src/backend/store/open-database.js';
import { DatabaseUnusable } from '../../src/backend/store/postgres/database-unusable.js';
import type { Store } from '../../src/backend/store/store.js';
import { ChangeNotifier } from '../../src/backend/work/change-notifier.js';
import { WorkspaceTimers } from '../../src/backend/work/workspace-timers.js';
import { outgoingFiles } from '../support/media/stored-media.js';
import { JumpingClock } from './jumping-clock.js';
import { NetworkFile } from './network-file.js';
import { SHORT_TIMINGS, slower } from './short-timings.js';

/**
 * One publisher in a separate process, to be killed. Arguments: the data folder, the file of the network, and how long
 * the network takes to act and to answer, in milliseconds.
 * `CLOCK_FILE` contains the offset of its wall clock, `MAX_PER_NETWORK` how many targets it publishes at a time on one
 * network, and `SLOWER` the factor by which everything may take longer than in most crash tests.
 * `CRASH_AT` names a step: the process prints `at <step>` and stays there, as if it hung. `LOSES` is a key whose first
 * request is lost on its way.
 */
const [dataFolder = '', networkFile = '', networkDelay = '0'] = process.argv.slice(2);
const crashAt = process.env['CRASH_AT'] ?? null;
const network = new NetworkFile(networkFile, Number(networkDelay), process.env['LOSES'] ?? null);
const clockFile = process.env['CLOCK_FILE'];
const clock: Clock = clockFile === undefined ? systemClock : new JumpingClock(clockFile);
const store = await opened();

/** The database may be unavailable when the process starts. */
async function opened(): Promise<Store> {
  for (;;) {
    try {
      return await openDatabase({ dataFolder, databaseUrl: process.env['DATABASE_URL'] });
    } catch (error) {
      if (!(error instanceof DatabaseUnusable) || error.reason !== 'unreachable') throw error;
    }
    await sleep(50);
  }
}

const gateway: NetworkGateway = {
  adapterOf: (platform) => network.adapterOf(platform),
  connect: (account, time, signal): Connection => ({
    account: {
      id: account.id,
      platform: account.platform,
      handle: account.handle,
      displayName: account.display_name,
      networkUserId: account.network_user_id,
      credentials: {},
    },
    wire: {
      origin: 'https://api.network.example',
      webUrl: 'http://network.example',
      send: () => Promise.reject(new Error('It has no wire.')),
    },
    signal,
    get now() {
      return time.now();
    },
  }),
};

/** The first delivery that reaches the step, and all that reach it while that one hangs. */
let hanging: Promise<void> | null = null;
let hung = false;
startPublisher({
  store,
  clock,
  timers: new WorkspaceTimers(clock),
  ids: randomIds,
  gateway,
  media: outgoingFiles(store, clock),
  changes: new ChangeNotifier(),
  log: silentLog,
  timings: slower(SHORT_TIMINGS, Number(process.env['SLOWER'] ?? 1)),
  maxPerNetwork: Number(process.env['MAX_PER_NETWORK'] ?? 2),
  reached: async (step) => {
    if (step !== crashAt || hung) return;
    // Longer than it takes to stop this process. A process that was only suspended continues from here.
    hanging ??= sleep(300).then(() => {
      hung = true;
    });
    process.stdout.write(`at ${step}\n`);
    await hanging;
  },
});
process.stdout.write('started\n');
// The parent holds the other end of this pipe: when the parent ends, nobody else would end this process.
process.stdin.once('close', () => process.exit()).resume();
