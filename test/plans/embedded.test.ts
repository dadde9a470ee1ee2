import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/backend/store/migrate.js';
import type { ManualClock } from '../support/manual-clock.js';
import { DAY_MS } from '../support/rows/many-rows.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { type Captured, captureEmbedded } from './support/captured-statements.js';
import { filled, readEveryList } from './support/every-query.js';
import { doEverything } from './support/everything-done.js';

/** Tables and aliases with few rows, however many posts there are. */
const FEW = new Set([
  ...[
    'workspaces',
    'workspace',
    'w',
    'accounts',
    'api_keys',
    'key',
    'webhooks',
    'alert_channels',
    'schedules',
    'sessions',
  ],
  ...[
    'sign_in_links',
    'people',
    'memberships',
    'recovery_codes',
    'passkeys',
    'sign_in_steps',
    'pragma_freelist_count',
    'demo_visits',
    'media_place',
    'secrets',
    'json_each',
    'input_rows',
    'due',
    // The schema itself, read once by the first database in memory of a process.
    'sqlite_schema',
    // The rows that a count stops at.
    'found',
    // The posts that insights compare.
    'many',
    'CONSTANT',
  ],
]);

/** Statements allowed to sort, because they sort few rows: how they begin, and why. */
const SHORT_SORTS: readonly (readonly [begins: string, why: string])[] = [
  ['select * from "workspaces"', 'workspaces are few'],
  ['select "people".* from "people"', 'people are few'],
  ['select * from "accounts" where "workspace_id"', 'a workspace has few accounts'],
  ['select "schedule_id", "account_id" from "schedule_accounts"', 'schedules have few accounts'],
  ['select "targets".*, "accounts"."handle"', 'the targets of one page of posts'],
  ['select * from "target_parts" where "target_id" in', 'the parts of one page of posts, or of one claim'],
  ['select * from "attempts" where "target_id" in', 'the attempts of one post'],
  ['select "posts"."id" as "postId", "posts"."status" as "postStatus"', 'what a calendar shows of one week'],
  [
    'select "targets"."id" as "targetId", "targets"."post_id" as "postId"',
    'what a calendar or a schedule shows',
  ],
  ['select "post_labels"."post_id", "labels"."name"', 'the labels of one page of posts'],
  [
    'select "posts"."effective_at" as "effectiveAt", "posts"."id" as id from post_labels',
    'the posts of a label that has at most a thousand',
  ],
  [
    'select "posts"."id" as "postId", "posts"."status" from "targets"',
    'posts of one account with the same content',
  ],
  [
    'select "media".* from "media" where "media"."workspace_id" = ? and "media"."key" in',
    'files that the request names',
  ],
  ['select "id" from "comments" where "parent_id"', 'the answers to one comment'],
  ['select * from "comments" where "parent_id" in', 'the answers to one page of comments'],
  ['update "sends" set "attempt"', 'sends due in the same millisecond'],
  [
    'select "attempts"."id", (select count(*) from attempts',
    'what ran while the clock of a sandbox was moved',
  ],
];

let captured: Captured;
let test: BackendUnderTest<ManualClock>;
let empty: Database.Database;

beforeAll(async () => {
  captured = captureEmbedded();
  test = await BackendUnderTest.start({ validateResponses: false });
  const rows = await filled(test, { posts: 1_100, conversations: 60 });
  await readEveryList(test, rows);
  await doEverything(test);
  test.clock.advance(400 * DAY_MS);
  await test.backend.forget();
  captured.end();
  empty = new Database(':memory:');
  migrate(empty);
});

afterAll(async () => {
  empty.close();
  await test.close();
});

/** The statements of the backend, without those that the test filled the tables with. */
const statements = () =>
  captured.statements
    .map(({ text }) => text)
    .filter((text) => /^\s*(select|update|delete|with)/i.test(text) && !text.includes("printf('%026d'"));

/** The steps of a query plan. It depends only on the schema, because the database has no statistics. */
function planOf(text: string, database = empty): readonly string[] {
  const values = Array.from(text.matchAll(/\?/g), () => null);
  const steps: unknown[] = database.prepare(`explain query plan ${text}`).all(values);
  return steps.map((step) =>
    typeof step === 'object' && step && 'detail' in step ? String(step.detail) : '',
  );
}

const isOneOf = (text: string, list: readonly (readonly [string, string])[]): boolean =>
  list.some(([begins]) => text.trimStart().startsWith(begins));

it('posts and targets agree on their list position and on missing parts after every operation', async () => {
  const { db } = test.backend.services.store;
  const apart = await db
    .selectFrom('targets')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .select('posts.id')
    .whereRef('targets.listed_at', '!=', 'posts.effective_at')
    .execute();
  expect(apart).toEqual([]);
});

describe('queries on the embedded database', () => {
  it('are all captured', () => {
    expect(statements().length).toBeGreaterThan(150);
    for (const [begins] of SHORT_SORTS) {
      expect(statements().filter((text) => isOneOf(text, [[begins, '']]))).not.toEqual([]);
    }
  });

  it('never scan a whole table that grows', () => {
    const walks = statements().flatMap((text) =>
      planOf(text)
        .filter((step) => /^SCAN /.test(step) && !FEW.has(step.split(' ')[1] ?? ''))
        .map((step) => `${step}: ${text}`),
    );
    expect(walks).toEqual([]);
  });

  it('never sort what an index could return in order', () => {
    const sorts = statements()
      .filter((text) => !isOneOf(text, SHORT_SORTS))
      .filter((text) => planOf(text).some((step) => /TEMP B-TREE|AUTOMATIC/.test(step)));
    expect(sorts).toEqual([]);
  });

  it('scan and sort without the index of a list, which this test detects', () => {
    const bare = new Database(':memory:');
    migrate(bare);
    bare.exec('drop index posts_by_time; drop index posts_by_status; drop index posts_incomplete');
    const list = 'select id from posts where workspace_id = ? order by effective_at desc, id desc limit 1';
    expect(planOf(list, bare)).toEqual([
      expect.stringContaining('SCAN posts'),
      expect.stringContaining('TEMP B-TREE'),
    ]);
    bare.close();
  });
});
