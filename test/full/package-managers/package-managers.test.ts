import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { VERSION } from '../../../src/version.js';
import { mustRun } from '../../support/run-program.js';
import { type Installed, MANAGERS } from './managers.js';

const COMMAND_MS = 60_000;

/** Uses every entry of the library. */
const PROGRAM = `import { EVENT_KINDS, OPERATIONS } from 'postrider';
import { NotFoundError, PostriderClient } from 'postrider/client';
import { startBackend } from 'postrider/testing';
const backend = await startBackend();
const client = new PostriderClient({ apiKey: backend.apiKey, baseUrl: backend.url });
const post = await client.posts.create({ platform: 'bluesky', text: 'Packed', scheduleMode: 'now' });
const { status } = await client.posts.get(post.id, { wait: 20 });
const missing = await client.posts.get('post_nope').catch((error) => error instanceof NotFoundError);
await backend.stop();
console.log(status, missing, 'posts.get' in OPERATIONS, 'post.published' in EVENT_KINDS);`;

let folders: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'postrider-managers-'));
});
afterAll(() => rm(folders, { recursive: true, force: true }));

it.each(Object.entries(MANAGERS))('works when %s has installed it', async (name, install) => {
  const folder = join(folders, name.replaceAll(/\W/g, '-'));
  await mkdir(folder);
  // Under a path of its own: package managers know a tarball again by its path.
  const tarball = join(folder, 'postrider.tgz');
  await copyFile(inject('tarball'), tarball);
  const manifest = { private: true, type: 'module', dependencies: { postrider: `file:${tarball}` } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'program.js'), PROGRAM);
  const installed = await install(folder);

  const env: Record<string, string> = { HOME: folder };
  const run = ([program, ...first]: Installed['node'], ...args: readonly string[]): Promise<string> =>
    mustRun(program, [...first, ...args], { cwd: folder, env, timeout: COMMAND_MS });
  expect((await run(installed.postrider, '--version')).trim()).toBe(VERSION);
  expect((await run(installed.node, 'program.js')).trim()).toBe('published true true true');

  const data = join(folder, 'data');
  const backend = await serve(installed, data, env);
  try {
    env['POSTRIDER_BASE_URL'] = backend.url;
    const key = ['keys', 'create', '--label', 'packed', '--preset', 'full', '--data', data, '--quiet'];
    env['POSTRIDER_API_KEY'] = (await run(installed.postrider, ...key)).trim();
    const report: { findings: readonly { status: string }[] } = JSON.parse(
      await run(installed.postrider, 'doctor', '--json'),
    );
    expect(report.findings.filter(({ status }) => status === 'problem')).toEqual([]);
  } finally {
    await backend.stop();
  }
});

/** Starts the backend on its embedded database. */
async function serve({ postrider }: Installed, data: string, env: Readonly<Record<string, string>>) {
  const [program, ...first] = postrider;
  const args = [...first, 'serve', '--port', '0', '--data', data, '--json'];
  // In a group of its own, which also has what a package manager starts.
  const child = spawn(program, args, {
    cwd: dirname(data),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { url } = await firstLine(child);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The backend ended with ${code}.`)));
    child.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line)));
  });
}
