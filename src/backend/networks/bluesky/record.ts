import { createHash } from 'node:crypto';
import type { OutgoingPost, Prepared } from '../adapter.js';
import { timestampId } from '../timestamp-id.js';
import { facetsOf } from './facets.js';

export const POSTS = 'app.bsky.feed.post';

/** Names under which `prepare` keeps what it found: the account of a handle, the blob of a medium. */
export const didKey = (handle: string) => `did:${handle}`;
export const blobKey = (mediaKey: string) => `blob:${mediaKey}`;

/**
 * The record key of a post: a timestamp identifier, as posts must have, whose last 20 bits come from the
 * post's own key. The same post gets the same key on each attempt; two posts of one account get the same only
 * if they begin in the same millisecond and their hashes agree, one in a million, and then `swapRecord: null`
 * makes Bluesky refuse the second instead of replacing the first.
 */
export function recordKeyOf({ key, since }: OutgoingPost): string {
  const hash = createHash('sha256').update(key).digest();
  const microseconds = BigInt(since) * 1000n + BigInt(hash.readUInt16BE(0) % 1000);
  return timestampId(microseconds, hash.readUInt16BE(2));
}

/** The record, equal byte for byte on each attempt: its time is when the first attempt began. */
export function recordOf(post: OutgoingPost, prepared: Prepared): Readonly<Record<string, unknown>> {
  const { text } = post.content;
  const facets = facetsOf(text, (handle) => prepared[didKey(handle)] ?? null);
  const embed = embedOf(post, prepared);
  return {
    $type: POSTS,
    text,
    createdAt: new Date(post.since).toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(embed && { embed }),
  };
}

function embedOf(
  { content, media }: OutgoingPost,
  prepared: Prepared,
): Readonly<Record<string, unknown>> | null {
  if (media.length > 0) {
    const images = media.map(({ key, altText }) => ({
      image: JSON.parse(prepared[blobKey(key)] ?? 'null'),
      alt: altText ?? '',
    }));
    return { $type: 'app.bsky.embed.images', images };
  }
  if (content.link === null) return null;
  // The lexicon demands a title and a description; nothing fetches them for us.
  const title = content.title ?? new URL(content.link).host;
  return { $type: 'app.bsky.embed.external', external: { uri: content.link, title, description: '' } };
}
