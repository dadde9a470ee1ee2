import { labelColors } from '../../labels/read-labels.js';
import { inOwnZone } from '../../layout/local-times.js';
import type { PageRoutes, Visit } from '../../routes.js';
import { readRows, rowCount } from '../../rows.js';
import { directionOf, readFilter, STEP, selectionOf, TABS } from './list-filter.js';
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
  const counted = TABS.map(async ({ status }) => {
    const { platform, label, text } = selection;
    return [status, await user.call('posts.count', { query: { platform, label, text, status } })] as const;
  });
  const [listed, total, ...counts] = await Promise.all([
    readRows(rows, cursor, (part) => user.call('posts.list', { query: { ...selection, order, ...part } })),
    user.call('posts.count', { query: selection }),
    ...counted,
  ]);
  const page = { ...listed, data: listed.data.map((post) => inOwnZone(post, user)) };
  const facts = await rowFacts(user, page.data);
  return PostsPage({ user, page, facts, filter, at: { rows, cursor }, counts: new Map(counts), total });
}
