import { describe, expect, it } from 'vitest';
import { CliFailure } from '../../failure.js';
import { folderFailure } from './folder-failure.js';

const error = (code: string) => Object.assign(new Error('as the system says it'), { code });

describe('an unusable data folder', () => {
  it.each([
    ['EACCES', 'configuration', 'cannot be used (EACCES)', 'a folder that you can write to'],
    [
      'SQLITE_CANTOPEN',
      'configuration',
      'cannot be used (SQLITE_CANTOPEN)',
      'a folder that you can write to',
    ],
    ['SQLITE_NOTADB', 'data_unusable', 'is damaged, or is not a database (SQLITE_NOTADB)', 'a backup'],
    ['SQLITE_CORRUPT_INDEX', 'data_unusable', 'is damaged, or is not a database', 'a backup'],
    ['ENOSPC', 'data_unusable', 'is full (ENOSPC)', 'Free some space'],
    ['SQLITE_FULL', 'data_unusable', 'is full (SQLITE_FULL)', 'Free some space'],
    ['SQLITE_IOERR_SHMSIZE', 'data_unusable', 'is full (SQLITE_IOERR_SHMSIZE)', 'Free some space'],
    ['SQLITE_BUSY', 'unavailable', 'Another process holds the lock', 'suspended'],
  ])('is reported with a fix: %s', (code, kind, what, next) => {
    const failure = folderFailure(error(code), '/var/lib/postrider');
    if (!(failure instanceof CliFailure)) throw new Error('not translated');
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(what) });
    expect(failure.message).toContain('/var/lib/postrider');
    expect(failure.next.join()).toContain(next);
  });

  it('leaves any other error unchanged', () => {
    const other = error('EMFILE');
    expect(folderFailure(other, '/var/lib/postrider')).toBe(other);
  });
});
