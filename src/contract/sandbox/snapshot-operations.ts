import type { Operation } from '../operation.js';
import { exampleSnapshot } from './examples.js';
import {
  DroppedSnapshot,
  SNAPSHOTS_AT_MOST,
  SnapshotParams,
  TestSnapshot,
  TestSnapshots,
} from './snapshots.js';

const ONLY_SANDBOX = 'Only in sandbox workspaces, where the networks are simulated.';
const params = { id: exampleSnapshot.id };

/** Keeping how a sandbox stands, and bringing it back. */
export const TEST_SNAPSHOT_OPERATIONS = {
  'testSnapshots.list': {
    method: 'GET',
    path: '/v1/test/snapshots',
    tag: 'Sandbox',
    summary: 'List the snapshots of a sandbox',
    description: ONLY_SANDBOX,
    access: 'test:control',
    status: 200,
    response: TestSnapshots,
    errors: ['state_conflict'],
    example: { response: { data: [exampleSnapshot] } },
  },
  'testSnapshots.take': {
    method: 'POST',
    path: '/v1/test/snapshots',
    tag: 'Sandbox',
    summary: 'Keep how a sandbox stands',
    description: `${ONLY_SANDBOX} What is due is done first. It covers everything in the workspace: accounts, posts, media and their bytes, schedules, sources, comments, messages, webhooks, events and activity, idempotency records, what the networks hold, the clock, and the failures that were asked for. It leaves out API keys and dashboard sessions. Snapshots end with the process; a workspace keeps up to ${SNAPSHOTS_AT_MOST}.`,
    access: 'test:control',
    status: 201,
    response: TestSnapshot,
    errors: ['state_conflict'],
    example: { response: exampleSnapshot },
  },
  'testSnapshots.restore': {
    method: 'POST',
    path: '/v1/test/snapshots/{id}/restore',
    tag: 'Sandbox',
    summary: 'Make a sandbox stand as it did',
    description: `${ONLY_SANDBOX} As often as you like. The clock goes back as well: one that stood still stands at that instant again, one that ran is as far ahead of the system’s as it was. What is on its way to a network is cut off.`,
    access: 'test:control',
    params: SnapshotParams,
    status: 200,
    response: TestSnapshot,
    errors: ['state_conflict', 'snapshot_not_found'],
    example: { params, response: exampleSnapshot },
  },
  'testSnapshots.drop': {
    method: 'DELETE',
    path: '/v1/test/snapshots/{id}',
    tag: 'Sandbox',
    summary: 'Forget a snapshot',
    description: ONLY_SANDBOX,
    access: 'test:control',
    params: SnapshotParams,
    status: 200,
    response: DroppedSnapshot,
    errors: ['state_conflict', 'snapshot_not_found'],
    example: { params, response: params },
  },
} as const satisfies Record<string, Operation>;
