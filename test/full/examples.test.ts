import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend, type TestBackend } from '../../src/testing/index.js';
import { endOf } from '../cli/support/program.js';
import { ExampleFolder } from '../examples/start-example.js';

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
  it('typed-client.ts drafts and schedules', async () => {
    const { env, client } = await backend.workspace();
    const { code, stdout, stderr } = await endOf(folder.startScript('typed-client.ts', [], env));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('is due');
    expect((await client.posts.list({ status: ['draft', 'scheduled'] })).data).toHaveLength(2);
  });

  it('agent-tools.ts calls tools like a host', async () => {
    const { env, client } = await backend.workspace();
    const { code, stdout, stderr } = await endOf(folder.startScript('agent-tools.ts', [], env));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('25 tools: postrider_list_accounts');
    expect(stdout).not.toContain('did not work');
    expect((await client.posts.list({ status: 'draft' })).data).toMatchObject([{ targets: [{}, {}] }]);
  });

  it('bulk-schedule.ts schedules a file once, and nothing if a line is invalid', async () => {
    const { env, client } = await backend.workspace();
    const file = join(folder.path, 'posts.tsv');
    const good = [
      '2030-12-24T09:00:00Z\tbluesky,mastodon\tOpen until noon',
      '2030-12-31T09:00:00Z\tx\tClosed',
    ];
    writeFileSync(file, [...good, `2030-12-31T10:00:00Z\tx\t${'long '.repeat(80)}`].join('\n'));
    const refused = await endOf(folder.startScript('bulk-schedule.ts', [file], env));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Nothing was scheduled: 1 of 3');

    writeFileSync(file, good.join('\n'));
    for (const _time of [1, 2]) {
      const { code, stderr } = await endOf(folder.startScript('bulk-schedule.ts', [file], env));
      expect([code, stderr]).toEqual([0, '']);
    }
    expect((await client.posts.list()).data).toHaveLength(2);
  });

  it('webhook-receiver.ts accepts each signed event once, and nothing else', async () => {
    const secret = `whsec_${Buffer.from('a secret of the test').toString('base64')}`;
    const receiver = folder.startScript('webhook-receiver.ts', [], { WEBHOOK_SECRET: secret, PORT: '0' });
    const ended = endOf(receiver);
    try {
      const [line] = await once(receiver.stdout ?? receiver, 'data');
      const origin = String(line).match(/http:\S+/)?.[0] ?? '';
      const data = { postId: 'post_1', status: 'published' };
      const body = JSON.stringify({
        id: 'evt_1',
        type: 'post.published',
        timestamp: '2026-12-01T08:00:00Z',
        data,
      });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', 'a secret of the test')
        .update(`evt_1.${timestamp}.${body}`)
        .digest('base64');
      const send = async (written: string) => {
        const headers = {
          'webhook-id': 'evt_1',
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${written}`,
        };
        return (await fetch(origin, { method: 'POST', headers, body })).status;
      };
      expect([await send('AAAA'), await send(signature), await send(signature)]).toEqual([401, 204, 204]);
    } finally {
      receiver.kill('SIGTERM');
    }
    expect((await ended).stdout.match(/post_1 is out/g)).toHaveLength(1);
  });
});
