import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { endOf, ROOT } from '../../test/cli/support/program.js';
import { startBackend } from './index.js';

/** Runs a program with the built package. */
function program(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  return endOf(child);
}

describe('a process with a test backend', () => {
  it.each([
    ['the backend was stopped', 'await backend.stop();'],
    ['the backend was not stopped', ''],
  ])('exits if %s', async (_how, end) => {
    const { code, stdout, stderr } = await program(`
      import { startBackend } from 'postrider/testing';
      const backend = await startBackend();
      const key = { authorization: 'Bearer ' + backend.apiKey };
      await fetch(backend.url + '/v1/me', { headers: key }).then((answer) => answer.json());
      await backend.client.posts.create({ platform: 'x', text: 'Hello', scheduleMode: 'now' });
      await backend.client.webhooks.create({ url: 'http://127.0.0.1:9/hook' });
      const { text } = await backend.posts.waitFor();
      console.log(text);
      ${end}
    `);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Hello\n', stderr: '' });
  });

  it('can have two isolated backends, even with the same ids', async () => {
    const [one, other] = await Promise.all([startBackend({ seed: 1 }), startBackend({ seed: 1 })]);
    await one.clock.freeze();
    await one.chaos.api({ kind: 'status', status: 500, effect: 'before' });
    expect((await one.accounts.all().catch(() => [])).length).toBe(0);
    const post = await other.client.posts.create({ platform: 'x', text: 'Other', scheduleMode: 'now' });
    await other.posts.waitFor({ text: 'Other' });
    await one.chaos.calm();
    expect(await one.posts.count()).toBe(0);
    await one.stop();
    expect((await other.client.posts.get(post.id)).status).toBe('published');
    await other.stop();
  });
});
