import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inPipe } from '../../../../../test/cli/support/terminal.js';
import { CURRENT_SCHEMA, DatabaseFile } from '../../../../backend/store/copy/database-file.js';
import { lockFolder } from '../../../../backend/store/folder-lock.js';

it('commands on an older database back it up, and leave it alone while its backend runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  DatabaseFile.create(join(folder, 'postrider.db'), CURRENT_SCHEMA - 1).close();
  const schema = (): number => {
    const file = DatabaseFile.open(join(folder, 'postrider.db'));
    const found = file.schema;
    file.close();
    return found;
  };
  const backups = () => readdirSync(folder).filter((name) => name.startsWith('before-update-')).length;

  const release = lockFolder(folder);
  const refused = await inPipe(['keys', 'list', '--data', folder], {});
  expect([refused.code, refused.stdout]).toEqual([10, '']);
  expect(refused.stderr).toContain('A backend of an older version is running');
  expect([schema(), backups()]).toEqual([CURRENT_SCHEMA - 1, 0]);

  release?.();
  expect((await inPipe(['keys', 'list', '--data', folder], {})).code).toBe(0);
  expect([schema(), backups()]).toEqual([CURRENT_SCHEMA, 1]);
});
