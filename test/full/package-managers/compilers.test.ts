import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { mustRun, runProgram } from '../../support/run-program.js';
import { installTool, type Tool } from './tools.js';

const COMPILERS = [
  'typescript-5.4',
  'typescript-5.9',
  'typescript-6',
  'typescript-7',
] as const satisfies Tool[];

const PROGRAM = `import { OPERATIONS, PostriderClient, type Post, type PostriderEvent } from 'postrider';
import { NotFoundError, PLATFORMS, PostriderClient as FetchClient } from 'postrider/client';
import { startBackend, type SeenPost } from 'postrider/testing';

export async function seen(): Promise<SeenPost> {
  await using backend = await startBackend({ accounts: ['demo', { platform: 'x', handle: 'rate_limited' }] });
  const [account] = await backend.accounts.connect({ platform: 'bluesky', handle: 'me.example' });
  return backend.posts.waitFor({ account, text: /launch/ });
}
const client = new PostriderClient({ apiKey: 'x' });
export const posts: Promise<readonly Post[]> = client.posts.list({ status: 'draft' }).then((page) => page.data);
export const names: readonly string[] = PLATFORMS;
export const path: '/v1/posts/{id}' = OPERATIONS['posts.get'].path;
export async function statusOf(id: string): Promise<string> {
  try {
    return (await new FetchClient().posts.get(id, { wait: 20 })).status;
  } catch (error) {
    if (error instanceof NotFoundError) return error.code;
    throw error;
  }
}
export function urlOf(event: PostriderEvent): string | null | undefined {
  return event.type === 'post.published' ? event.data.targets[0]?.url : undefined;
}
// @ts-expect-error there is no such network
void client.posts.create({ platform: 'myspace', text: 'Hi' });
// @ts-expect-error it may be null
export const baseUrl: string = new FetchClient().baseUrl;
`;

let folder: string;
/** The package as installed, without any other types. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-compilers-'));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'];
  const args = ['install', '--prefix', folder, ...quiet, inject('tarball')];
  await mustRun('npm', args, { cwd: folder, timeout: 120_000 });
  await writeFile(join(folder, 'use.mts'), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(COMPILERS)('%s', (name) => {
  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('accepts a strict program with the resolution $moduleResolution', async (resolution) => {
    const compilerOptions = {
      ...resolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    const config = { compilerOptions, files: ['use.mts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(await installTool(name), 'typescript/bin/tsc');
    const { output } = await runProgram(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      timeout: 200_000,
    });
    expect(output).toBe('');
  });
});
