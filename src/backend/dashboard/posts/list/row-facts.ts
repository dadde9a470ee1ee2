import type { Media } from '../../../../contract/media/media.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { refusedAmong } from '../../../domain/posts/approval/other-approver.js';
import { type LabelColors, labelColors } from '../../labels/read-labels.js';
import { ownAddress } from '../../media/shown-media.js';
import { callerOf, type User } from '../../user.js';

/** What a row shows besides the post. */
export interface RowFacts {
  /** The thumbnail of the first file, by its storage key; null if the file has none. */
  readonly thumbnails: ReadonlyMap<string, string | null>;
  readonly labels: LabelColors;
  /** Drafts that somebody else has to approve, because the user wrote them. */
  readonly ownDrafts: ReadonlySet<string>;
}

/** The API’s maximum page size. */
const MAX_PER_CALL = 100;

export async function rowFacts(user: User, posts: readonly Post[]): Promise<RowFacts> {
  const proposals = posts.filter(({ status, proposed }) => status === 'draft' && proposed !== null);
  const [media, labels, own] = await Promise.all([
    firstMedia(user, posts),
    labelColors(user),
    refusedAmong(
      user.db,
      callerOf(user),
      proposals.map(({ id }) => id),
    ),
  ]);
  const thumbnails = new Map(media.map((medium) => [medium.key, thumbnailOf(medium)]));
  return { thumbnails, labels, ownDrafts: new Set(own) };
}

/** The address of a picture for a file; null for a video without a thumbnail. */
function thumbnailOf({ thumbnailUrl, kind, url }: Media): string | null {
  const source = thumbnailUrl ?? (kind === 'image' ? url : null);
  return source === null ? null : ownAddress(source);
}

async function firstMedia(user: User, posts: readonly Post[]): Promise<Media[]> {
  const keys = [...new Set(posts.flatMap(({ mediaUrls }) => mediaUrls.slice(0, 1)))];
  const pages = Array.from({ length: Math.ceil(keys.length / MAX_PER_CALL) }, (_, page) =>
    user.call('media.list', {
      query: {
        keys: keys.slice(page * MAX_PER_CALL, (page + 1) * MAX_PER_CALL).join(','),
        limit: String(MAX_PER_CALL),
      },
    }),
  );
  return (await Promise.all(pages)).flatMap(({ data }) => data);
}
