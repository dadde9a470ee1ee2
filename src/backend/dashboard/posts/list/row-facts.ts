import { sql } from 'kysely';
import type { Media } from '../../../../contract/media/media.js';
import type { Post } from '../../../../contract/posts/posts.js';
import { inList } from '../../../store/queries/in-list.js';
import { type LabelColors, labelColors } from '../../labels/read-labels.js';
import { ownAddress } from '../../media/shown-media.js';
import type { User } from '../../user.js';

/** What a row shows besides the post. */
export interface RowFacts {
  /** The thumbnail of the first file, by its storage key; null if the file has none. */
  readonly thumbnails: ReadonlyMap<string, string | null>;
  /** The name of the API key that created the post, by the post’s id. */
  readonly authors: ReadonlyMap<string, string>;
  readonly labels: LabelColors;
}

/** The API’s maximum page size. */
const MAX_PER_CALL = 100;

export async function rowFacts(user: User, posts: readonly Post[]): Promise<RowFacts> {
  const [media, authors, labels] = await Promise.all([
    firstMedia(user, posts),
    authorsOf(user, posts),
    labelColors(user),
  ]);
  return { thumbnails: new Map(media.map((medium) => [medium.key, thumbnailOf(medium)])), authors, labels };
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

async function authorsOf({ db }: User, posts: readonly Post[]): Promise<Map<string, string>> {
  if (posts.length === 0) return new Map();
  const { rows } = await sql<{ id: string; label: string }>`select posts.id, api_keys.label from posts
    join api_keys on api_keys.id = posts.created_by_key
    where posts.id in ${inList(posts.map(({ id }) => id))}`.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}
