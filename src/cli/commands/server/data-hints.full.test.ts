import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';

const machine = new Machine();
let data: string;

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'postrider-data-'));
});
afterAll(async () => {
  rmSync(data, { recursive: true, force: true });
  await machine.remove();
});

it('commands that are suggested open the same data as the one that suggests them', async () => {
  const named = ['--data', data];
  const printed = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await inPipe([...args, ...named], machine.env);
    return stdout + stderr;
  };
  const same = ` --data ${JSON.stringify(data)}`;
  const open = await printed('serve', '--port', '0', '--host', '0.0.0.0', '--allow-remote');
  expect(open).toContain('no admin password is set');
  expect(open).toContain(` password${same}`);
  expect(await printed('sessions')).toContain(` dashboard${same}`);
  expect(await printed('sessions', 'end', '3f0c9a51b7de8846')).toContain(` sessions list${same}`);
  expect(await printed('dashboard')).toContain(` serve${same}`);
});
