import { createHash } from 'node:crypto';
import type { OptionValue } from '../../../networks/content.js';
import type { OutgoingMedia, OutgoingPart, OutgoingPost, Prepared, SoughtPost } from '../outgoing-post.js';
import { notSent } from '../requests/exchange.js';
import { valueAt } from '../requests/json-answer.js';
import { isVideo } from '../requests/media-bytes.js';
import { sentCard } from '../requests/sent-card.js';
import { facetsOf } from './facets.js';
import { timestampId } from './timestamp-id.js';

export const POSTS = 'app.bsky.feed.post';
export const THREADGATES = 'app.bsky.feed.threadgate';

/** Keys of `Prepared`: the DID of a handle, the blob of a medium. */
export const didKey = (handle: string) => `did:${handle}`;
export const blobKey = (mediaKey: string) => `blob:${mediaKey}`;
export const jobKey = (mediaKey: string) => `job:${mediaKey}`;

/** A record of the post collection. */
export type PostRecord = Readonly<Record<string, unknown>> & { readonly text: string };

/**
 * The record key of a post: a timestamp identifier, as Bluesky requires, whose last 20 bits come from the post's
 * key. Every attempt uses the same key, since `since` is stored before the first one is sent. Two posts of an account only collide if they start in the same millisecond
 * and their hashes match, one in a million. `swapRecord: null` then makes Bluesky refuse the second post instead of
 * replacing the first.
 */
export function recordKeyOf({ key, since }: Pick<OutgoingPost, 'key' | 'since'>): string {
  const hash = createHash('sha256').update(key).digest();
  const microseconds = BigInt(since) * 1000n + BigInt(hash.readUInt16BE(0) % 1000);
  return timestampId(microseconds, hash.readUInt16BE(2));
}

/** The record, identical byte for byte on each attempt: its time is the start of the first attempt. */
export function recordOf(post: OutgoingPost, prepared: Prepared): PostRecord {
  const { text } = post.content;
  const facets = facetsOf(text, (handle) => prepared[didKey(handle)] ?? null);
  const embed = embedOf(post, prepared);
  return {
    $type: POSTS,
    text,
    createdAt: new Date(post.since).toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(embed && { embed }),
    ...languagesOf(post),
    ...labelsOf(post),
  };
}

/** A value or several values as a list. */
function listOf(value: OptionValue | undefined): readonly string[] {
  if (value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [String(value)];
}

function languagesOf({ content }: OutgoingPost) {
  const langs = listOf(content.options['languages']);
  return langs.length > 0 ? { langs } : {};
}

function labelsOf({ content }: OutgoingPost) {
  const values = listOf(content.options['labels']).map((val) => ({ val }));
  return values.length > 0 ? { labels: { $type: 'com.atproto.label.defs#selfLabels', values } } : {};
}

/** Threadgate rules by Postrider's option names. */
const GATE_RULES: Readonly<Record<string, string>> = {
  mentioned: 'app.bsky.feed.threadgate#mentionRule',
  following: 'app.bsky.feed.threadgate#followingRule',
  followers: 'app.bsky.feed.threadgate#followerRule',
};

/** The record that limits who can reply, under the post's key; null: everyone can. */
export function gateOf(post: SoughtPost, uri: string): Readonly<Record<string, unknown>> | null {
  const chosen = listOf(post.content.options['replySettings']);
  if (chosen.length === 0 || chosen.includes('everyone')) return null;
  const allow = chosen.flatMap((name) => {
    const $type = GATE_RULES[name];
    return $type === undefined ? [] : [{ $type }];
  });
  // No rules: nobody can reply.
  return { $type: THREADGATES, post: uri, allow, createdAt: new Date(post.since).toISOString() };
}

/** The record of a later post in a thread, with the languages and labels of the previous one. */
export function replyRecordOf(
  { text, since }: Pick<OutgoingPart, 'text' | 'since'>,
  parent: { readonly uri: string; readonly cid: string; readonly value: unknown },
  dids: Prepared,
): PostRecord {
  const facets = facetsOf(text, (handle) => dids[didKey(handle)] ?? null);
  const { uri, cid, value } = parent;
  const root = valueAt(value, 'reply', 'root') ?? { uri, cid };
  const langs = valueAt(value, 'langs');
  const labels = valueAt(value, 'labels');
  return {
    $type: POSTS,
    text,
    createdAt: new Date(since).toISOString(),
    reply: { root, parent: { uri, cid } },
    ...(facets.length > 0 && { facets }),
    ...(langs !== undefined && { langs }),
    ...(labels !== undefined && { labels }),
  };
}

function embedOf(
  { content, media }: OutgoingPost,
  prepared: Prepared,
): Readonly<Record<string, unknown>> | null {
  if (media.length > 0) {
    const blobOf = ({ key }: OutgoingMedia): unknown => JSON.parse(prepared[blobKey(key)] ?? 'null');
    const video = media.find(isVideo);
    if (video) {
      const alt = video.altText ? { alt: video.altText } : {};
      return { $type: 'app.bsky.embed.video', video: blobOf(video), ...alt, ...aspectOf(video) };
    }
    const images = media.map((image) => ({
      image: blobOf(image),
      alt: image.altText ?? '',
      ...aspectOf(image),
    }));
    return { $type: 'app.bsky.embed.images', images };
  }
  if (content.link === null) return null;
  // The lexicon requires a title and a description, and Bluesky does not fetch them.
  const { title, description, image } = sentCard({ content }, prepared);
  const thumb = image === null ? {} : { thumb: JSON.parse(image) };
  return { $type: 'app.bsky.embed.external', external: { uri: content.link, title, description, ...thumb } };
}

/** @throws NetworkRefusal it is not a URL */
export function linkOf(link: string): URL {
  if (URL.canParse(link)) return new URL(link);
  throw notSent('option_invalid', `The link "${link}" is not a URL, such as https://fernhill.example/menu.`);
}

/** In pixels, so that apps reserve the space while the media loads. */
function aspectOf({ width, height }: OutgoingMedia) {
  return width === null || height === null ? {} : { aspectRatio: { width, height } };
}
