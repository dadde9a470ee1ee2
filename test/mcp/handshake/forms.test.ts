import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LAUNCHER } from '../../support/mcp-session.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { bytesOf } from './conversation.js';
import { INITIALIZED, initialize, request } from './messages.js';

let backend: BackendUnderTest;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
});
afterAll(() => backend.close());

/** Uses each text once, because a repeated one would be rejected as a duplicate. */
const publish = (text: string) =>
  request(
    'tools/call',
    { name: 'postrider_create_post', arguments: { platform: 'mastodon', text, scheduleMode: 'now' } },
    3,
  );
const OPENING = [
  initialize('2025-11-25', { capabilities: { elicitation: {} } }),
  INITIALIZED,
  request('tools/list', {}, 2),
];

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: { readonly structuredContent?: Readonly<Record<string, unknown>> };
}

it.each([
  ['at once', [[...OPENING, publish('All in one')]]],
  ['after the first response', [OPENING, [publish('One after the other')]]],
])('the server knows which forms the host can show if it is loaded %s', async (_when, said) => {
  const child = spawn(process.execPath, [LAUNCHER], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      POSTRIDER_API_KEY: backend.key,
      POSTRIDER_BASE_URL: backend.backend.url,
    },
  });
  const heard: Message[] = [];
  const answered = new Promise<Message>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: Message = JSON.parse(line);
      heard.push(message);
      if (message.id === 2 && said[1]) child.stdin.write(bytesOf(said[1]));
      if (message.method === 'elicitation/create') {
        const result = { action: 'accept', content: { confirm: true } };
        child.stdin.write(bytesOf([{ jsonrpc: '2.0', id: message.id, result }]));
      }
      if (message.id === 3) resolve(message);
    });
  });
  child.stdin.write(bytesOf(said[0] ?? []));
  const { result } = await answered;
  expect(heard.map(({ id, method }) => method ?? id)).toEqual([1, 2, 'elicitation/create', 3]);
  expect(result?.structuredContent).toMatchObject({ targets: [{ platform: 'mastodon' }] });
  expect(result?.structuredContent?.['status']).not.toBe('needs_confirmation');
  child.stdin.end();
  await once(child, 'exit');
});
