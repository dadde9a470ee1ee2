import type { PostriderClient } from '../../../client/client.js';
import type { Post } from '../../../contract/posts/posts.js';
import { flag, type Options, versionOption } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** The argument of every command on a stored post. */
export const POST_ARGUMENT = { name: '<id>', description: 'Post id (post_…)' } as const;

/** Refuses to publish a post that has no networks. @throws CliFailure */
export function refuseWithoutNetworks({ id, targets }: Post): void {
  if (targets.length > 0) return;
  throw new CliFailure('refused', 'This post has no networks to publish on.', {
    changed: 'nothing',
    next: [`Choose some: ${typed(`posts edit ${id} --to <networks>`)}`],
    data: { code: 'target_required' },
  });
}

/** The options of every change to a post. */
export const CHANGE_OPTIONS = {
  ifVersion: versionOption('Only if the post is still at this version (default: the current one)'),
  yes: flag('-y, --yes', 'Skip the confirmation prompt'),
} as const satisfies Options;

/**
 * Reads a post before changing it. The change is sent for the version read here, so that it cannot apply to a state
 * nobody looked at.
 *
 * @throws CliFailure if the post is not at the expected version
 */
export async function readForChange(
  id: string,
  ifVersion: number | undefined,
  client: PostriderClient,
  context: Context,
): Promise<Post> {
  const post = await client.posts.get(id, {}, { signal: context.signal });
  if (ifVersion === undefined || ifVersion === post.version) return post;
  throw new CliFailure(
    'refused',
    `The post was changed in the meantime: it is at version ${post.version} (${post.status}), not ${ifVersion}.`,
    {
      changed: 'nothing',
      next: [`View it: ${typed(`posts get ${post.id}`)}`, `Then try again with --if-version ${post.version}`],
      data: { code: 'version_conflict', current: { version: post.version, status: post.status } },
    },
  );
}
