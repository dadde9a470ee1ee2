import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPipe } from '../../../test/cli/support/terminal.js';
import { CliFailure } from '../failure.js';
import { withSecretFiles } from './secret-files.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-secret-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

function refusal(env: Readonly<Record<string, string>>): string {
  try {
    withSecretFiles(env);
  } catch (error) {
    if (error instanceof CliFailure) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('secrets in files', () => {
  it('are read as the variables, without the line break at the end', () => {
    const file = fileWith('postgres://postrider:secret@db/postrider\n');
    expect(withSecretFiles({ DATABASE_URL_FILE: file })['DATABASE_URL']).toBe(
      'postgres://postrider:secret@db/postrider',
    );
  });

  it('leave everything else as it is', () => {
    const env = { POSTRIDER_API_KEY: 'key', POSTRIDER_CONFIG_FILE: '/nowhere' };
    expect(withSecretFiles(env)).toBe(env);
  });

  it.each([
    ['is not there', () => join(folder, 'none'), 'it does not exist'],
    ['is a folder', () => folder, 'it is a folder'],
    ['is empty', () => fileWith(' \n'), 'Nothing is in the file that POSTRIDER_API_KEY_FILE names'],
    ['is another file', () => fileWith('x'.repeat(70_000)), 'There is more than one secret in the file'],
  ])('are refused if the file %s', (_, file, words) => {
    expect(refusal({ POSTRIDER_API_KEY_FILE: file() })).toContain(words);
  });

  it('are refused beside the variable itself', () => {
    expect(refusal({ POSTRIDER_API_KEY: 'key', POSTRIDER_API_KEY_FILE: fileWith('key') })).toBe(
      'POSTRIDER_API_KEY and POSTRIDER_API_KEY_FILE are both set.',
    );
  });

  it('work for a command, and a wrong name stops it with what to do', async () => {
    const env = { POSTRIDER_CONFIG: folder, POSTRIDER_API_KEY_FILE: fileWith('postrider_api_in_a_file\n') };
    const shown = await inPipe(['whoami', '--base-url', 'http://127.0.0.1:9'], env);
    expect(shown.stderr).toContain('Cannot connect to http://127.0.0.1:9');
    const { code, stderr } = await inPipe(['accounts'], { ...env, POSTRIDER_API_KEY_FILE: '/nowhere' });
    expect([code, stderr]).toEqual([3, expect.stringContaining('Name a file that can be read.')]);
    expect((await inPipe(['--help'], { POSTRIDER_API_KEY_FILE: '/nowhere' })).code).toBe(0);
  });
});
