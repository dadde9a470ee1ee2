import { extname, join } from 'node:path';
import type { Platform } from '../../../src/contract/platforms.js';
import { POST_TYPES, type PostType } from '../../../src/contract/posts/content.js';
import { formOf } from '../../../src/networks/post-form.js';
import { RULES } from '../../../src/networks/rules.js';
import type { FormedPost } from '../../support/networks/forms-of-posts.js';

/** What is published on the way. */
export interface WalkPost {
  readonly text: string;
  /** Files of the test's media, in order. */
  readonly files?: readonly string[];
  /** The network's own fields, by Postrider's names. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly link?: string;
  /** A file of the test's media. */
  readonly cover?: string;
  readonly thread?: readonly string[];
  readonly firstComment?: string;
}

export const mediaFile = (name: string): string => join(import.meta.dirname, '../../fixtures/media', name);

export const mediaFiles = ({ files = [] }: Pick<WalkPost, 'files'>): string[] => files.map(mediaFile);

const VIDEO_ENDINGS: readonly string[] = ['.mp4', '.mov'];

const kindsIn = ({ files = [] }: WalkPost): FormedPost['kinds'] =>
  files.map((name) => (VIDEO_ENDINGS.includes(extname(name)) ? 'video' : 'image'));

const postTypeOf = ({ fields }: WalkPost): PostType | null =>
  POST_TYPES.find((type) => type === fields?.['postType']) ?? null;

function isDraft(platform: Platform, { fields }: WalkPost): boolean {
  const { inboxDraft } = RULES[platform];
  return inboxDraft !== undefined && fields?.[inboxDraft.option] === inboxDraft.value;
}

export function formedPost(platform: Platform, post: WalkPost): FormedPost {
  const postType = postTypeOf(post);
  return {
    kinds: kindsIn(post),
    ...(postType !== null && { postType }),
    isDraft: isDraft(platform, post),
    hasLink: post.link !== undefined,
    hasCover: post.cover !== undefined,
    hasThread: post.thread !== undefined,
    hasFirstComment: post.firstComment !== undefined,
  };
}

/** What people see of a post, and what waits in the network's app. */
export interface SeenThings {
  readonly posts: readonly {
    readonly text: string;
    readonly kinds: FormedPost['kinds'];
    readonly link: string | null;
    readonly hasCover: boolean;
  }[];
  readonly comments: readonly string[];
  readonly drafts: number;
}

/** What the network has once these posts are published. */
export function expectedOf(platform: Platform, posts: readonly WalkPost[]): SeenThings {
  const published = posts.filter((post) => !isDraft(platform, post));
  return {
    posts: published.flatMap((post) => {
      const kinds = kindsIn(post);
      const form = formOf(
        RULES[platform],
        postTypeOf(post),
        kinds.map((kind) => ({ kind })),
      );
      const isHidden = RULES[platform].text.hiddenOn?.value.includes(form) === true;
      const main = {
        text: isHidden ? '' : post.text,
        kinds,
        link: post.link ?? null,
        hasCover: post.cover !== undefined,
      };
      const following = { kinds: [], link: null, hasCover: false };
      return [main, ...(post.thread ?? []).map((text) => ({ text, ...following }))];
    }),
    comments: published.flatMap(({ firstComment }) => firstComment ?? []),
    drafts: posts.length - published.length,
  };
}

/** What `--set` sets. @param cover the storage key of the cover */
export function settingsOf(platform: Platform, post: WalkPost, cover: string | null): string[] {
  return Object.entries({ ...post.fields, ...fieldsOf(post, cover) })
    .map(([name, value]) => `${platform}.${name}=${value}`)
    .concat((post.thread ?? []).map((text) => `${platform}.thread=${text}`));
}

/** What has a field of its own in the composer. */
export function fieldsOf(
  { link, firstComment }: WalkPost,
  cover: string | null,
): Readonly<Record<string, string>> {
  return {
    ...(link !== undefined && { link }),
    ...(cover !== null && { cover }),
    ...(firstComment !== undefined && { firstComment }),
  };
}
