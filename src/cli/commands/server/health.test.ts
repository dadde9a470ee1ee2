import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliHarness } from '../../../../test/cli/support/cli-harness.js';
import { inPipe, type TerminalRun } from '../../../../test/cli/support/terminal.js';
import { json, problem, scriptedServer } from '../../../../test/support/http/scripted-server.js';

let harness: CliHarness;
beforeAll(async () => {
  harness = await CliHarness.open();
});
afterAll(() => harness.close());

const at = (url: string, ...args: readonly string[]): Promise<TerminalRun> =>
  inPipe(['health', ...args], { POSTRIDER_BASE_URL: url });

it('says that a backend is ready, without a key', async () => {
  const { url } = harness.tools.service.backend;
  const ready = await at(url);
  expect([ready.code, ready.stdout, ready.stderr]).toEqual([0, `${url} is ready (Postrider 0.1.0).\n`, '']);
  const alive = await at(url, '--liveness', '--json');
  expect(alive.code).toBe(0);
  expect(JSON.parse(alive.stdout)).toMatchObject({ status: 'ok', service: 'postrider' });
});

it('names the checks that failed, and exits with 1', async () => {
  const checks = [
    { name: 'database', status: 'ok', detail: 'The database answers.' },
    { name: 'disk', status: 'failed', detail: 'The disk of the data folder is full. Free some space.' },
  ] as const;
  const { url, received } = await scriptedServer(problem('not_ready', { checks: [...checks] }));
  const { code, stdout, stderr } = await at(url);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('disk: The disk of the data folder is full. Free some space.');
  expect(stderr).not.toContain('database:');
  expect(received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/readyz', undefined],
  ]);
});

it('asks only whether the process runs with --liveness', async () => {
  const { url, received } = await scriptedServer(
    json({ status: 'ok', service: 'postrider', version: '0.1.0' }),
  );
  expect((await at(url, '--liveness')).code).toBe(0);
  expect(received.map(({ path }) => path)).toEqual(['/healthz']);
});

it('exits with 6 if nothing answers, and never asks twice', async () => {
  const stopped = await scriptedServer(json({}));
  await stopped.stop();
  expect((await at(stopped.url)).code).toBe(6);
  const broken = await scriptedServer(problem('internal_error'));
  expect((await at(broken.url)).code).toBe(6);
  expect(broken.received).toHaveLength(1);
});
