import { afterEach, beforeEach, expect, it } from 'vitest';
import { inClear } from '../../../../test/support/rows/in-clear.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { networkMemory } from '../../simulators/network-memory.js';
import { accessNote, failuresNote, refreshNote } from '../../simulators/shared/notes.js';
import { DAY_MS, UPLOAD_RETENTION_DAYS } from './retention-periods.js';

/** More rows than one transaction deletes. */
const MANY = 600;

let test: BackendUnderTest;

beforeEach(async () => {
  test = await BackendUnderTest.start({ validateResponses: false });
});
afterEach(() => test.close());

/** Stores what a network remembers under these names. @param expiresIn of tokens, in milliseconds */
async function put(names: readonly string[], expiresIn: number | null = null): Promise<void> {
  const now = test.clock.now();
  const memory = networkMemory(test.backend.services.store, test.workspace.id, 'x');
  const state = { expiresAt: expiresIn === null ? null : now + expiresIn };
  for (const uploadId of names) {
    await memory.putUploads({ uploadId, networkUserId: 'user', state, createdAt: now });
  }
}

async function names(): Promise<string[]> {
  const rows = await test.backend.services.store.db
    .selectFrom('network_uploads')
    .select('upload_id')
    .orderBy('upload_id')
    .execute();
  return rows.map((row) => row.upload_id);
}

it('uploads without a post are forgotten after a week, however many there are', async () => {
  await put(Array.from({ length: MANY }, (_, index) => `upload${index}`));
  test.clock.advance(DAY_MS);
  await put(['later']);
  test.clock.advance((UPLOAD_RETENTION_DAYS - 1) * DAY_MS);
  await test.backend.forget();
  expect(await names()).toHaveLength(MANY + 1);
  test.clock.advance(1);
  await test.backend.forget();
  expect(await names()).toEqual(['later']);
});

it('tokens are kept while they are valid or an account uses them, and failure counts are kept', async () => {
  const { store } = test.backend.services;
  const held = { accessToken: 'held', refreshToken: 'held, too' };
  await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set({ credentials_json: inClear(JSON.stringify(held)) })
      .where('platform', '=', 'x')
      .execute(),
  );
  await put([accessNote('over'), refreshNote('used up'), accessNote('held'), refreshNote('held, too')], 0);
  await put([accessNote('good')], 30 * DAY_MS);
  await put([refreshNote('good for ever'), failuresNote('user'), 'upload']);
  test.clock.advance(UPLOAD_RETENTION_DAYS * DAY_MS + 1);
  await test.backend.forget();
  const kept = [accessNote('good'), accessNote('held'), refreshNote('good for ever')];
  expect(await names()).toEqual([...kept, refreshNote('held, too'), failuresNote('user')].sort());
});
