import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
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
    const [variables, state] = [join(folder.path, 'github-env'), join(folder.path, 'github-state')];
    const action = join(ROOT, 'examples/github-actions/postrider');
    const workTree = mkdtempSync(join(folder.path, 'work-tree-'));
    const runner = { GITHUB_ENV: variables, GITHUB_STATE: state, RUNNER_TEMP: folder.path };
    const env = {
      ...runner,
      INPUT_OPTIONS: '--frozen-at 2026-12-01T08:00:00Z',
      POSTRIDER_LAUNCHER: LAUNCHER,
    };
    const started = folder.start(process.execPath, [join(action, 'start.mjs')], env, workTree);
    const { code, stderr } = await endOf(started);
    const { pid = '', folder: files = '' } = variablesIn(state);
    try {
      expect([code, stderr]).toEqual([0, '']);
      const smoke = await endOf(
        folder.start('sh', ['examples/github-actions/smoke.sh'], variablesIn(variables)),
      );
      expect(smoke).toMatchObject({ code: 0, stderr: '' });
      expect(smoke.stdout).toContain('is visible on 2 networks');
    } finally {
      const saved = { STATE_pid: pid, STATE_folder: files };
      await endOf(folder.start(process.execPath, [join(action, 'stop.mjs')], saved, workTree));
    }
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    expect([existsSync(files), readdirSync(workTree)]).toEqual([false, []]);
    const workflow = readFileSync(join(ROOT, 'examples/github-actions/smoke.yml'), 'utf8');
    expect(workflow).toContain('uses: ./.github/actions/postrider');
    expect(workflow).toContain('run: sh smoke.sh');
  });
});

function variablesIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
