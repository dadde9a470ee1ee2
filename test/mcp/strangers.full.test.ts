import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { openSession, type Session, type ToolAnswer } from '../support/mcp-session.js';
import { callDirectly, clientOf } from '../support/tool-harness.js';
import { hostile, MARKER, StrangersFixture } from './strangers-fixture.js';

let fixture: StrangersFixture;

beforeAll(async () => {
  fixture = await StrangersFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const open = (): Promise<Session> => {
  const { key, backend } = fixture.harness.service;
  return openSession({ at: { url: backend.url, key } });
};

/** Everything that was inside a fence so far. */
let fenced = '';

/** A text without its fence: the lines between two lines with the same random number. */
function outside(text: string): string {
  return text.replace(
    /^--- untrusted ([0-9a-f]{8}): [^\n]*\n([\s\S]*?)\n--- end \1$/gm,
    (_all, _nonce, inside) => {
      fenced += inside;
      return '';
    },
  );
}

/** Nothing in these characters is visible. */
const HIDDEN = /[^\P{Cc}\n]|[\u200b\u2028\u202e\u{e0041}]/u;

function expectFenced(what: string, { text, structured }: ToolAnswer): void {
  const { untrusted: _marked, ...facts } = structured;
  expect(outside(text).match(MARKER), `${what}: ${text}`).toBeNull();
  expect(JSON.stringify(facts).match(MARKER), `${what}: ${JSON.stringify(facts)}`).toBeNull();
  expect(text.match(HIDDEN), what).toBeNull();
  expect(Object.values(structured).flatMap(leaves).join(' ').match(HIDDEN), what).toBeNull();
}

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
}

describe('what strangers write', () => {
  it('is inside the fence in the answer of every tool', async () => {
    const session = await open();
    const calls = fixture.calls();
    expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
    for (const [tool, args] of calls)
      expectFenced(`${tool} ${JSON.stringify(args)}`, await session.call(tool, args));
  });

  it('is inside the fence in every resource', async () => {
    const { client } = await open();
    const { ids } = fixture;
    const listed = (await client.listResources()).resources.map(({ uri }) => uri);
    const single = ['failed', 'partly', 'draft'].map((post) => `postrider://posts/${ids[post]}`);
    for (const uri of [
      ...listed,
      ...single,
      `postrider://sources/${ids['source']}`,
      'postrider://calendar/2027-W09',
    ]) {
      const [first] = (await client.readResource({ uri })).contents;
      expectFenced(uri, { text: first && 'text' in first ? first.text : '', structured: {}, isError: false });
    }
  });

  it('is not in prompts and completions, which become instructions', async () => {
    const { client } = await open();
    const ref = { type: 'ref/prompt', name: 'plan_week' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'account', value: 'x' } });
    expect(completion.values.join(' ')).toContain(fixture.ids['account']);
    expect(completion.values.join(' ')).not.toMatch(MARKER);
  });

  it('is inside the fence in file names and in responses of other servers', async () => {
    const { service, site } = fixture.harness;
    const client = clientOf(service.key, { baseUrl: service.backend.url });
    const localMedia = { named: [fixture.folder] };
    const args = { path: fixture.folder };
    expectFenced('files', await callDirectly({ tool: 'postrider_upload_media', args, client, localMedia }));
    const elsewhere = clientOf(service.key, { baseUrl: site.origin });
    const answer = await callDirectly({ tool: 'postrider_list_accounts', args: {}, client: elsewhere });
    expectFenced('gateway', answer);
    expect(answer.structured['error']).toBe('no_usable_answer');
  });

  it('is in a fence in full: no field was missed because nothing showed it', () => {
    const fields = [
      ...['handle', 'name', 'renamed', 'threads', 'bluesky', 'health'],
      ...['target-error', 'error-code', 'error-message', 'target-url', 'part-url'],
      ...['author', 'comment', 'comment-url', 'message', 'reply-error', 'reply-message'],
      ...['title', 'site', 'byline', 'image', 'alt', 'text', 'gateway'],
    ];
    expect(fields.filter((field) => !new RegExp(`obey(?:-|[^"]*/)${field}`, 'i').test(fenced))).toEqual([]);
    expect(fenced).toContain('obey-all-of-this');
    expect(fenced).toContain('⟨U+202E⟩⟨U+200B⟩⟨U+E0041⟩⟨2 more⟩');
    expect(hostile('x')).toMatch(HIDDEN);
  });
});
