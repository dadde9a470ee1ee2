import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostriderClient } from '../../src/client/client.js';
import { ConnectionError, OutcomeUnknownError, TimeoutError } from '../../src/client/errors/errors.js';
import type { PostriderEvent } from '../../src/contract/events/events.js';
import { LAUNCHER } from '../cli/support/program.js';

const EVENTS = 1_000;
const AT_ONCE = 12;
const RECEIVER = join(import.meta.dirname, 'support/receiver-process.mjs');
/** How long a process runs, once it answers, before it may be killed, and how long it stays down, in milliseconds. */
const LIVES_FOR = [900, 2_500] as const;
const GONE_FOR = [20, 250] as const;
/** The minimum number of kills of each of the three. */
const KILLS_EACH = 5;
/** How long delivery of everything may take after the last kill. */
const LIMIT_MS = 60_000;

/** Simulated demo people write too, so only events caused by the test are counted. */
const COUNTED = 'post.scheduled';
const LISTEN = [LAUNCHER, 'listen', '--events', COUNTED];

let home: string;
let harness: DeliveryHarness;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'postrider-events-'));
  harness = await DeliveryHarness.open(home);
});

afterAll(async () => {
  await harness.close();
  rmSync(home, { recursive: true, force: true });
});

describe('backend, listener and receiver, killed at random', () => {
  it('lose no event, and repeat events only with the same webhook id', async () => {
    const began = performance.now();
    const { client } = harness;
    const { secret } = await client.webhooks.create({
      url: `${harness.receiverUrl}/webhook`,
      events: [COUNTED],
    });
    harness.backend.start();
    const chaos = harness.chaos();
    await produce(client);
    const kills = await chaos.end();

    const producedAfter = performance.now() - began;
    const calm = performance.now();

    const expected = await eventIds(client);
    expect(expected.length).toBe(EVENTS);
    while (missing(expected, harness.receivedAt('/webhook')) > 0 && performance.now() - calm < LIMIT_MS) {
      // Retries are minutes apart on the workspace's clock.
      await client.testClock.move({ action: 'advance', seconds: 600 });
      await sleep(200);
    }
    while (missing(expected, harness.receivedAt('/listener')) > 0 && performance.now() - calm < LIMIT_MS)
      await sleep(100);

    const seconds = { chaos: rounded(producedAfter), after: rounded(performance.now() - calm) };
    for (const [path, key] of [
      ['/webhook', secret],
      ['/listener', harness.listenSecret()],
    ] as const) {
      const received = harness.receivedAt(path);
      const distinct = new Set(received.map(({ id }) => id));
      const counts = { events: expected.length, received: received.length, distinct: distinct.size };
      console.log(path, { ...counts, repeats: received.length - distinct.size, kills, seconds });
      expect([...distinct].sort()).toEqual([...expected].sort());
      const verifier = new Webhook(key);
      for (const { id, headers, body } of received) {
        expect(verifier.verify(body, headers)).toMatchObject({ id });
      }
    }
    expect(Math.min(...Object.values(kills))).toBeGreaterThanOrEqual(KILLS_EACH);
  }, 600_000);
});

const rounded = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

/** Schedules posts, one event each, while the backend is killed. */
async function produce(client: PostriderClient): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < EVENTS) {
      next += 1;
      await schedule(client, next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function schedule(client: PostriderClient, number: number): Promise<void> {
  const post = {
    platform: 'bluesky',
    text: `Special ${number} at Fernhill Coffee`,
    scheduleMode: 'schedule',
    scheduledAt: '2030-01-01T09:00:00Z',
  } as const;
  for (;;) {
    try {
      await client.posts.create(post, { idempotencyKey: `event-${number}` });
      return;
    } catch (error) {
      const isTransient =
        error instanceof ConnectionError ||
        error instanceof OutcomeUnknownError ||
        error instanceof TimeoutError;
      if (!isTransient) throw error;
      await sleep(50);
    }
  }
}

async function eventIds(client: PostriderClient): Promise<string[]> {
  const events: PostriderEvent[] = [];
  for await (const event of client.events.list({ limit: 100, types: [COUNTED] })) events.push(event);
  return events.map(({ id }) => id);
}

function missing(expected: readonly string[], received: readonly Received[]): number {
  const known = new Set(received.map(({ id }) => id));
  return expected.filter((id) => !known.has(id)).length;
}

interface Received {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A program that is restarted after it was killed. */
class Phoenix {
  readonly #args: readonly string[];
  readonly #env: Record<string, string>;
  readonly #health: string | null;
  #child: ChildProcess | null = null;
  kills = 0;

  /** @param health what it answers at once it has started; null for a program that is no server */
  constructor(args: readonly string[], env: Record<string, string>, health: string | null = null) {
    this.#args = args;
    this.#env = env;
    this.#health = health;
  }

  /** A busy machine takes longer to start a backend than it would live: killed before, it would never answer anything. */
  async answers(): Promise<void> {
    const url = this.#health;
    if (url === null) return;
    const isUp = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const giveUpAt = performance.now() + 30_000; !(await isUp()) && performance.now() < giveUpAt; ) {
      await sleep(50);
    }
  }

  start(): void {
    this.#child ??= spawn(process.execPath, this.#args, { env: this.#env, stdio: 'ignore' });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.kills += 1;
  }
}

class DeliveryHarness {
  readonly client: PostriderClient;
  readonly backend: Phoenix;
  readonly listener: Phoenix;
  readonly receiver: Phoenix;
  readonly receiverUrl: string;
  readonly #file: string;
  readonly #stateFile: string;

  private constructor(ports: readonly [number, number], env: Record<string, string>, key: string) {
    const [backendPort, receiverPort] = ports;
    const baseUrl = `http://127.0.0.1:${backendPort}`;
    this.receiverUrl = `http://127.0.0.1:${receiverPort}`;
    this.#file = join(env['HOME'] ?? '', 'received.jsonl');
    this.#stateFile = join(env['HOME'] ?? '', 'listen.json');
    writeFileSync(this.#file, '');
    this.client = new PostriderClient({ apiKey: key, baseUrl, maxRetries: 5, random: () => 0.1 });
    const serve = ['serve', '--port', String(backendPort), '--requests-per-minute', '1000000'];
    this.backend = new Phoenix(
      [LAUNCHER, ...serve, '--allow-fetch-origin', this.receiverUrl],
      env,
      `${baseUrl}/healthz`,
    );
    this.listener = new Phoenix([...LISTEN, '--forward-to', `${this.receiverUrl}/listener`], {
      ...env,
      POSTRIDER_API_KEY: key,
      POSTRIDER_BASE_URL: baseUrl,
    });
    this.receiver = new Phoenix([RECEIVER, String(receiverPort), this.#file], env);
  }

  static async open(home: string): Promise<DeliveryHarness> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      POSTRIDER_CONFIG: home,
      POSTRIDER_DATA: join(home, 'data'),
    };
    const made = [LAUNCHER, 'keys', 'create', '--label', 'test', '--preset', 'sandbox', '--quiet'];
    const key = execFileSync(process.execPath, made, { env, encoding: 'utf8' }).trim();
    const harness = new DeliveryHarness([await freePort(), await freePort()], env, key);
    for (const one of [harness.backend, harness.receiver, harness.listener]) one.start();
    await until(() => existsSync(harness.#stateFile));
    return harness;
  }

  /** Kills the three in turn, until stopped and each was killed often enough. */
  chaos(): { end(): Promise<Record<string, number>> } {
    let ending = false;
    const haunt = async (victim: Phoenix): Promise<void> => {
      while (!ending || victim.kills < KILLS_EACH) {
        await victim.answers();
        await sleep(between(LIVES_FOR));
        await victim.kill();
        await sleep(between(GONE_FOR));
        victim.start();
      }
    };
    const { backend, listener, receiver } = this;
    const haunted = Promise.all([backend, listener, receiver].map(haunt));
    return {
      end: async () => {
        ending = true;
        await haunted;
        return { backend: backend.kills, listener: listener.kills, receiver: receiver.kills };
      },
    };
  }

  receivedAt(path: string): Received[] {
    const lines = readFileSync(this.#file, 'utf8').trim().split('\n');
    return lines
      .map((line): { path: string; headers: Record<string, string>; body: string } => JSON.parse(line))
      .filter((one) => one.path === path)
      .map(({ headers, body }) => ({ id: headers['webhook-id'] ?? '', headers, body }));
  }

  listenSecret(): string {
    return /whsec_[A-Za-z0-9+/=]+/.exec(readFileSync(this.#stateFile, 'utf8'))?.[0] ?? '';
  }

  async close(): Promise<void> {
    await Promise.all([this.listener.kill(), this.backend.kill(), this.receiver.kill()]);
    await this.client.close();
  }
}

function between([least, most]: readonly [number, number]): number {
  return least + Math.random() * (most - least);
}

async function until(condition: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error('The condition was not reached within 20 s.');
    await sleep(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
