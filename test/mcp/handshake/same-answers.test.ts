import { createHash } from 'node:crypto';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TOOLSETS } from '../../../src/contract/service/key-policy.js';
import { THOROUGH } from '../../support/thorough.js';
import { bytesOf, serverAlone, wholeProgram } from './conversation.js';
import {
  CAPABILITIES,
  INITIALIZED,
  initialize,
  LEGACY,
  LISTS,
  modern,
  numbered,
  request,
  STRANGE_CAPABILITIES,
  STRANGE_CLIENTS,
  STRANGE_LINES,
} from './messages.js';

const OPENING = [INITIALIZED, request('ping'), ...LISTS.map((method) => request(method))];
const MODERN_OPENING = ['server/discover', ...LISTS, 'server/discover'].map((method) => modern(method));

// Logged errors are not compared here.
const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterAll(() => complaints.mockRestore());

// Load the modules of calls, resources and prompts first, so that no test has to wait for them.
beforeAll(async () => {
  const warm = [initialize(), INITIALIZED, request('prompts/get', { name: 'none' }, 2)];
  await serverAlone([bytesOf(warm)]);
  await import('../../../src/mcp/run-call.js');
  await import('../../../src/client/client.js');
  await wholeProgram([bytesOf(warm)]);
});

describe('the first requests of hosts', () => {
  it('cover every protocol revision that the server supports', () => {
    expect(LEGACY).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  it.each([
    ...LEGACY.map((version) => [version, [initialize(version), ...OPENING]] as const),
    ['2026-07-28', MODERN_OPENING] as const,
  ])('get the server’s own answers, byte for byte, in %s', async (_version, messages) => {
    const said = [bytesOf(numbered(messages))];
    const { lines, loaded } = await wholeProgram(said);
    expect(loaded).toBe(false);
    expect(sorted({ lines })).toEqual(sorted(await serverAlone(said)));
    const asked = numbered(messages).flatMap((one) =>
      typeof one === 'object' && 'id' in one ? [one['id']] : [],
    );
    expect(lines.map((line) => (JSON.parse(line) as { id: unknown }).id)).toEqual(asked);
  });

  const selections = [undefined, ...groupsOfToolsets()].flatMap((toolsets) =>
    [false, true].map((readOnly) => ({ toolsets, readOnly })),
  );
  it(`list the tools for ${selections.length} ways to start it`, async () => {
    for (const selection of selections) {
      const messages = [initialize(), ...OPENING];
      const said = [bytesOf(numbered(messages))];
      const { lines, loaded } = await wholeProgram(said, selection);
      expect(loaded).toBe(false);
      const alone = await serverAlone(said, selection);
      expect(sorted({ lines }), JSON.stringify(selection)).toEqual(sorted(alone));
    }
  });

  it.each(CAPABILITIES.map((one) => [JSON.stringify(one), one]))(
    'do not load the server for a host with the capabilities %s',
    async (_what, capabilities) => {
      const said = [bytesOf(numbered([initialize('2025-06-18', { capabilities }), ...OPENING]))];
      const { lines, loaded } = await wholeProgram(said);
      expect(loaded).toBe(false);
      expect(sorted({ lines })).toEqual(sorted(await serverAlone(said)));
    },
  );
});

describe('other messages', () => {
  const handshakes = [
    initialize('2099-01-01'),
    initialize(''),
    initialize('2026-07-28'),
    initialize(LEGACY[0], { protocolVersion: 3 }),
    initialize(LEGACY[0], { extra: true }),
    initialize(LEGACY[0], { _meta: { progressToken: 3 } }),
    ...STRANGE_CAPABILITIES.map((capabilities) => initialize(LEGACY[1], { capabilities })),
    ...STRANGE_CLIENTS.map((clientInfo) => initialize(LEGACY[1], { clientInfo })),
  ];

  it.each(handshakes.map((one) => [JSON.stringify(one), one]))(
    'are answered by the server: %s',
    async (_what, one) => {
      await expectTheSame([one, INITIALIZED, request('tools/list', {}, 2), request('ping', {}, 3)]);
    },
  );

  it.each(STRANGE_LINES.map((one) => [JSON.stringify(one), one]))(
    'are answered by the server: %s',
    async (_what, one) => {
      const after = request('ping', {}, 'after');
      await expectTheSame([one, initialize(), INITIALIZED, after]);
      await expectTheSame([initialize(), one, INITIALIZED, after]);
      await expectTheSame([initialize(), INITIALIZED, one, after]);
      await expectTheSame([modern('server/discover'), one, after]);
      await expectTheSame([modern('tools/list'), one, after]);
    },
  );

  it('may be a cancelled call, which nobody answers', async () => {
    const call = request('tools/call', { name: 'postrider_list_posts', arguments: {} }, 'given up');
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'given up' },
    };
    const said = [bytesOf([initialize(), INITIALIZED, call, cancelled, request('ping', {}, 'after')])];
    const heard = await wholeProgram(said);
    expect(sorted(heard)).toEqual(sorted(await serverAlone(said)));
    expect(heard.lines).toHaveLength(2);
  });

  it('may cancel a request that was already answered, which does nothing', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    const after = request('ping', {}, 3);
    const said = [bytesOf([initialize(), INITIALIZED, request('tools/list', {}, 2), cancelled, after])];
    const { lines } = await wholeProgram(said);
    expect(lines.map((line) => (JSON.parse(line) as { id: unknown }).id)).toEqual([1, 2, 3]);
  });

  const messages = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<object>(...OPENING, ...MODERN_OPENING) },
      {
        weight: 2,
        arbitrary: fc.constantFrom<object>(...handshakes, ...LEGACY.map((one) => initialize(one))),
      },
      { weight: 2, arbitrary: fc.constantFrom<object | string>(...STRANGE_LINES) },
    ),
    { maxLength: 12 },
  );
  const begun = fc.constantFrom<object[]>(
    [],
    [initialize()],
    [initialize(), INITIALIZED],
    [modern('tools/list')],
  );
  const selection = fc.record({
    toolsets: fc.option(fc.subarray([...TOOLSETS], { minLength: 1 }), { nil: undefined }),
    readOnly: fc.boolean(),
  });

  it('give the same answers in any pieces and order', async () => {
    await fc.assert(
      fc.asyncProperty(
        begun,
        messages,
        selection,
        fc.infiniteStream(fc.nat(400)),
        async (first, then, shown, cuts) => {
          const bytes = bytesOf(numbered([...first, ...then] as Parameters<typeof numbered>[0]));
          const [alone, whole] = [
            await serverAlone([bytes], shown),
            await wholeProgram(inPieces(bytes, cuts), shown),
          ];
          expect(sorted(whole)).toEqual(sorted(alone));
        },
      ),
      { numRuns: THOROUGH ? 1_500 : 30 },
    );
  });
});

async function expectTheSame(messages: Parameters<typeof numbered>[0]): Promise<void> {
  const said = [bytesOf(numbered(messages))];
  const [alone, whole] = [await serverAlone(said), await wholeProgram(said)];
  expect(sorted(whole)).toEqual(sorted(alone));
}

/** Ignores the order: a server may answer a fast request before an earlier slow one. */
function sorted({ lines }: { readonly lines: readonly string[] }): readonly string[] {
  return lines.map(shortened).sort();
}

/** The ends and the hash of a long line, so that a difference is readable. */
function shortened(line: string): string {
  if (line.length < 400) return line;
  const sum = createHash('sha256').update(line).digest('hex').slice(0, 12);
  return `${line.slice(0, 120)} … ${line.length} (${sum}) … ${line.slice(-120)}`;
}

function inPieces(bytes: Buffer, cuts: Iterator<number>): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Number(cuts.next().value);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** Every combination of groups in the full tier; in the quick tier, each group alone and each left out. */
function groupsOfToolsets() {
  const choices = Array.from({ length: 2 ** TOOLSETS.length - 1 }, (_, bits) =>
    TOOLSETS.filter((_toolset, index) => ((bits + 1) >> index) & 1),
  );
  return choices.filter(({ length }) => THOROUGH || length === 1 || length === TOOLSETS.length - 1);
}
