import type { Operation } from '../operation.js';
import { exampleSnapshot } from './examples.js';
import { DroppedSnapshot, MAX_SNAPSHOTS, SnapshotParams, TestSnapshot, TestSnapshots } from './snapshots.js';

const ONLY_SANDBOX = 'Available only in sandbox workspaces, where the networks are simulated.';
const params = { id: exampleSnapshot.id };

/** Snapshots of a sandbox. */
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
    summary: 'Take a snapshot of a sandbox',
    description: `${ONLY_SANDBOX} Everything that is due runs first. A snapshot contains everything in the workspace: accounts, posts, media and their bytes, schedules, sources, comments, messages, webhooks, events and activity, idempotency records, the state of the simulated networks, the clock, and simulated failures. It excludes API keys and dashboard sessions. Snapshots are lost when the backend stops. A workspace can have up to ${MAX_SNAPSHOTS}.`,
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
    summary: 'Restore a sandbox from a snapshot',
    description: `${ONLY_SANDBOX} A snapshot can be restored any number of times. The clock is restored too: a frozen clock returns to its instant, and a running one is as far ahead of system time as it was. Requests in progress to a network are aborted.`,
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
    summary: 'Delete a snapshot',
    description: ONLY_SANDBOX,
    access: 'test:control',
    params: SnapshotParams,
    status: 200,
    response: DroppedSnapshot,
    errors: ['state_conflict', 'snapshot_not_found'],
    example: { params, response: params },
  },
} as const satisfies Record<string, Operation>;
