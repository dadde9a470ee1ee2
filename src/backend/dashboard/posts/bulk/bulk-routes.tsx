import type { Post } from '../../../../contract/posts/posts.js';
import type { Log } from '../../../base/log.js';
import { inOwnZone } from '../../layout/local-times.js';
import type { FormVisit, PageRoutes } from '../../routes.js';
import type { User } from '../../user.js';
import { type ListFilter, readFilter } from '../list/list-filter.js';
import { rowFacts } from '../list/row-facts.js';
import { postIfExists } from '../post-if-exists.js';
import { actOn, type BulkRequest, type BulkResult } from './bulk-act.js';
import { pickAll, readPicked, readRequest } from './bulk-form.js';
import { BulkResultPage, BulkReviewPage } from './bulk-pages.js';
import type { Picked } from './picked.js';

/** Approving, moving and deleting several posts of a list. */
export function addBulk(routes: PageRoutes, log: Log): void {
  routes.post('/posts/bulk', async (visit: FormVisit) => {
    const { user, form } = visit;
    const request = readRequest(form);
    const filter = readFilter((name) => form.text(name));
    if (form.ticked('all')) return review(visit, request, filter, await pickAll(user, filter), 0);
    const picked = readPicked(form);
    if (request.act !== 'move' && request.act !== 'label' && !form.ticked('sure')) {
      const posts = await postsOf(user, picked);
      if (posts.length > 0 && (request.act === 'delete' || posts.some(isForNow))) {
        return review(visit, request, filter, posts, picked.length - posts.length);
      }
    }
    const results = await actOnAll(user, picked, request, log);
    return BulkResultPage({ user, request, filter, results });
  });
}

/** Whether an approval publishes the post at once. */
const isForNow = ({ proposed }: Post): boolean => proposed?.scheduleMode === 'now';

/**
 * The selected posts that still exist, in the versions that were selected: a post that has changed since is
 * refused later.
 */
async function postsOf(user: User, picked: readonly Picked[]): Promise<readonly Post[]> {
  const found = await Promise.all(picked.map(({ id }) => postIfExists(user, id)));
  return picked.flatMap(({ version }, index) => {
    const post = found[index];
    return post ? [{ ...post, version }] : [];
  });
}

async function review(
  { user }: FormVisit,
  request: BulkRequest,
  filter: ListFilter,
  found: readonly Post[],
  gone: number,
) {
  const posts = found.map((post) => inOwnZone(post, user));
  return BulkReviewPage({ user, request, filter, posts, gone, facts: await rowFacts(user, posts) });
}

/** Acts on one post after the other. After a fault, nothing further is tried. */
async function actOnAll(
  user: User,
  picked: readonly Picked[],
  request: BulkRequest,
  log: Log,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  let isBroken = false;
  for (const one of picked) {
    if (isBroken) {
      results.push({ id: one.id, line: '', done: false, words: 'Not tried, because of the error before.' });
      continue;
    }
    try {
      results.push(await actOn(user, one, request));
    } catch (error) {
      log.error({ err: error, post: one.id, requestId: user.requestId }, 'A bulk change failed.');
      isBroken = true;
      const words = 'An internal error occurred. Open the post to see whether it was changed.';
      results.push({ id: one.id, line: '', done: false, words });
    }
  }
  return results;
}
