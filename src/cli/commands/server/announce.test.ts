import { describe, expect, it } from 'vitest';
import type { BackendOptions } from '../../../backend/app/backend-options.js';
import type { RunningBackend } from '../../../backend/app/running-backend.js';
import { startBackend } from '../../../backend/app/start.js';
import { silentLog } from '../../../backend/base/log.js';
import { createApiKey, revokeApiKey } from '../../../backend/domain/access/api-keys.js';
import { ensureFirstWorkspace } from '../../../backend/domain/access/workspaces.js';
import { Output } from '../../output/output.js';
import { announce } from './announce.js';
import { dataLocation } from './data-location.js';

interface Announcing {
  readonly before?: (backend: RunningBackend) => Promise<void>;
  readonly after?: (backend: RunningBackend) => Promise<void>;
  readonly isTTY?: boolean;
  readonly json?: boolean;
}

/** What `serve` prints about a backend with these options. */
async function announced(
  options: Partial<BackendOptions>,
  { before, after, isTTY = false, json = false }: Announcing = {},
): Promise<string> {
  const backend = await startBackend({ dataFolder: ':memory:', port: 0, log: silentLog, ...options });
  let printed = '';
  const write = (text: string): boolean => {
    printed += text;
    return true;
  };
  const sink = { write, isTTY };
  const output = new Output(sink, sink, { json, quiet: false, noColor: true, env: {} });
  const place = dataLocation({ data: ':memory:', databaseUrl: undefined }, {});
  await before?.(backend);
  await announce(backend, place, { role: options.role }, { output });
  await after?.(backend);
  await backend.close();
  return printed;
}

describe('what serve prints', () => {
  it('names no page that a publisher does not serve', async () => {
    const text = await announced({ role: 'publisher' });
    expect(text).toContain('/healthz');
    expect(text).not.toMatch(/reference|dashboard|accounts/i);
  });

  it('names how to connect an account if there is none', async () => {
    const text = await announced({ demo: false });
    expect(text).toContain('Channels page');
    expect(text).toContain('sandbox connect');
    expect(text).not.toContain('posts create');
  });

  it('has a sign-in link in a terminal', async () => {
    expect(await announced({}, { isTTY: true })).toContain('/sign-in?token=');
  });

  it.each([
    ['a log', {}],
    ['JSON', { json: true }],
    ['JSON in a terminal', { json: true, isTTY: true }],
  ])('has no sign-in link in %s, and creates none', async (_, how) => {
    let links = -1;
    const count = async ({ services }: RunningBackend) => {
      links = (await services.store.db.selectFrom('sign_in_links').selectAll().execute()).length;
    };
    const text = await announced({}, { ...how, after: count });
    expect(text).not.toMatch(/token=/);
    expect(text).toMatch(/postrider dashboard|"dashboard":/);
    expect(links).toBe(0);
  });

  it('counts only active keys, as keys list shows them', async () => {
    const before = async ({ services }: RunningBackend) => {
      const workspace = await ensureFirstWorkspace(services.store, services);
      const { id } = await createApiKey(
        services.store,
        workspace,
        { label: 'Old', scopes: 'full' },
        services,
      );
      await revokeApiKey(services.store, workspace.id, id, services.clock.now());
    };
    const text = await announced({ demo: true }, { before });
    expect(text).toMatch(/API keys +none yet/);
  });
});
