import type { Platform } from '../contract/platforms.js';
import type { Disclosure, Override, PostDraft, PostType, Privacy } from '../contract/posts/content.js';

/** The parts of a post that decide what each target publishes. */
export type PostBody = Pick<PostDraft, 'text' | 'mediaUrls' | 'altTexts' | 'overrides'>;

/** Which account a post goes to. */
export interface TargetAccount {
  readonly id: string;
  readonly platform: Platform;
}

/** What a rarer option may hold. */
export type OptionValue = NonNullable<Override['options']>[string];

/** What one account is to publish: overrides applied, nothing left to inherit. */
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
  /** Posts that follow the first, in their order. */
  readonly thread: readonly string[];
  readonly firstComment: string | null;
  /** Storage key of a video's cover image. */
  readonly cover: string | null;
  readonly disclosure: readonly Disclosure[];
  /** Rarer options by our name of them. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

export type ContentField = keyof TargetContent;

/** A target's content, and where in the request body each field of it was said or has to be said. */
export interface TracedContent {
  readonly content: TargetContent;
  readonly pointers: Readonly<Record<ContentField, string>>;
}

const BASE_FIELDS: readonly ContentField[] = ['text', 'mediaUrls', 'altTexts'];

/**
 * Merges a post with its overrides for one account.
 *
 * A field of an account's override wins over its platform's, which wins over the post's own; of two
 * overrides with the same target the later one wins. An absent field inherits, `null` resets it to none.
 * Inherited descriptions stay with their media when an override changes or reorders the media.
 */
export function resolveContent(post: PostBody, account: TargetAccount): TargetContent {
  return traceContent(post, account).content;
}

/** As `resolveContent`, with the JSON Pointer of each field. */
export function traceContent(post: PostBody, account: TargetAccount): TracedContent {
  const layers = layersFor(post, account);

  const said = <F extends keyof Layer['fields']>(
    field: F,
    below = layers.length,
  ): Said<Layer['fields'][F]> => {
    for (let rank = below - 1; rank >= 0; rank--) {
      const layer = layers[rank];
      const value = layer?.fields[field];
      if (layer && value !== undefined) return { value, rank, pointer: `${layer.pointer}/${field}` };
    }
    return { value: undefined, rank: 0, pointer: homeOf(layers, field) };
  };

  const text = said('text');
  const mediaUrls = said('mediaUrls');
  const altTexts = said('altTexts');
  const title = said('title');
  const privacy = said('privacy');
  const postType = said('postType');
  const madeForKids = said('madeForKids');
  const boardId = said('boardId');
  const link = said('link');
  const thread = said('thread');
  const firstComment = said('firstComment');
  const cover = said('cover');
  const disclosure = said('disclosure');
  const options = said('options');

  const media = mediaUrls.value ?? [];
  const described = said('mediaUrls', altTexts.rank + 1).value ?? [];
  const alts = altTexts.value ?? [];

  return {
    content: {
      text: text.value ?? '',
      mediaUrls: media,
      altTexts: mediaUrls.rank > altTexts.rank ? realign(alts, described, media) : alts,
      title: title.value || null,
      privacy: privacy.value ?? null,
      postType: postType.value ?? null,
      madeForKids: madeForKids.value ?? null,
      boardId: boardId.value || null,
      link: link.value || null,
      thread: thread.value ?? [],
      firstComment: firstComment.value || null,
      cover: cover.value || null,
      disclosure: disclosure.value ?? [],
      options: options.value ?? {},
    },
    pointers: {
      text: text.pointer,
      mediaUrls: mediaUrls.pointer,
      altTexts: altTexts.pointer,
      title: title.pointer,
      privacy: privacy.pointer,
      postType: postType.pointer,
      madeForKids: madeForKids.pointer,
      boardId: boardId.pointer,
      link: link.pointer,
      thread: thread.pointer,
      firstComment: firstComment.pointer,
      cover: cover.pointer,
      disclosure: disclosure.pointer,
      options: options.pointer,
    },
  };
}

interface Said<T> {
  readonly value: T;
  /** Which layer said it. */
  readonly rank: number;
  readonly pointer: string;
}

interface Layer {
  readonly fields: Pick<Override, ContentField>;
  /** Where the layer stands in the request body. */
  readonly pointer: string;
}

/** What is said about an account's content, the strongest last. */
function layersFor(post: PostBody, account: TargetAccount): Layer[] {
  const { text, mediaUrls, altTexts, overrides = [] } = post;
  const base: Layer = { fields: { text, mediaUrls, altTexts }, pointer: '' };
  const layers = overrides.map((fields, index) => ({ fields, pointer: `/overrides/${index}` }));
  return [
    base,
    ...layers.filter((layer) => layer.fields.target === account.platform),
    ...layers.filter((layer) => layer.fields.target === account.id),
  ];
}

/** Where a field that nobody has said belongs. */
function homeOf(layers: readonly Layer[], field: ContentField): string {
  if (BASE_FIELDS.includes(field)) return `/${field}`;
  const strongest = layers.length > 1 ? layers.at(-1) : undefined;
  return strongest ? `${strongest.pointer}/${field}` : '/overrides';
}

/** Descriptions in the order of other media: a description belongs to its medium. */
function realign(alts: readonly string[], described: readonly string[], media: readonly string[]): string[] {
  const byKey = new Map(described.map((key, index) => [key, alts[index] ?? '']));
  const aligned = media.map((key) => byKey.get(key) ?? '');
  return aligned.some((alt) => alt !== '') ? aligned : [];
}
