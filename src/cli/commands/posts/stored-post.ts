import type { PostriderClient } from '../../../client/client.js';
import type { Post } from '../../../contract/posts/posts.js';
import { flag, type Options, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** The argument that names a post which is there already. */
export const POST_ARGUMENT = { name: '<id>', description: 'The post’s id (post_…)' } as const;

/** What every change of a post takes. */
export const CHANGE_OPTIONS = {
  ifVersion: whole('--if-version <number>', 'Only if it is still this version (default: as it is now)', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  }),
  yes: flag('-y, --yes', 'Do not ask for confirmation'),
} as const satisfies Options;

/**
 * Reads the post that is to be changed. The change is then sent for the version that was read, so that it never
 * reaches another state than the one that was looked at.
 *
 * @throws CliFailure where it is another version than the one that was named
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
    `The post is at version ${post.version} (${post.status}), not ${ifVersion}: it was changed in the meantime.`,
    {
      changed: 'nothing',
      next: [`See it: ${typed(`posts get ${post.id}`)}`, `Then repeat it with --if-version ${post.version}`],
      data: { code: 'version_conflict', current: { version: post.version, status: post.status } },
    },
  );
}
