import { afterEach, beforeEach, expect, it } from 'vitest';
import { SealedFolder } from '../../../../test/support/sealed-folder.js';
import { rotateDatabase } from './rotate-database.js';

const ROW = { id: 'ws_1:x', workspace_id: 'ws_1', platform: 'x', client_id: 'an-id', review: null } as const;

let folder: SealedFolder;
beforeEach(async () => {
  folder = await SealedFolder.inClear(1);
});
afterEach(() => folder.remove());

it('the secrets of an app open with the next key too', async () => {
  await folder.open((store) =>
    store.write((trx) =>
      trx
        .insertInto('platform_apps')
        .values({
          ...{ ...ROW, sealed: store.vault.sealAppSecret(ROW.id, 'a-secret'), updated_at: 0 },
          sealed_api_key: store.vault.sealApiKeySecret(ROW.id, 'another-secret'),
        })
        .execute(),
    ),
  );
  const rotated = await rotateDatabase({ location: { dataFolder: folder.path } });
  expect(rotated?.keyId).not.toBe(rotated?.formerKeyId);
  await folder.open(async (store) => {
    const { sealed, sealed_api_key: apiKey } = await store.db
      .selectFrom('platform_apps')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(sealed).toContain(rotated?.keyId);
    expect(sealed && store.vault.openAppSecret(ROW.id, sealed)).toBe('a-secret');
    expect(apiKey && store.vault.openApiKeySecret(ROW.id, apiKey)).toBe('another-secret');
  });
});
