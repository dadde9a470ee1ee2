import { sql } from 'kysely';
import { wholeMilliseconds } from '../../../contract/durations.js';
import type { MovedClock, Ran, TestClock } from '../../../contract/sandbox/sandbox.js';
import { MAX_RAN } from '../../../contract/sandbox/sandbox.js';
import { timeForms } from '../../../time/forms.js';
import type { Call, Handlers } from '../../operations/call.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { countReadings } from '../insights/metric-records.js';
import {
  type ClockDependencies,
  freezeClock,
  type Moved,
  moveClock,
  readClock,
  resumeClock,
} from './move-clock.js';
import { requireSandbox } from './require-sandbox.js';

export function clockHandlers(
  dependencies: ClockDependencies,
): Pick<Handlers, 'testClock.get' | 'testClock.move'> {
  return {
    'testClock.get': async ({ caller }) => {
      requireSandbox(caller.workspace);
      return viewClock(dependencies, caller.workspace);
    },
    'testClock.move': (call) => move(call, dependencies),
  };
}

async function move(call: Call<'testClock.move'>, dependencies: ClockDependencies): Promise<MovedClock> {
  const { workspace } = call.caller;
  requireSandbox(workspace);
  const { action, seconds = 0, to } = call.body;
  const { db } = dependencies.store;

  const now = workspaceNow(await readClock(dependencies, workspace.id), dependencies.clock.now());
  const readBefore = await countReadings(db, workspace.id);
  const earlier = new Set((await attemptsSince(db, workspace.id, now)).map(({ id }) => id));
  if (action === 'freeze') await freezeClock(dependencies, workspace.id);
  if (action === 'resume') await resumeClock(dependencies, workspace.id);
  let moved: Pick<Moved, 'deliveries' | 'deliveriesPending'> = { deliveries: [], deliveriesPending: 0 };
  if (action === 'advance') {
    moved = await moveClock(dependencies, workspace.id, (from) => from + wholeMilliseconds(seconds));
  }
  if (action === 'set' && to !== undefined) {
    moved = await moveClock(dependencies, workspace.id, () => Date.parse(to));
  }

  const { deliveries, deliveriesPending } = moved;
  const moves = action === 'advance' || action === 'set';
  const attempts = moves ? await attemptsSince(db, workspace.id, now) : [];
  const ran = attempts.filter(({ id }) => !earlier.has(id));
  return {
    ...(await viewClock(dependencies, workspace)),
    ran: ran.slice(0, MAX_RAN).map(viewAttempt),
    ranTotal: ran.length,
    // Disconnecting an account deletes its readings.
    readingsTotal: Math.max(0, (await countReadings(db, workspace.id)) - readBefore),
    deliveries: deliveries.slice(0, MAX_RAN),
    deliveriesTotal: deliveries.length,
    deliveriesPending,
  };
}

async function viewClock(dependencies: ClockDependencies, workspace: WorkspaceRow): Promise<TestClock> {
  const clock = await readClock(dependencies, workspace.id);
  const systemNow = dependencies.clock.now();
  const now = workspaceNow(clock, systemNow);
  return {
    now: timeForms(now, workspace.timezone, now),
    frozen: clock.clock_frozen_at !== null,
    aheadSeconds: (now - systemNow) / 1000,
  };
}

/** How many times the target was sent by then. A look-up has the number of the attempt that it looks for. */
const numberOfAttempt = sql<number>`(select count(*) from attempts as earlier
  where earlier.target_id = attempts.target_id and earlier.number <= attempts.number
    and (earlier.in_doubt = 0 or earlier.sent_at is not null))`;

/** @param since workspace time */
function attemptsSince(db: Queries, workspaceId: string, since: number) {
  return db
    .selectFrom('attempts')
    .innerJoin('targets', 'targets.id', 'attempts.target_id')
    .select([
      'attempts.id',
      numberOfAttempt.as('number'),
      'attempts.outcome',
      'attempts.started_at',
      'attempts.error_json',
      'targets.id as target_id',
      'targets.post_id',
      'targets.account_id',
      'targets.platform',
      'targets.status',
      'targets.url',
    ])
    .where('attempts.workspace_id', '=', workspaceId)
    .where('attempts.started_at', '>=', since)
    .orderBy('attempts.started_at')
    .orderBy('targets.scheduled_at')
    .orderBy('attempts.id')
    .execute();
}

function viewAttempt(row: Awaited<ReturnType<typeof attemptsSince>>[number]): Ran {
  const error: { readonly code: Ran['errorCode'] } | null =
    row.error_json === null ? null : JSON.parse(row.error_json);
  return {
    at: new Date(row.started_at).toISOString(),
    postId: row.post_id,
    targetId: row.target_id,
    accountId: row.account_id,
    platform: row.platform,
    attempt: row.number,
    outcome: row.outcome,
    status: row.status,
    url: row.url,
    errorCode: error?.code ?? null,
  };
}
