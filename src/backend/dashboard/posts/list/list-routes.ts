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
  const filter = readFilter((name) => query.get(name) ?? '');
  const rows = rowCount(query, 'rows', STEP);
  const cursor = query.get('cursor') ?? '';
  const selection = selectionOf(filter, user);
  const order = directionOf(filter);
  const counted = TABS.map(async ({ status }) => {
    const { platform, text } = selection;
    return [status, await user.call('posts.count', { query: { platform, text, status } })] as const;
  });
  const [listed, total, ...counts] = await Promise.all([
    readRows(rows, cursor, (asked) => user.call('posts.list', { query: { ...selection, order, ...asked } })),
    user.call('posts.count', { query: selection }),
    ...counted,
  ]);
  const page = { ...listed, data: listed.data.map((post) => inOwnZone(post, user)) };
  const facts = await rowFacts(user, page.data);
  return PostsPage({ user, page, facts, filter, at: { rows, cursor }, counts: new Map(counts), total });
}
