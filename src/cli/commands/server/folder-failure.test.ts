import { describe, expect, it } from 'vitest';
import { CliFailure } from '../../failure.js';
import { folderFailure } from './folder-failure.js';

const error = (code: string) => Object.assign(new Error('as the system says it'), { code });

describe('an unusable data folder', () => {
  it.each([
    ['EACCES', 'cannot be used (EACCES)', 'a folder that you can write to'],
    ['SQLITE_CANTOPEN', 'cannot be used (SQLITE_CANTOPEN)', 'a folder that you can write to'],
    ['SQLITE_NOTADB', 'not a database or is damaged (SQLITE_NOTADB)', 'a backup'],
    ['SQLITE_CORRUPT_INDEX', 'not a database or is damaged (SQLITE_CORRUPT_INDEX)', 'a backup'],
  ])('is reported with a fix: %s', (code, what, next) => {
    const failure = folderFailure(error(code), '/var/lib/postrider');
    if (!(failure instanceof CliFailure)) throw new Error('not translated');
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringContaining(what) });
    expect(failure.message).toContain('/var/lib/postrider');
    expect(failure.next.join()).toContain(next);
  });

  it('leaves any other error unchanged', () => {
    const other = error('EMFILE');
    expect(folderFailure(other, '/var/lib/postrider')).toBe(other);
  });
});
