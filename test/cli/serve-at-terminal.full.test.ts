import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { endOf, LAUNCHER, Machine } from './support/program.js';
import { HAS_PSEUDO_TERMINAL } from './support/pseudo-terminal.js';

const machine = new Machine();
afterAll(() => machine.remove());

/** A port that is free now: `--port 0` would not sign in. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** Types `serve`, waits until it runs, does `work` in another terminal, and presses Ctrl-C. */
async function served(port: number, work: () => Promise<void>, ...options: readonly string[]) {
  const words = [process.execPath, LAUNCHER, 'serve', '--port', String(port), ...options];
  const child = spawn('script', ['-qec', `exec ${words.map((word) => `'${word}'`).join(' ')}`, '/dev/null'], {
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...machine.env },
    stdio: 'pipe',
  });
  const ended = endOf(child);
  const running = new Promise<void>((resolve) => {
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.includes('Ctrl-C')) resolve();
    });
  });
  await Promise.race([running, ended]);
  await work();
  child.stdin.write('\u0003');
  return ended;
}

describe.skipIf(!HAS_PSEUDO_TERMINAL)('serve in a terminal', () => {
  it('signs in the command line, and Ctrl-C closes it in order, twice on one port', async () => {
    const port = await freePort();
    const first = await served(port, async () => {
      const post = ['posts', 'create', '--to', 'bluesky', '--text', 'Hello', '--now', '--yes'];
      expect(await machine.run(post)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('published'),
      });
    });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('signed in with a new key') });
    const second = await served(port, async () => {
      expect((await machine.run(['whoami'])).code).toBe(0);
    });
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('signed in (profile default)') });
  });

  it('creates no login with --no-login', async () => {
    await machine.run(['logout']);
    const { code } = await served(
      await freePort(),
      async () => {
        expect((await machine.run(['whoami'])).stderr).toContain('No API key is set.');
      },
      '--no-login',
    );
    expect(code).toBe(0);
  });
});
