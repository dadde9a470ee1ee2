import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post, TargetPreview } from '../../../contract/posts/posts.js';
import { mayDo } from '../../../contract/posts/status.js';
import { RequestRefused } from '../../operations/refusal.js';
import { previewSheet } from '../../simulators/post-preview.js';
import type { PreviewContext } from '../compose/network-preview.js';
import { previewContext } from '../compose/preview-context.js';
import type { User } from '../user.js';

/** A post as its networks would show it. */
export interface PostPreviews {
  readonly shows: PreviewContext;
  /** By account id. */
  readonly targets: ReadonlyMap<string, TargetPreview>;
  /** The address of the style sheet. */
  readonly sheet: string;
}

/**
 * What a stored post would look like, so that people see what will be public before they approve or retry it.
 *
 * @returns null if it can no longer change, or if its networks’ rules leave nothing to show
 */
export async function postPreviews(
  user: User,
  post: Post,
  accounts: readonly Account[],
): Promise<PostPreviews | null> {
  if (!mayDo('update', post.status) || post.targets.length === 0) return null;
  const targets = await dryRun(user, post);
  const [shows, { path }] = await Promise.all([
    previewContext(user, accounts, { mediaUrls: [], altTexts: [], device: 'desktop' }, targets),
    previewSheet(),
  ]);
  return { shows, targets: new Map(targets.map((target) => [target.accountId, target])), sheet: path };
}

async function dryRun(user: User, post: Post): Promise<readonly TargetPreview[]> {
  const { text, mediaUrls, altTexts, overrides, link } = post;
  const accountIds = post.targets.map(({ accountId }) => accountId);
  const body = {
    text,
    mediaUrls,
    altTexts,
    overrides,
    link,
    accountIds,
    scheduleMode: 'draft',
    postId: post.id,
  };
  try {
    return (await user.call('posts.validate', { body })).targets;
  } catch (error) {
    if (error instanceof RequestRefused) return [];
    throw error;
  }
}
