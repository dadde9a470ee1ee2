import type { BackendOptions as AnyBackendOptions } from '../backend/app/backend-options.js';
import type { NewWorkspace } from '../backend/domain/access/workspaces.js';
import {
  connectDemoAccounts,
  createLog,
  createWorkspace,
  ensureFirstWorkspace,
  findZone,
  MAX_SEED,
  OPEN_TO_THIS_MACHINE,
  randomIds,
  STRICT_POLICY,
  seededIds,
  seededRandom,
  start,
} from './backend-parts.js';
import { instantOf } from './instants.js';
import type {
  AccountInput,
  BackendOptions,
  TestBackend,
  TestWorkspace,
  WorkspaceOptions,
} from './test-backend.js';
import { testWorkspace } from './workspace.js';

/** High enough for tests that poll without a delay. */
const MAX_REQUESTS_PER_MINUTE = 1_000_000_000;

/**
 * Starts a backend in memory.
 *
 * @param overrides further options of the backend
 * @throws RangeError for an invalid option; BackendNotStarted if the port is in use
 */
export async function startTestBackend(
  options: BackendOptions = {},
  overrides: Partial<AnyBackendOptions> = {},
): Promise<TestBackend> {
  const { seed } = options;
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 1 && seed <= MAX_SEED)) {
    throw new RangeError(`The seed ${seed} is not an integer from 1 to ${MAX_SEED}.`);
  }
  const backend = await start({
    dataFolder: ':memory:',
    port: options.port ?? 0,
    firstWorkspace: newWorkspaceOf(options, 'Test'),
    demo: isDemo(options),
    demoVisitors: false,
    readsLinkedPages: false,
    background: true,
    requestsPerMinute: MAX_REQUESTS_PER_MINUTE,
    fetching: options.reachesThisMachine === false ? STRICT_POLICY : OPEN_TO_THIS_MACHINE,
    log: createLog({ level: options.logLevel ?? 'silent' }),
    ids: seed === undefined ? randomIds : seededIds(seed),
    ...(seed !== undefined && { random: seededRandom(seed) }),
    ...overrides,
  });
  const { services } = backend;
  const row = await ensureFirstWorkspace(services.store, services);
  const first = await testWorkspace(backend, row, inputsOf(options));
  const workspaces: TestWorkspace[] = [first];
  const stop = async (): Promise<void> => {
    await Promise.all(workspaces.map(({ client }) => client.close()));
    await backend.close();
  };
  return {
    ...first,
    workspace: async (workspaceOptions = {}) => {
      const created = await createWorkspace(
        services.store,
        newWorkspaceOf(workspaceOptions, `Test ${workspaces.length + 1}`),
        services,
      );
      if (isDemo(workspaceOptions)) await connectDemoAccounts(services.store, created, services);
      const workspace = await testWorkspace(backend, created, inputsOf(workspaceOptions));
      workspaces.push(workspace);
      return workspace;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function newWorkspaceOf(
  { name, timezone = 'UTC', frozenAt }: WorkspaceOptions,
  defaultName: string,
): NewWorkspace {
  const zone = findZone(timezone);
  if (!zone.ok) throw new RangeError(`${zone.message} ${zone.fix}`);
  return {
    name: name ?? defaultName,
    timezone: zone.name,
    sandbox: true,
    ...(frozenAt !== undefined && { frozenAt: instantOf(frozenAt) }),
  };
}

const isDemo = ({ accounts = ['demo'] }: WorkspaceOptions): boolean => accounts.includes('demo');

function inputsOf({ accounts = [] }: WorkspaceOptions): AccountInput[] {
  return accounts.filter((account) => account !== 'demo');
}
