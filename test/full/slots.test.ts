import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/backend/base/clock.js';
import type { SlotPage } from '../../src/contract/schedules/slots.js';
import { SharedPlace, STORES, type StoreKind } from '../support/processes/both-stores.js';
import { BackendUnderTest } from '../support/running-backend.js';

const PROCESSES = 10;
const POSTS_EACH = 5;
const SCRIPT = join(import.meta.dirname, 'support/queueing-process.ts');

let shared: SharedPlace;
let test: BackendUnderTest<typeof systemClock>;
let accountId: string;

async function startOver(store: StoreKind): Promise<void> {
  shared = await SharedPlace.make(store);
  const { folder, databaseUrl } = shared;
  test = await BackendUnderTest.startOn(systemClock, folder, { databaseUrl });
  const { body } = await test.get<{ data: { id: string }[] }>('/v1/accounts?platform=bluesky');
  accountId = body.data[0]?.id ?? '';
}

afterEach(async () => {
  await test.close();
  await shared.remove();
});

interface Queued {
  readonly status: number;
  readonly body: { readonly id: string; readonly scheduledAt: string };
}

/** A process that queues posts. */
class Queueing {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(name: string) {
    const args = ['--import', 'tsx', SCRIPT, shared.folder, test.key, accountId, name, String(POSTS_EACH)];
    this.#child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...shared.env },
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** The next line that it prints. */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('The process exited early.');
    return value;
  }

  async queue(): Promise<Queued[]> {
    this.#child.stdin.write('go\n');
    return JSON.parse(await this.line());
  }

  stop(): void {
    this.#child.kill();
  }
}

describe('50 posts queued at once by 10 processes', () => {
  it.each(STORES)('take the first 50 slots, one each, over %s', async (store) => {
    await startOver(store);
    const made = await test.post('/v1/schedules', {
      label: 'Three a day',
      accountIds: [accountId],
      timezone: 'Europe/Berlin',
      days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      startTime: '09:00',
      endTime: '18:00',
      postsPerWindow: 3,
    });
    expect(made.status).toBe(201);
    const { body: before } = await test.get<SlotPage>(`/v1/queue/slots?state=open&limit=50&to=${inDays(30)}`);
    expect(before.data).toHaveLength(PROCESSES * POSTS_EACH);

    const processes = Array.from({ length: PROCESSES }, (_, index) => new Queueing(String(index)));
    try {
      for (const process of processes) expect(await process.line()).toBe('ready');
      const queued = (await Promise.all(processes.map((process) => process.queue()))).flat();
      expect(queued.map(({ status }) => status)).toEqual(queued.map(() => 201));
      expect(queued.map(({ body }) => body.scheduledAt).sort()).toEqual(
        before.data.map(({ publishAt }) => publishAt),
      );
      const { body: after } = await test.get<SlotPage>(
        `/v1/queue/slots?state=taken&limit=100&to=${inDays(30)}`,
      );
      expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
      expect(new Set(after.data.map(({ postId }) => postId)).size).toBe(PROCESSES * POSTS_EACH);
      expect(after.unslotted).toEqual([]);
    } finally {
      for (const process of processes) process.stop();
    }
  });
});

function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
}
