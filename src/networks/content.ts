import { isPlatform, type Platform } from '../contract/platforms.js';
import type { Disclosure, Override, PostDraft, PostType, Privacy } from '../contract/posts/content.js';
import { linksIn } from './count/links.js';
import { RULES } from './rules.js';

/** The fields of a post that determine what each target publishes. */
export type PostBody = Pick<PostDraft, 'text' | 'mediaUrls' | 'altTexts' | 'overrides' | 'link'>;

/** An account a post is published to. */
export interface TargetAccount {
  readonly id: string;
  readonly platform: Platform;
}

/** The value of a rarer option. */
export type OptionValue = NonNullable<NonNullable<Override['options']>[string]>;

/** What one account publishes, with all overrides applied. */
export interface TargetContent {
  readonly text: string;
  readonly mediaUrls: readonly string[];
  readonly altTexts: readonly string[];
  readonly title: string | null;
  readonly privacy: Privacy | null;
  readonly postType: PostType | null;
  readonly madeForKids: boolean | null;
  readonly boardId: string | null;
  readonly link: string | null;
  /** The posts that follow the first one, in order. */
  readonly thread: readonly string[];
  readonly firstComment: string | null;
  /** Storage key of a video's cover image. */
  readonly cover: string | null;
  readonly disclosure: readonly Disclosure[];
  /** Rarer options, by Postrider's names. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

export type ContentField = keyof TargetContent;

/** A target's content, and for each field where the request body sets it, or would have to. */
export interface TracedContent {
  readonly content: TargetContent;
  readonly pointers: Readonly<Record<ContentField, string>>;
}

const BASE_FIELDS: readonly ContentField[] = ['text', 'mediaUrls', 'altTexts'];

/**
 * Merges a post with its overrides for one account. The post's link is attached where the network has a field for it,
 * otherwise added at the end of the text.
 *
 * An override for the account wins over one for its platform, which wins over the post itself. Of two overrides with the
 * same target, the later one wins. An absent field is inherited, and `null` removes the inherited value. Inherited alt
 * texts stay with their files if an override changes or reorders the media.
 */
export function resolveContent(post: PostBody, account: TargetAccount): TargetContent {
  return traceContent(post, account).content;
}

/** Like `resolveContent`, with the JSON Pointer of each field. */
export function traceContent(post: PostBody, account: TargetAccount): TracedContent {
  const layers = layersFor(post, account);

  const resolve = <F extends keyof Layer['fields']>(
    field: F,
    below = layers.length,
  ): Resolved<Layer['fields'][F]> => {
    for (let rank = below - 1; rank >= 0; rank--) {
      const layer = layers[rank];
      const value = layer?.fields[field];
      if (layer && value !== undefined) return { value, rank, pointer: `${layer.pointer}/${field}` };
    }
    return { value: undefined, rank: 0, pointer: defaultPointer(layers, field) };
  };

  const ownText = resolve('text');
  const mediaUrls = resolve('mediaUrls');
  const altTexts = resolve('altTexts');
  const title = resolve('title');
  const privacy = resolve('privacy');
  const postType = resolve('postType');
  const madeForKids = resolve('madeForKids');
  const boardId = resolve('boardId');
  const thread = resolve('thread');
  const firstComment = resolve('firstComment');
  const ownLink = resolve('link');
  const cover = resolve('cover');
  const disclosure = resolve('disclosure');
  const options = resolve('options');

  const media = mediaUrls.value ?? [];
  const described = resolve('mediaUrls', altTexts.rank + 1).value ?? [];
  const alts = altTexts.value ?? [];
  const placed = placeLink(
    { text: ownText.value ?? '', link: ownLink.value || null },
    ownLink.rank === 0,
    [...(thread.value ?? []), firstComment.value ?? ''],
    takesLink(account.platform, media),
  );

  return {
    content: {
      text: placed.text,
      mediaUrls: media,
      altTexts: mediaUrls.rank > altTexts.rank ? realign(alts, described, media) : alts,
      title: title.value || null,
      privacy: privacy.value ?? null,
      postType: postType.value ?? null,
      madeForKids: madeForKids.value ?? null,
      boardId: boardId.value || null,
      link: placed.link,
      thread: thread.value ?? [],
      firstComment: firstComment.value || null,
      cover: cover.value || null,
      disclosure: disclosure.value ?? [],
      options: withoutNull(options.value ?? {}),
    },
    pointers: {
      text: ownText.pointer,
      mediaUrls: mediaUrls.pointer,
      altTexts: altTexts.pointer,
      title: title.pointer,
      privacy: privacy.pointer,
      postType: postType.pointer,
      madeForKids: madeForKids.pointer,
      boardId: boardId.pointer,
      link: ownLink.pointer,
      thread: thread.pointer,
      firstComment: firstComment.pointer,
      cover: cover.pointer,
      disclosure: disclosure.pointer,
      options: options.pointer,
    },
  };
}

function withoutNull(options: NonNullable<Override['options']>): Readonly<Record<string, OptionValue>> {
  const set = Object.entries(options).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return Object.fromEntries(set);
}

interface PlacedLink {
  readonly text: string;
  readonly link: string | null;
}

/**
 * Attaches a link, or adds it to the text, unless the post already has it.
 *
 * @param ofPost whether it is the link of the whole post; a link that an override sets is always attached
 * @param others what is published after the text
 */
function placeLink(
  { text, link }: PlacedLink,
  ofPost: boolean,
  others: readonly string[],
  isTaken: boolean,
): PlacedLink {
  if (link === null || !ofPost || isTaken) return { text, link };
  if ([text, ...others].some((one) => hasLink(one, link))) return { text, link: null };
  return { text: text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`, link: null };
}

/** Whether the network has a field for a link, with these media. */
function takesLink(platform: Platform, mediaUrls: readonly string[]): boolean {
  // The rules of a network that only a newer backend knows are not known here.
  const rule = isPlatform(platform) ? RULES[platform].options.link : undefined;
  return rule !== undefined && (!rule.onlyWith?.includes('none') || mediaUrls.length === 0);
}

function hasLink(text: string, link: string): boolean {
  return linksIn(text).some(({ url }) => samePage(url, link));
}

function samePage(one: string, other: string): boolean {
  const page = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/?(#.*)?$/, '');
  return page(one) === page(other);
}

interface Resolved<T> {
  readonly value: T;
  /** The layer that sets it: higher wins. */
  readonly rank: number;
  readonly pointer: string;
}

interface Layer {
  readonly fields: Pick<Override, ContentField>;
  /** JSON Pointer of the layer in the request body. */
  readonly pointer: string;
}

/** The post and its overrides for one account, in increasing precedence. */
function layersFor(post: PostBody, account: TargetAccount): Layer[] {
  const { text, mediaUrls, altTexts, link, overrides = [] } = post;
  const base: Layer = { fields: { text, mediaUrls, altTexts, link }, pointer: '' };
  const layers = overrides.map((fields, index) => ({ fields, pointer: `/overrides/${index}` }));
  return [
    base,
    ...layers.filter((layer) => layer.fields.target === account.platform),
    ...layers.filter((layer) => layer.fields.target === account.id),
  ];
}

/** The pointer of a field that no layer sets. */
function defaultPointer(layers: readonly Layer[], field: ContentField): string {
  if (BASE_FIELDS.includes(field)) return `/${field}`;
  const last = layers.length > 1 ? layers.at(-1) : undefined;
  return last ? `${last.pointer}/${field}` : '/overrides';
}

/** Reorders alt texts for other media, so that each stays with its file. */
function realign(alts: readonly string[], described: readonly string[], media: readonly string[]): string[] {
  const byKey = new Map(described.map((key, index) => [key, alts[index] ?? '']));
  const aligned = media.map((key) => byKey.get(key) ?? '');
  return aligned.some((alt) => alt !== '') ? aligned : [];
}
