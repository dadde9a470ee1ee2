import { PLATFORMS } from '../../../../contract/platforms.js';
import type { PostCount } from '../../../../contract/posts/posts.js';
import { requireLabelIfNamed } from '../../../domain/labels/post-labels.js';
import { proposalsFor } from '../../../domain/posts/list/proposals.js';
import { labelColors } from '../../labels/read-labels.js';
import { inOwnZone } from '../../layout/local-times.js';
import type { PageRoutes, Visit } from '../../routes.js';
import { readRows, rowCount } from '../../rows.js';
import { callerOf, type User } from '../../user.js';
import {
  APPROVALS,
  ATTENTION,
  directionOf,
  type ListFilter,
  NEED_YOU,
  readFilter,
  STEP,
  selectionOf,
  TABS,
} from './list-filter.js';
import { PostsPage } from './list-page.js';
import { rowFacts } from './row-facts.js';

export function addPostList(routes: PageRoutes): void {
  routes.get('/posts', listPosts);
}

async function listPosts({ user, query }: Visit) {
  const labels = await labelColors(user);
  const asked = readFilter((name) => query.get(name) ?? '');
  // A label that was renamed or deleted filters nothing.
  const filter = labels.has(asked.label) ? asked : { ...asked, label: '' };
  const rows = rowCount(query, 'rows', STEP);
  const cursor = query.get('cursor') ?? '';
  const selection = selectionOf(filter, user);
  const order = directionOf(filter);
  const [listed, total, counts] = await Promise.all([
    readRows(rows, cursor, (part) => user.call('posts.list', { query: { ...selection, order, ...part } })),
    user.call('posts.count', { query: selection }),
    tabCounts(user, filter),
  ]);
  const page = { ...listed, data: listed.data.map((post) => inOwnZone(post, user)) };
  const facts = await rowFacts(user, page.data);
  return PostsPage({ user, page, facts, filter, at: { rows, cursor }, counts, total });
}

/** How many posts each tab has, by its status. Of drafts to approve, only those count that the user can approve. */
async function tabCounts(user: User, filter: ListFilter): Promise<ReadonlyMap<string, PostCount>> {
  const { platform, label, text } = selectionOf(filter, user);
  const countOf = (status: string) => user.call('posts.count', { query: { platform, label, text, status } });
  const approvals = approvableOf(user, filter);
  const counts = TABS.map(async ({ status }) => {
    if (status === APPROVALS) return [status, await approvals] as const;
    if (status !== NEED_YOU) return [status, await countOf(status)] as const;
    return [status, sumOf(await countOf(ATTENTION), await approvals)] as const;
  });
  return new Map(await Promise.all(counts));
}

async function approvableOf(user: User, { platform, label, text }: ListFilter): Promise<PostCount> {
  const { db, workspace } = user;
  const named = label === '' ? undefined : await requireLabelIfNamed(db, workspace.id, label);
  const platforms = PLATFORMS.filter((one) => platform.split(',').includes(one));
  const selection = { platforms, label: named, text: text === '' ? undefined : text };
  return (await proposalsFor(db, callerOf(user), selection)).approvable;
}

const sumOf = (one: PostCount, other: PostCount): PostCount => ({
  count: one.count + other.count,
  isExact: one.isExact && other.isExact,
});
