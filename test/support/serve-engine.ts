import { type Clock, systemClock } from '../../src/backend/base/clock.js';
import { Figures } from '../../src/backend/base/figures.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { type Log, silentLog } from '../../src/backend/base/log.js';
import { createApiKey } from '../../src/backend/domain/access/api-keys.js';
import { KeyUse } from '../../src/backend/domain/access/key-use.js';
import { createWorkspace } from '../../src/backend/domain/access/workspaces.js';
import { NO_LINKED_PAGES } from '../../src/backend/domain/links/linked-pages.js';
import { MemoryStorage } from '../../src/backend/files/memory-storage.js';
import { SignedUrls } from '../../src/backend/files/signed-url.js';
import { createApp } from '../../src/backend/http/app.js';
import { Authenticator } from '../../src/backend/http/authenticator.js';
import { Idempotency } from '../../src/backend/http/idempotency/idempotency.js';
import { RateLimit } from '../../src/backend/http/rate-limit.js';
import { ClientAddresses } from '../../src/backend/http/requests/client-address.js';
import { HostGuard } from '../../src/backend/http/server/host-guard.js';
import { listen } from '../../src/backend/http/server/server.js';
import type { Handlers } from '../../src/backend/operations/call.js';
import { OpenRequests } from '../../src/backend/operations/open-requests.js';
import type { Store } from '../../src/backend/store/store.js';
import { ChangeNotifier } from '../../src/backend/work/change-notifier.js';
import { examplePost } from '../../src/contract/examples.js';
import { OPERATION_IDS } from '../../src/contract/operations.js';
import type { Post } from '../../src/contract/posts/posts.js';
import type { Scope, ScopePreset } from '../../src/contract/scopes.js';
import { openTestStore } from './test-store.js';

export interface EngineOptions {
  /** The handlers under test; every other operation fails as unexpected. */
  readonly handlers?: Partial<Handlers>;
  readonly dataFolder?: string;
  readonly requestsPerMinute?: number;
  readonly validateResponses?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly publicUrl?: string;
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface ServedEngine {
  readonly url: string;
  readonly store: Store;
  /** Creates a key; with `workspace`, in a new workspace. */
  key(
    scopes: ScopePreset | readonly Scope[],
    workspace?: string,
  ): Promise<{ id: string; text: string; workspaceId: string }>;
  /** Sends one HTTP request, with a key if given. */
  send(method: string, path: string, request?: SentRequest): Promise<Answer>;
  close(): Promise<void>;
}

export interface SentRequest {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as is. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, parsed if it is JSON. */
  readonly body: Record<string, unknown>;
}

/** The HTTP app over real HTTP, with the test's handlers. */
export async function serveEngine(options: EngineOptions = {}): Promise<ServedEngine> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLog;
  const store = await openTestStore(options.dataFolder);
  const making = { clock, ids: randomIds };
  const workspaces = new Map<string, Awaited<ReturnType<typeof createWorkspace>>>();

  const listening = await listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${listening.port}`;
  const publicUrl = options.publicUrl ?? url;
  const open = new OpenRequests();
  const keyUse = new KeyUse(store, clock, log);
  const engine = {
    services: {
      store,
      clock,
      ids: randomIds,
      random: Math.random,
      media: new MemoryStorage(),
      mediaUrls: new SignedUrls('http://127.0.0.1', 'secret'),
      publicUrl,
      isPublic: false,
      rehearsal: null,
      environmentApps: {},
      linkedPages: NO_LINKED_PAGES,
      changes: new ChangeNotifier(),
      wakePublisher: () => undefined,
      wakeSender: () => undefined,
      wakeIntake: () => undefined,
      forgetNumbers: async () => undefined,
    },
    handlers: { ...unexpected, ...options.handlers },
    authenticator: new Authenticator(store, clock, keyUse),
    rateLimit: new RateLimit(clock, options.requestsPerMinute ?? 100_000),
    idempotency: new Idempotency(store, clock),
    validateResponses: options.validateResponses ?? false,
  };
  const guard = new HostGuard({
    host: '127.0.0.1',
    port: listening.port,
    publicUrl,
    allowedHosts: options.allowedHosts ?? [],
  });
  listening.serve(
    createApp(
      { engine, guard, open, log, figures: new Figures(), clients: new ClientAddresses([]) },
      () => undefined,
    ).fetch,
    { ...making, log },
  );

  return {
    url,
    store,
    async key(scopes, name = 'Test') {
      const workspace =
        workspaces.get(name) ??
        (await createWorkspace(store, { name, timezone: 'UTC', sandbox: true }, making));
      workspaces.set(name, workspace);
      const { id, text } = await createApiKey(store, workspace, { label: `${name} key`, scopes }, making);
      return { id, text, workspaceId: workspace.id };
    },
    send: (method, path, request) => sendTo(url, method, path, request),
    async close() {
      open.close();
      await listening.close(500);
      await open.drained();
      await keyUse.settled();
      await store.close();
    },
  };
}

export async function sendTo(
  url: string,
  method: string,
  path: string,
  { key, headers = {}, body }: SentRequest = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : { text },
  };
}

/** A post that satisfies the contract, for handlers that return a fixed one. */
export function standInPost(changes: Partial<Post> = {}): Post & { warnings: [] } {
  return { ...(examplePost as Post), ...changes, warnings: [] };
}

const notExpected = async (): Promise<never> => {
  throw new Error('This operation was not expected to be called.');
};

/** A handler for every operation; those that tests of the app call in passing return a fixed response. */
const unexpected: Handlers = {
  ...(Object.fromEntries(OPERATION_IDS.map((id) => [id, notExpected])) as unknown as Handlers),
  'health.get': async () => ({ status: 'ok', service: 'postrider', version: '0.0.0' }),
  'accounts.list': async () => ({ data: [], nextCursor: null }),
  'posts.list': async () => ({ data: [], nextCursor: null }),
};
