import type { PostDraft } from '../../../../contract/posts/content.js';
import type { MediaFacts } from '../../../../networks/media-facts.js';
import { RequestRefused } from '../../../operations/refusal.js';
import type { PostRow } from '../../../store/schema.js';
import type { Queries, Write } from '../../../store/store.js';
import { canConvert } from '../../media/convert/sharp.js';
import { factsOf, findMedia } from '../../media/repository.js';

/** What planning a post needs to know about its media. */
export interface PostMedia {
  /** By key. A key that is missing here does not exist. */
  readonly facts: ReadonlyMap<string, MediaFacts>;
  /** The alt texts that files have, by key. */
  readonly altTexts: ReadonlyMap<string, string>;
  /** Whether images can be converted for publishing. */
  readonly canConvert: boolean;
}

type Naming = Pick<PostDraft, 'mediaUrls' | 'overrides'>;

/** Every media key of a post: its own, those of its overrides, and covers. */
function mediaKeysOf({ mediaUrls = [], overrides = [] }: Naming): readonly string[] {
  const others = overrides.flatMap(({ mediaUrls: own, cover }) => [
    ...(own ?? []),
    ...(cover ? [cover] : []),
  ]);
  return [...new Set([...mediaUrls, ...others])];
}

/** Reads the facts about a post's media, in one query, or none if the post has no media. */
export async function mediaOf(
  db: Queries,
  workspaceId: string,
  ...posts: readonly Naming[]
): Promise<PostMedia> {
  const rows = await findMedia(db, workspaceId, posts.flatMap(mediaKeysOf));
  const facts = new Map([...rows].map(([key, row]) => [key, factsOf(row)]));
  const anyImage = [...facts.values()].some(({ kind }) => kind === 'image');
  const altTexts = new Map([...rows].flatMap(([key, { alt_text }]) => (alt_text ? [[key, alt_text]] : [])));
  return { facts, altTexts, canConvert: anyImage && (await canConvert()) };
}

/** A post with the alt texts that its files have, unless it gives alt texts itself. */
export function withAltTexts<Body extends Pick<PostDraft, 'mediaUrls' | 'altTexts'>>(
  body: Body,
  { altTexts }: PostMedia,
): Body {
  const { mediaUrls = [] } = body;
  if (body.altTexts !== undefined || !mediaUrls.some((key) => altTexts.has(key))) return body;
  return { ...body, altTexts: mediaUrls.map((key) => altTexts.get(key) ?? '') };
}

/** Like {@link keepMediaInUse}, for a post that may already use other media. */
export async function replaceMediaInUse(...post: Parameters<typeof keepMediaInUse>): Promise<void> {
  const [trx, { id }] = post;
  await trx.deleteFrom('post_media').where('post_id', '=', id).execute();
  await keepMediaInUse(...post);
}

/**
 * Records which media a new post uses, in the transaction that creates it. Media in use cannot be deleted, and count
 * as used now.
 *
 * @param media the media that the post was checked with
 * @param now workspace time, epoch milliseconds
 * @throws RequestRefused if one of them was deleted after it was read
 */
export async function keepMediaInUse(
  trx: Write,
  post: Pick<PostRow, 'id' | 'workspace_id'>,
  content: Naming,
  media: PostMedia,
  now: number,
): Promise<void> {
  const keys = mediaKeysOf(content).filter((key) => media.facts.has(key));
  if (keys.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('media')
    .set({ used_at: now })
    .where('workspace_id', '=', post.workspace_id)
    .where('key', 'in', keys)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== BigInt(keys.length)) {
    throw new RequestRefused(
      'state_conflict',
      'A media file of the post was deleted while this request was being handled. Upload it again, then repeat the request.',
    );
  }
  await trx
    .insertInto('post_media')
    .values(keys.map((key) => ({ post_id: post.id, media_key: key, workspace_id: post.workspace_id })))
    .execute();
}
