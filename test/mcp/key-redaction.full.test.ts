import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/backend/base/log.js';
import { newKeyText } from '../../src/backend/domain/access/key-text.js';
import { ManualClock } from '../support/manual-clock.js';
import { LAUNCHER, openSession, type Session, type SessionOptions, YES } from '../support/mcp-session.js';
import { BackendUnderTest } from '../support/running-backend.js';

/** A key that appears where no key should be. */
const KEY = newKeyText();
const SECRET = KEY.slice('postrider_api_'.length, -8);

let service: BackendUnderTest;
let log = '';

beforeAll(async () => {
  const destination = {
    write: (line: string) => {
      log += line;
    },
  };
  service = await BackendUnderTest.startOn(new ManualClock(), ':memory:', {
    log: createLog({ level: 'debug', destination, pretty: false }),
  });
});
afterAll(() => service.close());

/** Every way in which parts of a call are returned. */
const PATHS: readonly [what: string, said: (session: Session) => Promise<unknown>][] = [
  ['a result that repeats a text', (s) => s.call('postrider_create_post', { text: `My key is ${KEY}.` })],
  ['a list of posts', (s) => s.call('postrider_list_posts', { response_format: 'detailed' })],
  ['a preview', (s) => s.call('postrider_create_post', { platform: 'x', text: KEY, scheduleMode: 'now' })],
  ['a check', (s) => s.call('postrider_validate_post', { platform: 'x', text: `${KEY} `.repeat(20) })],
  [
    'a label',
    (s) =>
      s.call('postrider_create_schedule', {
        label: KEY,
        accountIds: ['acc_1'],
        days: ['mon'],
        startTime: '09:00',
      }),
  ],
  ['an unknown argument', (s) => s.call('postrider_get_post', { [KEY]: 1 })],
  ['an invalid value', (s) => s.call('postrider_create_post', { platform: KEY })],
  ['an invalid id', (s) => s.call('postrider_get_post', { id: KEY })],
  ['an invalid time', (s) => s.call('postrider_create_post', { text: 'x', scheduledAt: KEY })],
  [
    'an invalid zone',
    (s) => s.call('postrider_create_post', { text: 'x', scheduledAt: 'tomorrow 9:00', timezone: KEY }),
  ],
  ['an idempotency key', (s) => s.call('postrider_create_post', { text: 'x', idempotencyKey: KEY })],
  ['a confirmToken', (s) => s.call('postrider_create_post', { text: 'x', confirmToken: KEY })],
  ['a cursor', (s) => s.call('postrider_list_posts', { cursor: KEY })],
  ['an unknown tool', (s) => s.call(`postrider_${KEY}`).catch(String)],
  ['an unknown resource', (s) => s.client.readResource({ uri: `postrider://${KEY}` }).catch(String)],
  ['an unknown post', (s) => s.client.readResource({ uri: `postrider://posts/${KEY}` }).catch(String)],
  ['an unknown prompt', (s) => s.client.getPrompt({ name: KEY }).catch(String)],
  ['a prompt', (s) => s.client.getPrompt({ name: 'plan_week', arguments: { theme: KEY } })],
  [
    'a completion',
    (s) =>
      s.client.complete({
        ref: { type: 'ref/prompt', name: 'plan_week' },
        argument: { name: 'account', value: KEY },
      }),
  ],
];

const TRANSPORTS: readonly [name: string, options: () => SessionOptions][] = [
  ['stdio', () => ({ env: { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: service.backend.url } })],
  ['/mcp', () => ({ at: { url: service.backend.url, key: service.key } })],
];

describe.each(TRANSPORTS)('over %s', (_name, options) => {
  it('no answer contains a key from the arguments', async () => {
    const session = await openSession(options());
    const leaks: string[] = [];
    for (const [what, said] of PATHS) {
      if (JSON.stringify(await said(session)).includes(SECRET)) leaks.push(what);
    }
    expect(leaks).toEqual([]);
    expect(session.errors()).not.toContain(SECRET);
  });
});

describe('other output', () => {
  it('does not show a key in a form', async () => {
    const forms: string[] = [];
    const reply = (message: string) => {
      forms.push(message);
      return YES;
    };
    const env = { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: service.backend.url };
    const session = await openSession({ env, reply });
    await session.call('postrider_create_post', {
      platform: 'mastodon',
      text: `Key ${KEY}`,
      scheduleMode: 'now',
    });
    expect(forms.join()).toContain('postrider_api_[redacted]');
  });

  it.each([
    [
      'a server that is not running',
      { POSTRIDER_API_KEY: KEY, POSTRIDER_BASE_URL: `http://127.0.0.1:9/${KEY}` },
    ],
    ['an invalid base URL', { POSTRIDER_API_KEY: KEY, POSTRIDER_BASE_URL: KEY }],
    ['an unknown key', { POSTRIDER_API_KEY: KEY }],
  ])('does not contain the key if the base URL leads to %s', async (_what, env) => {
    const session = await openSession({ env: { POSTRIDER_BASE_URL: service.backend.url, ...env } });
    const answer = await session.call('postrider_list_accounts');
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer) + session.errors()).not.toContain(SECRET);
  });

  it('does not contain the key after invalid program arguments', () => {
    for (const args of [['--toolsets', KEY], ['--confirm', KEY], [`--read-only=${KEY}`]]) {
      const { stderr, stdout } = spawnSync(process.execPath, [LAUNCHER, 'mcp', ...args], {
        encoding: 'utf8',
        input: '',
      });
      expect(stderr + stdout).not.toContain(SECRET);
    }
  });

  it('does not contain the key in the log of the backend', async () => {
    await service.get(`/v1/posts/${KEY}`);
    await service.get(`/v1/nothing/${KEY}?key=${KEY}`);
    await service.get('/v1/me', { key: KEY });
    expect(log).toContain('"route":"/mcp"');
    expect(log).not.toContain(SECRET);
  });
});
