import type { RunningBackend } from '../backend/app/running-backend.js';
import type { WorkspaceRow } from '../backend/store/schema.js';
import { PostriderClient } from '../client/client.js';
import { accountsOf } from './accounts.js';
import { answersOf } from './answers.js';
import { createApiKey, createSignInLink } from './backend-parts.js';
import { chaosOf } from './chaos.js';
import { clockOf } from './clock.js';
import { eventsOf } from './events.js';
import { seenPostsOf } from './seen-posts.js';
import type { AccountInput, TestWorkspace } from './test-backend.js';

/** A workspace for a test. The caller must close its client. */
export async function testWorkspace(
  backend: RunningBackend,
  row: WorkspaceRow,
  inputs: readonly AccountInput[],
): Promise<TestWorkspace> {
  const { url, services, snapshots } = backend;
  const { store } = services;
  const newKey: TestWorkspace['newKey'] = async (scopes) => {
    const label = typeof scopes === 'string' ? scopes : scopes.join(', ');
    return (await createApiKey(store, row, { label, scopes }, services)).text;
  };
  const apiKey = await newKey('sandbox');
  const client = new PostriderClient({ apiKey, baseUrl: url, userAgent: 'postrider-testing' });
  const accounts = accountsOf(client);
  if (inputs.length > 0) await accounts.connect(...inputs);
  const initial = await snapshots.take(row.id);
  return {
    ...{ id: row.id, url, apiKey, client, accounts, newKey },
    env: { POSTRIDER_API_KEY: apiKey, POSTRIDER_BASE_URL: url },
    clock: clockOf(client),
    chaos: chaosOf(client),
    posts: seenPostsOf(client, store),
    comments: {
      ...answersOf(client, store, 'comment'),
      receive: async (comment) => client.testInbound.create({ ...comment, type: 'comment' }),
    },
    messages: {
      ...answersOf(client, store, 'message'),
      receive: async (message) => client.testInbound.create({ ...message, type: 'message' }),
    },
    events: eventsOf(client, store),
    dashboardLink: async () => `${url}/sign-in?token=${await createSignInLink(store, row.id, services)}`,
    snapshot: () => snapshots.take(row.id),
    restore: async ({ id }) => {
      await snapshots.restore(row.id, id);
    },
    reset: async () => {
      await snapshots.restore(row.id, initial.id);
    },
  };
}
