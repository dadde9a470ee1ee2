import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend } from '../../../testing/start.js';
import type { TestBackend, TestWorkspace } from '../../../testing/test-backend.js';

let backend: TestBackend;
let workspace: TestWorkspace;

beforeAll(async () => {
  backend = await startTestBackend({ accounts: [] });
  workspace = await backend.workspace({
    frozenAt: '2026-12-01T09:00:00Z',
    accounts: [
      { platform: 'bluesky', handle: 'one.example' },
      { platform: 'bluesky', handle: 'two.example' },
      { platform: 'mastodon', handle: 'one' },
      { platform: 'mastodon', handle: 'two' },
      { platform: 'x', handle: 'one' },
    ],
  });
});

afterAll(() => backend.stop());

const WRONG = {
  text: 'y'.repeat(600),
  platforms: ['bluesky', 'mastodon', 'x', 'threads'] as const,
  accountIds: ['acc_missing'],
  mediaUrls: ['med_missing'],
  scheduledAt: '2020-01-01T09:00:00Z',
};

const codes = (errors: readonly { readonly code: string }[]): string[] =>
  [...new Set(errors.map(({ code }) => code))].sort();

const EXPECTED = [
  'account_ambiguous',
  'account_not_found',
  'media_not_found',
  'text_too_long',
  'time_in_past',
];

it('a refused post names every fault, and every ambiguous network with its accounts', async () => {
  const error = await workspace.client.posts.create({ ...WRONG, platforms: [...WRONG.platforms] }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'account_not_found' });
  const { errors, problem } = error as {
    errors: { code: string; message: string }[];
    problem: { choices: { handle: string }[] };
  };
  expect(codes(errors)).toEqual(EXPECTED);
  const ambiguous = errors.filter(({ code }) => code === 'account_ambiguous');
  expect(ambiguous.map(({ message }) => message.split(' accounts')[0])).toEqual(['2 Bluesky', '2 Mastodon']);
  expect(problem.choices.map(({ handle }) => handle)).toEqual(
    expect.arrayContaining(['@one.example', '@two']),
  );
});

it('a validation names the same faults', async () => {
  const { ok, errors, targets } = await workspace.client.posts.validate({
    ...WRONG,
    platforms: [...WRONG.platforms],
  });
  expect(ok).toBe(false);
  expect(codes([...errors, ...targets.flatMap((target) => target.errors)])).toEqual(EXPECTED);
});

it('a cancelled post keeps the time that it was meant for', async () => {
  const post = await workspace.client.posts.create({
    text: 'Cupping on Friday.',
    platform: 'x',
    scheduledAt: '2027-01-02T09:00:00Z',
  });
  await workspace.client.posts.delete(post.id);
  const after = await workspace.client.posts.get(post.id);
  expect(after.status).toBe('cancelled');
  expect(after.when?.utc).toBe('2027-01-02T09:00:00.000Z');
  const listed = await workspace.client.posts.list({ status: ['cancelled'] });
  expect(listed.data[0]?.when?.utc).toBe('2027-01-02T09:00:00.000Z');
});
