import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../../test/support/test-store.js';
import { systemClock } from '../../base/clock.js';
import { randomIds } from '../../base/ids.js';
import { silentLog } from '../../base/log.js';
import type { WorkspaceRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { createApiKey, findApiKey, InvalidApiKey, listApiKeys, revokeApiKey } from './api-keys.js';
import { looksLikeKey, newKeyText } from './key-text.js';
import { KeyUse } from './key-use.js';
import { createWorkspace, ensureFirstWorkspace } from './workspaces.js';

const clockAndIds = { clock: systemClock, ids: randomIds };
let store: Store;
let workspace: WorkspaceRow;

beforeEach(async () => {
  store = await openTestStore();
  workspace = await ensureFirstWorkspace(store, clockAndIds);
});
afterEach(() => store.close());

const create = (scopes: Parameters<typeof createApiKey>[2]['scopes'], into = workspace) =>
  createApiKey(store, into, { label: 'Laptop', scopes }, clockAndIds);

describe('the text of a key', () => {
  it('has a known prefix and a valid checksum', () => {
    const text = newKeyText();
    expect(text).toMatch(/^postrider_api_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect(looksLikeKey(text)).toBe(true);
  });

  it.each([
    [
      'a changed letter',
      (text: string) => `${text.slice(0, 20)}${text[20] === 'a' ? 'b' : 'a'}${text.slice(21)}`,
    ],
    ['a missing end', (text: string) => text.slice(0, -1)],
    [
      'two swapped letters',
      () =>
        newKeyText().replace(/_api_(.)(.)/, (_, one, other) => `_api_${other}${one === other ? '!' : one}`),
    ],
    ['text around it', (text: string) => ` ${text}`],
  ])('with %s is not a key', (_, change) => {
    expect(looksLikeKey(change(newKeyText()))).toBe(false);
  });
});

describe('a key', () => {
  it('is shown once: the stored hash finds it but does not reveal it', async () => {
    const { text, ...made } = await create(['posts:read']);
    const found = await findApiKey(store, text);
    expect(found).toEqual({ key: made, workspace, person: null });
    const stored = await store.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(text.slice(20, 40));
    expect(await listApiKeys(store, workspace.id)).toEqual([made]);
  });

  it('accepts a preset of scopes', async () => {
    expect((await create('full')).scopes).not.toContain('test:control');
    expect((await create('draft')).scopes).not.toContain('posts:publish');
    expect((await create('sandbox')).scopes).toContain('test:control');
  });

  it('can have test:control only in a sandbox workspace', async () => {
    const real = await createWorkspace(store, { name: 'Real', timezone: 'UTC', sandbox: false }, clockAndIds);
    await expect(create(['test:control'], real)).rejects.toThrow(InvalidApiKey);
    await expect(create('sandbox', real)).rejects.toThrow('only available in sandbox workspaces');
    expect((await create('full', real)).scopes).toContain('posts:publish');
  });

  it('needs a label, a scope and a future expiry', async () => {
    const make = (wanted: Parameters<typeof createApiKey>[2]) =>
      createApiKey(store, workspace, wanted, clockAndIds);
    await expect(make({ label: '  ', scopes: 'full' })).rejects.toThrow('needs a label');
    await expect(make({ label: 'A', scopes: [] })).rejects.toThrow('at least one scope');
    await expect(make({ label: 'A', scopes: 'full', expiresAt: 1 })).rejects.toThrow('in the future');
  });

  it('is revoked once, and only in its own workspace', async () => {
    const { id } = await create('read');
    const other = await createWorkspace(
      store,
      { name: 'Other', timezone: 'UTC', sandbox: true },
      clockAndIds,
    );
    expect(await revokeApiKey(store, other.id, id, 10)).toBeUndefined();
    expect((await revokeApiKey(store, workspace.id, id, 10))?.revokedAt).toBe(10);
    expect((await revokeApiKey(store, workspace.id, id, 20))?.revokedAt).toBe(10);
  });

  it('records its last use at most once a minute', async () => {
    let now = Date.now();
    const use = new KeyUse(store, { now: () => now, monotonic: systemClock.monotonic }, silentLog);
    const { text } = await create('read');
    const lastUse = async () => {
      const found = await findApiKey(store, text);
      if (found) use.note(found.key);
      await use.settled();
      return (await findApiKey(store, text))?.key.lastUsedAt;
    };
    const first = now;
    expect(await lastUse()).toBe(first);
    now += 59_000;
    expect(await lastUse()).toBe(first);
    now += 1_000;
    expect(await lastUse()).toBe(first + 60_000);
  });
});

describe('the first workspace', () => {
  it('is created once, as a sandbox in the zone of the machine', async () => {
    expect(workspace).toMatchObject({
      sandbox: 1,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    const again = await Promise.all([
      ensureFirstWorkspace(store, clockAndIds),
      ensureFirstWorkspace(store, clockAndIds),
    ]);
    expect(again).toEqual([workspace, workspace]);
  });
});
