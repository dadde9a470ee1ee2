import type { BackendOptions } from '../../src/backend/app/backend-options.js';
import type { RunningBackend } from '../../src/backend/app/running-backend.js';
import { startBackend } from '../../src/backend/app/start.js';
import type { Clock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { silentLog } from '../../src/backend/base/log.js';
import { createApiKey, type NewApiKey, NO_POLICY } from '../../src/backend/domain/access/api-keys.js';
import type { WorkspaceRow } from '../../src/backend/store/schema.js';
import type { KeyPolicy } from '../../src/contract/service/me.js';
import { ManualClock } from './manual-clock.js';
import { testPlace } from './test-store.js';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

type Json = Record<string, unknown>;

/** A whole backend in memory, on a free port with a manual clock, and a client for requests to it. */
export class BackendUnderTest<C extends Clock = ManualClock> {
  readonly backend: RunningBackend;
  readonly clock: C;
  readonly workspace: WorkspaceRow;
  key: string;

  readonly #dispose: () => Promise<void>;

  private constructor(
    backend: RunningBackend,
    clock: C,
    workspace: WorkspaceRow,
    key: string,
    dispose: () => Promise<void>,
  ) {
    this.#dispose = dispose;
    this.backend = backend;
    this.clock = clock;
    this.workspace = workspace;
    this.key = key;
  }

  static start(options: Partial<BackendOptions> = {}): Promise<BackendUnderTest> {
    return BackendUnderTest.startOn(new ManualClock(), ':memory:', options);
  }

  static async startOn<C extends Clock>(
    clock: C,
    dataFolder = ':memory:',
    more: Partial<BackendOptions> = {},
  ): Promise<BackendUnderTest<C>> {
    const { place, dispose } = await testPlace(dataFolder);
    const backend = await startBackend({
      ...place,
      port: 0,
      clock,
      demo: true,
      demoVisitors: false,
      readsLinkedPages: false,
      validateResponses: true,
      requestsPerMinute: 100_000,
      log: silentLog,
      ...more,
    });
    const workspace = await backend.services.store.db
      .selectFrom('workspaces')
      .selectAll()
      .executeTakeFirstOrThrow();
    const test = new BackendUnderTest(backend, clock, workspace, '', dispose);
    test.key = await test.newKey('full');
    return test;
  }

  async newKey(
    scopes: NewApiKey['scopes'],
    workspace = this.workspace,
    policy: Partial<KeyPolicy> = {},
  ): Promise<string> {
    const making = { clock: this.clock, ids: randomIds };
    const made = await createApiKey(
      this.backend.services.store,
      workspace,
      {
        label: typeof scopes === 'string' ? scopes : scopes.join(' ').slice(0, 100),
        scopes,
        policy: { ...NO_POLICY, ...policy },
      },
      making,
    );
    return made.text;
  }

  /** Where it is reached here, whatever its public URL is. */
  get #address(): string {
    const { url, port } = this.backend;
    return url.startsWith('http://127.0.0.1:') ? url : `http://127.0.0.1:${port}`;
  }

  async request<Body = Json>(
    method: string,
    path: string,
    options: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.key ?? this.key}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  get<Body = Json>(path: string, options: { key?: string } = {}): Promise<Answer<Body>> {
    return this.request<Body>('GET', path, options);
  }

  post<Body = Json>(
    path: string,
    body: unknown,
    options: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    return this.request<Body>('POST', path, { ...options, body });
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.#dispose();
  }
}
