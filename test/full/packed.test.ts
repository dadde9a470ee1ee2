import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const quiet = { encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };

let folder: string;

/** Installs the package into an empty folder, as a user does. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-packed-'));
  const install = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    inject('tarball'),
  ];
  execFileSync('npm', install, { ...quiet, cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = (...path: string[]) => join(folder, 'node_modules', ...path);
const run = (args: string[], env: Record<string, string> = {}) =>
  execFileSync(process.execPath, [installed('postrider/bin/postrider.cjs'), ...args], {
    ...quiet,
    cwd: folder,
    env: { ...process.env, HOME: folder, ...env },
  });

describe('the packed tarball', () => {
  it('has few dependencies, and no install scripts', () => {
    const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
      readFileSync(installed('.package-lock.json'), 'utf8'),
    );
    const names = Object.keys(lock.packages);
    const images = names.filter((name) => /node_modules\/(sharp|@img\/.+|detect-libc|semver)$/.test(name));
    // sharp, which converts images, is optional and has dependencies of its own.
    expect(images.length).toBeLessThanOrEqual(8);
    expect(names.length - images.length).toBeLessThanOrEqual(8);
    expect(names.filter((name) => lock.packages[name]?.hasInstallScript)).toEqual([]);
  });

  it('contains the program, its types and its licences, and nothing else', () => {
    const top = readdirSync(installed('postrider')).sort();
    expect(top).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
    const files = readdirSync(installed('postrider/dist'), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('THIRD-PARTY-LICENCES.txt');
    // The library has source maps, and the programs have none: nobody steps into them, and they would be larger.
    expect(files.filter((path) => /\.test\.|^[^/\\]+\.map$/.test(path))).toEqual([]);
    const modules = files.filter((path) => /^library[/\\].*\.js$/.test(path));
    expect(modules.length).toBeGreaterThan(3);
    expect(modules.filter((path) => !files.includes(`${path}.map`))).toEqual([]);
    const declarations = files.filter((path) => path.endsWith('.d.ts')).map((path) => basename(path));
    expect(declarations.sort()).toEqual([
      'client.d.ts',
      'index.d.ts',
      'shared.d.ts',
      'shared2.d.ts',
      'testing.d.ts',
    ]);
  });

  it('prints its version and help', () => {
    expect(run(['--version']).trim()).toBe('0.1.0');
    expect(run(['--help'])).toContain('Start the backend');
  });

  it('serves, creates a key while running, and publishes through its tool server', async () => {
    const data = join(folder, 'data');
    const backend = spawn(
      process.execPath,
      [installed('postrider/bin/postrider.cjs'), 'serve', '--port', '0', '--data', data, '--json'],
      { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, HOME: folder } },
    );
    try {
      const url = await new Promise<string>((resolve, reject) => {
        backend.on('exit', (code) => reject(new Error(`the backend ended with ${code}`)));
        backend.stdout.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line).url));
      });
      const made = run(['keys', 'create', '--label', 'packed', '--preset', 'full', '--data', data, '--json']);
      const { key }: { key: string } = JSON.parse(made);
      const client = new Client({ name: 'packed', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [installed('postrider/bin/postrider.cjs'), 'mcp', '--confirm', 'never'],
          env: { POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url },
        }),
      );
      const created = await client.callTool({
        name: 'postrider_create_post',
        arguments: { platform: 'mastodon', text: 'From the tarball', scheduleMode: 'now' },
      });
      expect(created.isError ?? false).toBe(false);
      const { id } = created.structuredContent as { id: string };
      const got = await client.callTool({ name: 'postrider_get_post', arguments: { id, waitSeconds: 20 } });
      const { targets } = got.structuredContent as { targets: { url: string }[] };
      const page = await fetch(targets[0]?.url ?? '');
      expect(await page.text()).toContain('From the tarball');
      await client.close();
    } finally {
      backend.kill('SIGTERM');
    }
  });

  it('bundles neither native module, whose own code finds its binary', () => {
    const files = readdirSync(installed('postrider/dist'), { recursive: true, encoding: 'utf8' });
    const code = files.filter((path) => /\.c?js$/.test(path));
    const texts = code.map((path) => readFileSync(installed('postrider/dist', path), 'utf8'));
    expect(texts.filter((text) => /@neon-rs\/load|libvips-cpp/.test(text))).toEqual([]);
    expect(texts.some((text) => /from\s*['"]libsql['"]/.test(text))).toBe(true);
    expect(texts.some((text) => /import\(['"]sharp['"]\)/.test(text))).toBe(true);
  });

  it('prints an uncaught error with the line of the program, and little else', () => {
    const program = `import { startBackend } from 'postrider/testing';
      const { client } = await startBackend();
      async function readPost() {
        return await client.posts.get('post_nope');
      }
      await readPost();`;
    writeFileSync(join(folder, 'fails.mjs'), program);
    const { stderr } = spawnSync(process.execPath, ['fails.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toMatch(/NotFoundError: .*\n\s+at readPost \(.*fails\.mjs:4:/);
    expect(stderr.length).toBeLessThan(3_000);
  });

  it('provides an in-memory backend for tests', () => {
    const test = `import { startBackend } from 'postrider/testing';
      const backend = await startBackend({ seed: 1 });
      await backend.client.posts.create({ platform: 'bluesky', text: 'From the tarball', scheduleMode: 'now' });
      console.log((await backend.posts.waitFor({ text: /tarball/ })).url);`;
    writeFileSync(join(folder, 'test.mjs'), test);
    const out = execFileSync(process.execPath, ['test.mjs'], { ...quiet, cwd: folder });
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/network\/bluesky\//);
  });
});
