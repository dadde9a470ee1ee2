import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { picture } from '../../../../test/support/media/pictures.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { until } from '../../../../test/support/until.js';
import { MAX_DOWNLOAD_MS } from '../../../contract/time-limits.js';
import { FairWork } from '../../base/fair-work.js';
import { randomIds } from '../../base/ids.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';
import { createWorkspace } from '../access/workspaces.js';
import { FileReceiver } from './uploads/file-receiver.js';

/** What a workspace may have in progress, and waiting. */
const MAX_RUNNING = 4;
const MAX_WAITING = 12;

let service: BackendUnderTest;
let otherKey: string;
let origin: string;
let image: Uint8Array;
const folder = mkdtempSync(join(tmpdir(), 'postrider-downloads-'));
const dripping = new Set<ServerResponse>();
let begun = 0;
/** Dripping responses that are over. */
let closed = 0;
/** Bytes of all dripping responses. */
let sent = 0;
const waitsForTurn = vi.spyOn(FairWork.prototype, 'run');
const receives = vi.spyOn(FileReceiver.prototype, 'write');

/** `/whole.png` is served at once; of anything else, a little arrives at a time. */
const site = createServer((request, response) => {
  if (request.url === '/whole.png') return void response.end(image);
  begun += 1;
  response.writeHead(200, { 'content-length': 40_000_000 });
  // Enough to be taken for an image.
  send(response, Buffer.concat([image, Buffer.alloc(5_000)]));
  dripping.add(response);
  response.once('close', () => {
    dripping.delete(response);
    closed += 1;
  });
});

beforeAll(async () => {
  image = await picture('png');
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const clock = new ManualClock();
  service = await BackendUnderTest.startOn(clock, folder, { fetching: readFetchPolicy([origin], null) });
  const { store } = service.backend.services;
  const making = { clock, ids: randomIds };
  const other = await createWorkspace(store, { name: 'Other', timezone: 'UTC', sandbox: true }, making);
  otherKey = await service.newKey('full', other);
});
beforeEach(() => {
  begun = 0;
  sent = 0;
  vi.clearAllMocks();
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
  site.close();
  rmSync(folder, { recursive: true });
});

/** Bytes of all responses that have arrived. */
const received = (): number => receives.mock.calls.reduce((sum, [chunk]) => sum + chunk.length, 0);

const upload = (name: string, key = service.key) =>
  service.request('POST', '/v1/media', { key, body: { url: `${origin}/${name}` } });

function send(response: ServerResponse, bytes: Uint8Array): void {
  sent += bytes.length;
  response.write(bytes);
}

/** Until this many requests have begun their download or wait for their turn. */
const inLine = (count: number) => until(() => waitsForTurn.mock.calls.length === count);

/** Lets all the time that a download may take pass, while each response sends as much as it must. */
async function whileTimePasses(): Promise<void> {
  for (let passed = 0; passed < MAX_DOWNLOAD_MS; passed += 6_000) {
    for (const response of dripping) send(response, Buffer.alloc(200_000));
    // However slow the machine is, everything arrives before time goes on.
    await until(() => received() === sent);
    vi.advanceTimersByTime(6_000);
  }
}

const storedFiles = (): string[] =>
  readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

it('dripping servers delay one workspace alone, and leave nothing behind', async () => {
  expect((await upload('whole.png', otherKey)).status).toBe(201);
  const before = storedFiles();
  // The download that is over is not one of those in line.
  waitsForTurn.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const held = Array.from({ length: MAX_RUNNING + MAX_WAITING }, () => upload('drip.png'));
  await inLine(held.length);
  await until(() => begun === MAX_RUNNING);
  await pause(200);
  expect(begun).toBe(MAX_RUNNING);
  const refused = await upload('whole.png');
  expect([refused.status, refused.body['code']]).toEqual([429, 'workspace_busy']);
  expect(refused.headers.get('retry-after')).toBe('15');
  expect((await upload('whole.png', otherKey)).status).toBe(201);

  // A chunk every four seconds: never silent for long, and never done.
  const wholeBytes = 2 * image.length;
  let ended = 0;
  for (const answer of held) void answer.then(() => (ended += 1));
  for (let drip = 0; ended < held.length; drip += 1) {
    expect(drip).toBeLessThan(40);
    const closedBefore = closed;
    for (const response of dripping) send(response, Buffer.from('0123456789'));
    // However slow the machine is, time goes on when all has arrived and every free turn is taken. What was sent to a
    // download that was just ended does not arrive.
    await until(() => received() >= sent + wholeBytes || closed > closedBefore);
    if (closed > closedBefore) sent = received() - wholeBytes;
    vi.advanceTimersByTime(4_000);
    await pause(20);
    await until(() => dripping.size === Math.min(MAX_RUNNING, held.length - ended));
  }
  const answers = await Promise.all(held);
  for (const { status, body } of answers) {
    expect([status, body['code']]).toEqual([422, 'media_fetch_failed']);
    expect(body['detail']).toContain('The server sent less than 160 KB within 10 s.');
  }
  expect(storedFiles()).toEqual(before);
  expect((await upload('whole.png')).status).toBe(201);
});

it('a download that does not end within three minutes is ended, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = upload('slow.png');
  await until(() => begun === 1);
  await whileTimePasses();
  const { status, body } = await answer;
  expect([status, body['code']]).toEqual([422, 'media_fetch_failed']);
  expect(body['detail']).toContain('could not be downloaded within 3 minutes');
});

it('a download whose turn does not come in time is refused without having begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const held = Array.from({ length: MAX_RUNNING + 2 }, () => upload('slow.png'));
  await inLine(held.length);
  await until(() => begun === MAX_RUNNING);
  await whileTimePasses();
  const answers = await Promise.all(held);
  const refused = answers.filter(({ body }) => body['code'] === 'workspace_busy');
  expect([begun, refused.length]).toEqual([MAX_RUNNING, 2]);
  for (const { status, headers } of refused)
    expect([status, headers.get('retry-after')]).toEqual([429, '15']);
});
