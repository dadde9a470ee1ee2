import { inListOf, jsonKeys } from './queries/in-list.js';
import { prepared } from './queries/prepared.js';
import type { Queries } from './store.js';

/** The names of the labels of posts, in the order of each post. */
export async function labelsOfPosts(
  db: Queries,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byPost = new Map<string, string[]>();
  if (postIds.length === 0) return byPost;
  for (const { post_id, name } of await namesOf(db, { names: jsonKeys(postIds), amount: postIds.length })) {
    byPost.set(post_id, [...(byPost.get(post_id) ?? []), name]);
  }
  return byPost;
}

const namesOf = prepared((db, { names, amount }: { readonly names: string; readonly amount: number }) =>
  db
    .selectFrom('post_labels')
    .innerJoin('labels', 'labels.id', 'post_labels.label_id')
    .select(['post_labels.post_id', 'labels.name'])
    .where('post_labels.post_id', 'in', inListOf(names, amount))
    .orderBy('post_labels.position'),
);
