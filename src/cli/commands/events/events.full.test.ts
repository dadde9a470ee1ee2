import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHER, Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { Receiver, verified } from '../../../../test/support/http/receiver.js';

let machine: Machine;
let receiver: Receiver;

beforeAll(async () => {
  machine = new Machine();
  receiver = await Receiver.start();
  const url = await machine.serve('--allow-fetch-origin', receiver.origin);
  await machine.login(url, 'sandbox');
});

afterAll(async () => {
  await machine.remove();
  await receiver.close();
});

/** Runs a command in this process; only commands that must be killed get their own. */
const command = (args: readonly string[]) => inPipe(args, machine.env);
const json = async (...args: string[]) => {
  const ended = await command([...args, '--json']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout);
};

describe('postrider webhooks', () => {
  it('creates, tests, lists deliveries, resends, rotates the secret and deletes', async () => {
    const made = await json('webhooks', 'create', '--url', `${receiver.origin}/hook`, '--events', 'post.*');
    expect(made.secret).toMatch(/^whsec_/);
    expect(made.events).toContain('post.partially_published');
    expect((await command(['webhooks', 'list'])).stdout).toContain(receiver.origin);

    const tried = await command(['webhooks', 'test', made.id]);
    expect(tried.code).toBe(0);
    expect(tried.stdout).toContain('204 after');
    await json('trigger', 'post.failed');
    await receiver.has(2);
    await expect
      .poll(async () => (await json('webhooks', 'deliveries', made.id)).data[0], { timeout: 5_000 })
      .toMatchObject({ type: 'post.failed', status: 'delivered' });
    const [delivery] = (await json('webhooks', 'deliveries', made.id, '--status', 'delivered')).data;
    await json('webhooks', 'resend', made.id, delivery.id);
    const [, first, second] = await receiver.has(3);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

    const { stdout: secret } = await command(['webhooks', 'rotate-secret', made.id, '--quiet']);
    expect(secret.trim()).not.toBe(made.secret);
    expect((await command(['webhooks', 'delete', made.id, '--yes'])).code).toBe(0);
    expect((await command(['webhooks', 'test', made.id])).code).toBe(5);
  });

  it('shows the response of a receiver that rejects a test', async () => {
    receiver.answers = 500;
    const made = await json('webhooks', 'create', '--url', `${receiver.origin}/hook`);
    const tried = await command(['webhooks', 'test', made.id]);
    expect(tried.code).toBe(1);
    expect(tried.stdout).toContain('The receiver answered with status 500.');
    await command(['webhooks', 'delete', made.id, '--yes']);
    receiver.answers = 204;
  });
});

describe('postrider trigger', () => {
  it('sends fields from a file and from the command line', async () => {
    const file = join(machine.home, 'data.json');
    writeFileSync(file, JSON.stringify({ platform: 'x', url: 'https://x.example/1' }));
    const event = await json('trigger', 'target.published', '--from', file, '--set', 'postId=post_mine');
    expect(event).toMatchObject({ type: 'target.published', data: { platform: 'x', postId: 'post_mine' } });
  });

  it('lists event types and reports errors', async () => {
    expect((await command(['trigger', '--list'])).stdout).toContain('webhook.disabled');
    const { code, stderr } = await command(['trigger', 'post.flown']);
    expect(code).toBe(2);
    expect(stderr).toContain('trigger --list');
    const wrong = await command(['trigger', 'target.failed', '--set', 'platform=myspace']);
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain('data.platform');
  });
});

describe('postrider listen', () => {
  it('forwards signed events and continues where it stopped', async () => {
    receiver.received.length = 0;
    const first = await listening();
    await json('trigger', 'post.published');
    await receiver.has(1);
    await first.end();
    await json('trigger', 'post.missed');
    receiver.answers = (response) => response.writeHead(503).end();
    const second = await listening();
    expect(second.secret).toBe(first.secret);
    await receiver.has(2);
    receiver.answers = 204;
    await receiver.has(3);
    await second.end();
    expect(receiver.types).toEqual(['post.published', 'post.missed', 'post.missed']);
    for (const one of receiver.received)
      expect(verified(first.secret, one)).toMatchObject({ id: one.event.id });
  });

  it('explains the form of an address', async () => {
    const { code, stderr } = await command(['listen', '--forward-to', 'my machine']);
    expect(code).toBe(2);
    expect(stderr).toContain('http://127.0.0.1:3000/hooks');
  });
});

describe('postrider logs', () => {
  it('shows calls and events, newest last, by their filters', async () => {
    await json('trigger', 'account.health_changed');
    const calls = await command(['logs', '--type', 'testEvents.trigger', '-n', '1', '--json']);
    expect(JSON.parse(calls.stdout)).toMatchObject({
      summary: 'triggered account.health_changed',
      status: 201,
    });
    const events = await command(['logs', '--events', '--type', 'account.*', '--json']);
    expect(JSON.parse(events.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'account.health_changed',
    });
    await command(['call', 'list_accounts']);
    const tools = await command(['logs', '--reads', '--tool', 'postrider_list_accounts', '--json']);
    expect(tools.stdout).toContain('accounts.list');
    const refused = await command(['posts', 'get', 'post_nobody']);
    expect(refused.code).toBe(5);
    const { stdout } = await command(['logs', '--reads', '--result', 'refused']);
    expect(stdout).toContain('post_not_found');
  });
});

/** Starts a listener and waits until it is ready. */
async function listening(): Promise<{ secret: string; end(): Promise<void> }> {
  const args = [LAUNCHER, 'listen', '--forward-to', `${receiver.origin}/listen`, '--json'];
  const child = spawn(process.execPath, args, { env: machine.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = await once(child.stdout, 'data');
  const { secret } = JSON.parse(String(chunk)) as { secret: string };
  child.stdout.resume();
  // It has a position after its first request to the backend.
  await expect
    .poll(async () => (await command(['logs', '--reads', '--type', 'events.list', '--json'])).stdout, {
      timeout: 10_000,
    })
    .toContain('events.list');
  return {
    secret,
    end: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
