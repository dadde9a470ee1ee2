import { sql } from 'kysely';
import type { Platform } from '../../../../contract/platforms.js';
import { PLATFORMS } from '../../../../contract/platforms.js';
import { RULES } from '../../../../networks/rules.js';
import type { NetworkAdapter } from '../../../networks/adapter.js';
import type { Connection } from '../../../networks/connection.js';
import type { NewComment, News } from '../../../networks/inbox-adapter.js';
import { inList } from '../../../store/queries/in-list.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Queries, Store } from '../../../store/store.js';
import { accountReadsComments } from '../../accounts/view.js';
import { budgetWords, spentAfter, type UnitsLeft, unitsLeft } from './day-budget.js';
import { MAX_CHECK_READS, nextToCheck } from './deletions.js';
import { subjectsOf } from './news-subjects.js';
import {
  ANNOUNCED_ID,
  insertNotice,
  type NewsSubject,
  type NoticeClaim,
  type NoticeSubject,
  renewNotice,
  type Spent,
} from './notices.js';
import { bringForwardIfNudged } from './nudge-looks.js';

const SECOND_MS = 1000;
/** Each look without news makes the pause this much longer, until the longest. */
const GROWTH = 1.5;
/** Between looks at a list that is longer than one look reads: half of Mastodon's 300 requests in 5 minutes. */
const BEHIND_MS = 10 * SECOND_MS;
/** So long after a notice others are expected. */
const ANNOUNCED_MS = 24 * 60 * 60 * SECOND_MS;

const POLLED: readonly Platform[] = PLATFORMS.filter((platform) => RULES[platform].inbox?.polled);

/**
 * Each real account whose network does not announce what is new has one standing notice, which is due again after each
 * look. Here those get one that have none.
 *
 * @param now system time
 */
export async function beginPolling(store: Store, now: number): Promise<void> {
  const accounts = await store.db
    .selectFrom('accounts')
    .selectAll('accounts')
    .where('simulated', '=', 0)
    .where('platform', 'in', [...POLLED])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('inbox_notices')
            .select('inbox_notices.id')
            .where('inbox_notices.id', '=', sql<string>`'news_' || accounts.id`),
        ),
      ),
    )
    .execute();
  for (const account of accounts) {
    if (!accountReadsComments(account)) continue;
    const subject: NewsSubject = { kind: 'news', cursor: null, quiet: 0, withheld: [] };
    await store.write((trx) => insertNotice(trx, account, subject, now, `news_${account.id}`));
  }
}

/** What a look has found: notices of what to read, and the standing notice as it continues. */
export interface LookedFor {
  readonly found: readonly NoticeSubject[];
  /** The post whose comments are looked through for deleted ones next; null: none. */
  readonly toCheck: string | null;
  readonly next: NewsSubject;
  /** Milliseconds until the next look. */
  readonly pause: number;
}

interface LookDependencies {
  readonly db: Queries;
  readonly account: AccountRow;
  readonly adapter: NetworkAdapter;
  /** For one call. */
  connect(): Connection;
  /** Workspace time. */
  now(): number;
  /** Milliseconds between two looks; undefined: those of the network. */
  readonly looksEvery: number | undefined;
}

/**
 * Asks a network what is new for an account.
 *
 * @throws what the network answers
 */
export async function lookForNews(dependencies: LookDependencies, subject: NewsSubject): Promise<LookedFor> {
  const { account, adapter, connect, db } = dependencies;
  const rules = RULES[account.platform].inbox?.polled;
  if (!adapter.news || !rules) throw new Error(`${account.platform} is not asked for what is new.`);
  const { budget } = rules;
  const units = budget && (await unitsLeft(db, account, subject, budget, dependencies.now()));
  if (budget && units && units.left <= 0) {
    const { failingSince: _, ...asBefore } = subject;
    const next = { ...asBefore, withheld: [budgetWords(budget, units)] };
    return { found: [], toCheck: null, next, pause: units.until - dependencies.now() };
  }
  const looked = await adapter.news.look(connect(), subject.cursor, units?.left ?? Number.POSITIVE_INFINITY);
  const isAnnounced = announcedSeconds(dependencies, subject) !== null;
  const comments = isAnnounced ? await withoutKnown(dependencies, looked.comments) : looked.comments;
  const news = { ...looked, comments };
  const found = await subjectsOf(dependencies, news);
  const quiet = found.length > 0 ? 0 : subject.quiet + 1;
  const isMissed = isAnnounced && comments.length > 0 && !(await hasAnnouncements(dependencies));
  const missedAt = isMissed ? dependencies.now() : subject.missedAt;
  const pause =
    announcedSeconds(dependencies, { missedAt }) ??
    Math.min(rules.seconds.value * GROWTH ** quiet, rules.quietSeconds.value);
  const { checked = null } = subject;
  const check =
    news.more || !adapter.comments?.isGone
      ? { toCheck: null, checked }
      : await nextToCheck(db, account, checked, dependencies.now());
  return {
    found,
    toCheck: check.toCheck,
    next: {
      kind: 'news',
      cursor: news.cursor,
      quiet: Math.min(quiet, 20),
      withheld: news.withheld,
      checked: check.checked,
      ...(missedAt !== undefined && { missedAt }),
      ...(units && { spent: spentOn(news, check.toCheck, { subject, units, now: dependencies.now() }) }),
    },
    pause: dependencies.looksEvery ?? (news.more ? BEHIND_MS : pause * SECOND_MS),
  };
}

/** What a look has used, with the most that its check for deleted comments can. */
function spentOn(
  news: News,
  toCheck: string | null,
  before: { readonly subject: NewsSubject; readonly units: UnitsLeft; readonly now: number },
): Spent {
  const used = (news.units ?? 0) + (toCheck === null ? 0 : MAX_CHECK_READS);
  return spentAfter(before.subject, used, before.units, before.now);
}

/**
 * The pause between two looks while the network announces what is new, in seconds; null: it does not, has not for a
 * while, or a look has found what it had not announced since then.
 */
function announcedSeconds(
  { account, now }: LookDependencies,
  { missedAt = 0 }: { readonly missedAt?: number | undefined },
): number | null {
  const { announcedSeconds: seconds } = RULES[account.platform].inbox?.polled ?? {};
  const at = account.noticed_at;
  if (seconds === undefined || at === null || at <= missedAt || now() - at > ANNOUNCED_MS) return null;
  return seconds.value;
}

/** Leaves out comments that are stored, because the network has announced them. */
async function withoutKnown(
  { db, account }: LookDependencies,
  comments: readonly NewComment[],
): Promise<readonly NewComment[]> {
  if (comments.length === 0) return comments;
  const rows = await db
    .selectFrom('comments')
    .select('network_comment_id')
    .where('account_id', '=', account.id)
    .where('network_comment_id', 'in', inList(comments.map((one) => one.networkCommentId)))
    .execute();
  const known = new Set(rows.map((row) => row.network_comment_id));
  return comments.filter((one) => !known.has(one.networkCommentId));
}

/** Whether something that the network has announced waits to be read. */
async function hasAnnouncements({ db, account }: LookDependencies): Promise<boolean> {
  const waiting = await db
    .selectFrom('inbox_notices')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', 'like', `${ANNOUNCED_ID}%`)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Stores what a look has found, and when the next one is due, in one commit.
 *
 * @returns false where another process has claimed it: then nothing was written
 */
export function finishLook(
  store: Store,
  claim: NoticeClaim,
  { found, toCheck, next, pause }: LookedFor,
  time: { readonly now: number; readonly systemNow: number },
): Promise<boolean> {
  const withheld = next.withheld.length === 0 ? null : JSON.stringify(next.withheld);
  return renewNotice(store, claim, next, { ...time, until: time.now + pause }, async (trx) => {
    await bringForwardIfNudged(trx, claim.account, time.systemNow);
    if (withheld !== claim.account.inbox_withheld) {
      await trx
        .updateTable('accounts')
        .set({ inbox_withheld: withheld })
        .where('id', '=', claim.account.id)
        .execute();
    }
    for (const subject of found) await insertNotice(trx, claim.account, subject, time.systemNow);
    if (toCheck !== null) {
      const subject: NoticeSubject = { kind: 'deletions', networkPostId: toCheck };
      // One at a time.
      await insertNotice(trx, claim.account, subject, time.systemNow, `deletions_${claim.account.id}`);
    }
  });
}
