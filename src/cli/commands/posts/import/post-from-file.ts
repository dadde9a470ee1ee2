import type { PostriderClient } from '../../../../client/client.js';
import type { Platform } from '../../../../contract/platforms.js';
import type { CreatePost } from '../../../../contract/posts/content.js';
import type { Context } from '../../../context.js';
import { usageFailure } from '../../../failure.js';
import { IN_FILE, timeReader } from '../../../input/chosen-time.js';
import type { When } from '../when.js';
import { asProposal } from './proposal.js';

/** A post from a file, ready to be created. */
export interface PostFromFile {
  readonly post: CreatePost;
  readonly soon: boolean;
  readonly assumptions: readonly string[];
  readonly idempotencyKey: string | undefined;
}

/** Options beside the file, which override it. */
interface Typed {
  readonly platforms: readonly Platform[];
  readonly accountIds: readonly string[];
  readonly when: When | null;
  readonly draft: boolean;
  /** Save it as a draft that proposes its time. */
  readonly propose: boolean;
}

/**
 * Reads a post from a Markdown file and uploads its media.
 *
 * @throws CliFailure naming the file, the line and the field
 */
export async function postFromFile(
  path: string,
  typed: Typed,
  client: PostriderClient,
  context: Context,
): Promise<PostFromFile> {
  const [
    { readPostFile },
    { checkFiles, withStoredMedia, withTimes },
    { inFileNames, InvalidPost },
    readTime,
  ] = await Promise.all([
    import('./post-file.js'),
    import('./prepare-post.js'),
    import('./parsed-post.js'),
    timeReader(client, context, IN_FILE),
  ]);
  const file = await readPostFile(path, context);
  try {
    const { post, soon, assumptions } = withTimes(overridden(file.post, typed), readTime);
    await checkFiles(post, file.folder);
    const stored = await withStoredMedia(post, file.folder, client, context);
    const { idempotencyKey } = file;
    if (typed.propose) return { post: proposal(stored), soon: false, assumptions, idempotencyKey };
    return { post: stored, soon, assumptions, idempotencyKey };
  } catch (error) {
    throw error instanceof InvalidPost ? file.failure(inFileNames(error, file)) : error;
  }
}

/** @throws CliFailure if neither the file nor an option names a time */
function proposal(post: CreatePost): CreatePost {
  const proposed = asProposal(post);
  if (proposed.proposed === undefined)
    throw usageFailure('--propose needs a time: in the file, or --now, --at, --queue or --slot.');
  return proposed;
}

/** Applies the options to the post in the file. */
function overridden(post: CreatePost, { platforms, accountIds, when, draft }: Typed): CreatePost {
  const { platforms: _p, accountIds: _a, ...unplaced } = post;
  const isPlaced = platforms.length > 0 || accountIds.length > 0;
  const placed: CreatePost = isPlaced
    ? {
        ...unplaced,
        ...(platforms.length > 0 && { platforms: [...platforms] }),
        ...(accountIds.length > 0 && { accountIds: [...accountIds] }),
      }
    : post;
  if (when === null && !draft) return placed;
  const { scheduleMode: _m, scheduledAt: _s, timezone: _t, slotId: _i, together: _g, ...untimed } = placed;
  const isTimed = untimed.overrides?.some(({ scheduledAt }) => scheduledAt) ?? false;
  if (isTimed) throw usageFailure('The file sets times for single accounts. Change them in the file.');
  return { ...untimed, ...(when === null ? { scheduleMode: 'draft' } : when.time) };
}
