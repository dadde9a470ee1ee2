import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend, type TestBackend } from '../../src/testing/index.js';
import { endOf, LAUNCHER, ROOT } from '../cli/support/program.js';
import { ExampleFolder } from './start-example.js';

let backend: TestBackend;
let folder: ExampleFolder;

beforeAll(async () => {
  backend = await startBackend();
  folder = new ExampleFolder();
});
afterAll(async () => {
  folder.remove();
  await backend.stop();
});

describe('the examples', () => {
  it('curl.sh tests a schedule, a failure and a snapshot', async () => {
    const { env } = await backend.workspace();
    const { code, stdout, stderr } = await endOf(folder.start('sh', ['examples/curl.sh'], env));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/^ok: /gm)).toHaveLength(5);
  });

  it('launch.test.mjs passes, and its process exits', async () => {
    const run = folder.start(process.execPath, ['--test', 'examples/testing/launch.test.mjs'], {});
    const { code, stdout } = await endOf(run);
    expect(stdout).toMatch(/pass 1/);
    expect(code).toBe(0);
  });

  it('the action starts a backend for later steps of a job, which the smoke test uses', async () => {
    const variables = join(folder.path, 'github-env');
    const action = join(ROOT, 'examples/github-actions/postrider/start.sh');
    const started = folder.start(
      'sh',
      [action, '--frozen-at', '2026-12-01T08:00:00Z'],
      { GITHUB_ENV: variables, POSTRIDER: `${process.execPath} ${LAUNCHER}` },
      folder.path,
    );
    const { code, stderr } = await endOf(started);
    const pid = Number(readFileSync(join(folder.path, 'postrider.pid'), 'utf8'));
    try {
      expect([code, stderr]).toEqual([0, '']);
      const lines = readFileSync(variables, 'utf8').trim().split('\n');
      const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
      const smoke = await endOf(folder.start('sh', ['examples/github-actions/smoke.sh'], env));
      expect(smoke).toMatchObject({ code: 0, stderr: '' });
      expect(smoke.stdout).toContain('is visible on 2 networks');
    } finally {
      process.kill(pid, 'SIGTERM');
    }
    const workflow = readFileSync(join(ROOT, 'examples/github-actions/smoke.yml'), 'utf8');
    expect(workflow).toContain('uses: ./.github/actions/postrider');
    expect(workflow).toContain('run: sh smoke.sh');
  });
});
