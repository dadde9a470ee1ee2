import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, LAUNCHER, Machine } from '../../../../../test/cli/support/program.js';

const machine = new Machine();
let folder: string;
let file: string;

beforeAll(async () => {
  folder = join(machine.home, 'backups');
  mkdirSync(folder);
  const made = await machine.run(['keys', 'create', '--label', 'test', '--preset', 'full', '--quiet']);
  expect(made.code, made.stderr).toBe(0);
  const backup = await machine.run(['backup', folder, '--quiet']);
  expect(backup, backup.stderr).toMatchObject({ code: 0, stderr: '' });
  file = backup.stdout.trim();
});
afterAll(() => machine.remove());

/** Runs a command in a shell, whose pipes and redirections are real. */
function inShell(line: string) {
  const run = `'${process.execPath}' '${LAUNCHER}'`;
  const words = line.replaceAll('postrider ', `${run} `);
  return endOf(spawn('bash', ['-o', 'pipefail', '-c', words], { env: machine.env }));
}

describe('backup', () => {
  it('names the file by the time in UTC, readable only by its owner', () => {
    expect(file).toMatch(/backups\/postrider-backup-\d{8}T\d{6}Z\.tar\.gz$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('says what is in it, and that it is not encrypted', async () => {
    const named = join(folder, 'named.tar.gz');
    const { code, stdout } = await machine.run(['backup', named]);
    expect(code).toBe(0);
    expect(stdout).toContain('Not encrypted: it contains the access tokens');
    expect(stdout).toContain('restore --check "named.tar.gz"');
    const json = await machine.run(['backup', join(folder, 'json.tar.gz'), '--media', 'none', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      file: join(folder, 'json.tar.gz'),
      format: 1,
      encrypted: false,
      database: { engine: 'embedded', rows: expect.any(Number) },
      media: { included: false, files: 0 },
    });
  });

  it.each([
    ['an existing file', () => [file], 4, 'already exists'],
    ['a folder that does not exist', () => [join(folder, 'none', 'x.tar.gz')], 2, 'does not exist'],
    ['no data', () => [folder, '--data', join(machine.home, 'empty')], 3, 'No backend data found'],
    ['an unknown choice of files', () => [folder, '--media', 'some'], 2, '--media'],
    ['--json to standard output', () => ['-', '--json'], 2, '--json does not work'],
  ] as const)('refuses %s', async (_name, args, code, words) => {
    const before = readFileSync(file);
    const ended = await machine.run(['backup', ...args()]);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(words);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('goes through a pipe, into a restore', async () => {
    const data = join(machine.home, 'piped');
    const ended = await inShell(`postrider backup - | postrider restore - --data '${data}' --quiet`);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stdout: `${data}\n` });
    expect(ended.stderr).toContain('Not encrypted');
  });

  it('fails if the reader of the pipe ends, or the disk is full', async () => {
    expect((await inShell('postrider backup - | head -c 10 > /dev/null')).code).toBe(1);
    if (!existsSync('/dev/full')) return;
    const full = await inShell('postrider backup - > /dev/full');
    expect(full).toMatchObject({ code: 1, stderr: 'Error: Standard output cannot be written (ENOSPC).\n' });
  });
});

describe('restore', () => {
  it('checks a backup without restoring it', async () => {
    const { code, stdout } = await machine.run(['restore', '--check', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('complete and undamaged')]);
  });

  it.each([
    ['a file that is not there', () => [join(folder, 'none')], 2, 'There is no file'],
    ['a folder', () => [folder], 2, 'is a folder'],
    ['data', () => [file], 4, 'already contains data'],
    ['data without confirmation', () => [file, '--replace'], 8, '--yes'],
    ['what is not a backup', () => [join(folder, 'text'), '--data', fresh()], 1, 'not a backup'],
    ['a cut backup', () => [join(folder, 'cut'), '--data', fresh()], 1, 'incomplete'],
  ] as const)('refuses %s', async (_name, args, code, words) => {
    writeFileSync(join(folder, 'text'), 'age-encryption.org/v1');
    writeFileSync(join(folder, 'cut'), readFileSync(file).subarray(0, -200));
    const ended = await machine.run(['restore', ...args()]);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(words);
    if (code !== 2) expect(ended.stderr).toContain('Nothing was changed.');
  });

  it('refuses a folder that a backend uses', async () => {
    await machine.serve();
    const ended = await machine.run(['restore', file, '--replace', '--yes']);
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('A backend is running')]);
    await machine.stopBackend();
    const replaced = await machine.run(['restore', file, '--replace', '--yes', '--json']);
    expect(replaced, replaced.stderr).toMatchObject({ code: 0 });
    const { former, held } = JSON.parse(replaced.stdout);
    expect(readdirSync(former)).toContain('postrider.db');
    expect(held).toEqual({ inDoubt: 0, scheduled: 0, kept: 0, replies: 0, deliveries: 0 });
  });
});

let folders = 0;
function fresh(): string {
  folders += 1;
  return join(machine.home, `fresh-${folders}`);
}
