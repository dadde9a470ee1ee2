import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CountedReads } from '../../../test/support/counted-reads.js';
import { insertCopies, postRow, targetRow } from '../../../test/support/rows/rows.js';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { Visitor } from '../../../test/support/visitor.js';
import { MAX_PAGE_BYTES } from '../../contract/lists.js';
import type { CalendarEntries } from '../../contract/schedules/calendar-entries.js';

/** More than ten pages of the API, and more than the calendar once looked at. */
const SCHEDULED = 1_010;
const DRAFTS = 150;
const LONG = 'a '.repeat(15_000);

let test: BackendUnderTest;
let person: Visitor;
let reads: CountedReads;

beforeAll(async () => {
  test = await BackendUnderTest.start();
  const { store } = test.backend.services;
  const account = await store.db.selectFrom('accounts').selectAll().limit(1).executeTakeFirstOrThrow();
  const { id: workspaceId } = test.workspace;
  const now = test.clock.now();
  const like = { workspaceId, accountId: account.id, platform: account.platform, now, due: now + 3_600_000 };
  const row = { ...like, postId: '', targetId: '', text: 'Short' };
  const n = (prefix: string) => sql`${sql.lit(prefix)} || (10000 + n)`;
  await store.write(async (trx) => {
    await insertCopies(trx, 'posts', postRow(row), { id: n('post_s') }, SCHEDULED);
    const of = { id: n('tgt_s'), post_id: n('post_s'), fingerprint: n('print_') };
    await insertCopies(trx, 'targets', targetRow(row), of, SCHEDULED);
    const draft = { ...postRow(row), status: 'draft', scheduled_at: null } as const;
    // The newest drafts are unfinished; the older ones wait for approval.
    const proposed_json = sql`case when n <= 20 then '{"scheduleMode":"now","scheduledAt":null,"timezone":"UTC"}' end`;
    const at = { effective_at: sql`${sql.lit(now)} + n`, proposed_json };
    await insertCopies(trx, 'posts', draft, { ...at, id: n('post_d') }, DRAFTS);
  });
  person = await Visitor.signedIn(test);
  reads = CountedReads.of(store);
});
afterAll(() => test.close());

it('the navigation counts proposals behind a hundred unfinished drafts', async () => {
  const { html } = await person.open('/channels');
  expect(html).toMatch(/<span[^>]*>20<|>20\b/);
});

it('every scheduled post of a busy day can be dragged, and the calendar reads excerpts', async () => {
  await test.backend.services.store.write((trx) =>
    trx.updateTable('posts').set({ text: LONG }).where('status', '=', 'scheduled').execute(),
  );
  const [{ html }, read] = await reads.during(() =>
    person.open('/calendar/entries?from=2026-12-01&to=2026-12-02'),
  );
  const { entries }: CalendarEntries = JSON.parse(html);
  expect(entries.filter(({ move }) => move !== null)).toHaveLength(SCHEDULED);
  expect(read).toBeLessThan(SCHEDULED * 3_000);
});

it('the longest list of posts has a limit of bytes, and continues on the next page', async () => {
  const [{ html }, read] = await reads.during(() => person.open('/posts?status=scheduled&rows=300'));
  expect(read).toBeLessThan(2 * MAX_PAGE_BYTES + 100_000);
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_PAGE_BYTES);
  expect(html).toContain('Next page');
  expect(html).not.toContain('Show more');
});
