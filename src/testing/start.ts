import type { BackendOptions as AnyBackendOptions } from '../backend/app/backend-options.js';
import { startBackend as start } from '../backend/app/start.js';
import { randomIds, seededIds } from '../backend/base/ids.js';
import { createLog } from '../backend/base/log.js';
import { MAX_SEED, seededRandom } from '../backend/base/random.js';
import {
  createWorkspace,
  ensureFirstWorkspace,
  type NewWorkspace,
} from '../backend/domain/access/workspaces.js';
import { connectDemoAccounts } from '../backend/domain/sandbox/demo/connect-demo-accounts.js';
import { OPEN_TO_THIS_MACHINE, STRICT_POLICY } from '../backend/fetching/fetch-policy.js';
import { findZone } from '../time/find-zone.js';
import { instantOf } from './instants.js';
import type {
  AccountWish,
  BackendOptions,
  TestBackend,
  TestWorkspace,
  WorkspaceOptions,
} from './test-backend.js';
import { testWorkspace } from './workspace.js';

/** Tests poll without a delay. */
const REQUESTS_PER_MINUTE = 1_000_000_000;

/**
 * Starts a backend in memory.
 *
 * @param around further options of the backend
 * @throws RangeError for an invalid option; BackendNotStarted if the port is in use
 */
export async function startTestBackend(
  options: BackendOptions = {},
  around: Partial<AnyBackendOptions> = {},
): Promise<TestBackend> {
  const { seed } = options;
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 1 && seed <= MAX_SEED)) {
    throw new RangeError(`The seed ${seed} is no whole number from 1 to ${MAX_SEED}.`);
  }
  const backend = await start({
    dataFolder: ':memory:',
    port: options.port ?? 0,
    firstWorkspace: wantedOf(options, 'Test'),
    demo: isDemo(options),
    demoVisitors: false,
    background: true,
    requestsPerMinute: REQUESTS_PER_MINUTE,
    fetching: options.reachesThisMachine === false ? STRICT_POLICY : OPEN_TO_THIS_MACHINE,
    log: createLog({ level: options.logLevel ?? 'silent' }),
    ids: seed === undefined ? randomIds : seededIds(seed),
    ...(seed !== undefined && { random: seededRandom(seed) }),
    ...around,
  });
  const { services } = backend;
  const row = await ensureFirstWorkspace(services.store, services);
  const first = await testWorkspace(backend, row, wishesOf(options));
  const workspaces: TestWorkspace[] = [first];
  const stop = async (): Promise<void> => {
    await Promise.all(workspaces.map(({ client }) => client.close()));
    await backend.close();
  };
  return {
    ...first,
    workspace: async (wanted = {}) => {
      const made = await createWorkspace(
        services.store,
        wantedOf(wanted, `Test ${workspaces.length + 1}`),
        services,
      );
      if (isDemo(wanted)) await connectDemoAccounts(services.store, made, services);
      const workspace = await testWorkspace(backend, made, wishesOf(wanted));
      workspaces.push(workspace);
      return workspace;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function wantedOf({ name, timezone = 'UTC', frozenAt }: WorkspaceOptions, called: string): NewWorkspace {
  const zone = findZone(timezone);
  if (!zone.ok) throw new RangeError(zone.message);
  return {
    name: name ?? called,
    timezone: zone.name,
    sandbox: true,
    ...(frozenAt !== undefined && { frozenAt: instantOf(frozenAt) }),
  };
}

const isDemo = ({ accounts = ['demo'] }: WorkspaceOptions): boolean => accounts.includes('demo');

function wishesOf({ accounts = [] }: WorkspaceOptions): AccountWish[] {
  return accounts.filter((account) => account !== 'demo');
}
