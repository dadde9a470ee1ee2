import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inPipe } from '../../../../test/cli/support/terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-refused-'));
let taken: Server;
let port = 0;

beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  rmSync(folder, { recursive: true });
});

const another = () => (port < 65_535 ? port + 1 : 0);

it('names the option of the port that is taken, and keeps the other', async () => {
  const serve = ['serve', '--data', join(folder, 'ports'), '--no-login'];
  const figures = await inPipe([...serve, '--port', '0', '--metrics-port', String(port)]);
  expect([figures.code === 0, figures.stderr]).toEqual([
    false,
    expect.stringContaining(`--port 0 --metrics-port ${another()}`),
  ]);
  const main = await inPipe([...serve, '--port', String(port), '--metrics-port', '0']);
  expect([main.code === 0, main.stderr]).toEqual([
    false,
    expect.stringContaining(`--port ${another()} --metrics-port 0`),
  ]);
});

it('names the variable that holds a weak password', async () => {
  const file = join(folder, 'password');
  writeFileSync(file, 'passwordpassword\n');
  const serve = ['serve', '--data', join(folder, 'weak'), '--no-login', '--port', '0'];
  const fromFile = await inPipe(serve, { POSTRIDER_ADMIN_PASSWORD_FILE: file });
  expect(fromFile.stderr).toContain('Change the file that POSTRIDER_ADMIN_PASSWORD_FILE names');
  const direct = await inPipe(serve, { POSTRIDER_ADMIN_PASSWORD: 'passwordpassword' });
  expect(direct.stderr).toContain('Change POSTRIDER_ADMIN_PASSWORD\n');
});

it('reads the public URL from the environment, and the option first', async () => {
  const serve = ['serve', '--data', join(folder, 'url'), '--no-login', '--port', '0'];
  const env = { POSTRIDER_PUBLIC_URL: 'post.example.org' };
  expect((await inPipe(serve, env)).stderr).toContain('"post.example.org" is not a valid public URL');
  const typed = await inPipe([...serve, '--public-url', 'ftp://other.example.org'], env);
  expect(typed.stderr).toContain('"ftp://other.example.org" is not a valid public URL');
});
