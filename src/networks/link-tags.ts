import type { Platform } from '../contract/platforms.js';
import type { TargetContent } from './content.js';
import { linksIn } from './count/links.js';

/**
 * Tags of links (`utm_source` …), by which the person’s web analytics know where a visit comes from. They are added to
 * what is sent, before it is checked: lengths count what the network gets.
 */

/** What is chosen for an account whose links get tags. */
export interface LinkTags {
  /** `utm_campaign`; null: none is added. */
  readonly campaign: string | null;
}

/** Whose links are tagged. */
export interface TaggedTarget {
  readonly platform: Platform;
  readonly targetId: string;
  readonly tags: LinkTags;
}

/** The texts of a target that tags change. */
export type SentTexts = Pick<TargetContent, 'text' | 'link' | 'thread' | 'firstComment'>;

/** As long as the id of a target, for checks before there is one. */
export const NO_TARGET_ID = `tgt_${'x'.repeat(26)}`;

/** Says what stands in a text in place of the id; null: the text has the id, or no tags. */
export function standInNote(text: string): string | null {
  return text.includes(NO_TARGET_ID)
    ? `${NO_TARGET_ID} stands for the id that the post gets on this account when it is created.`
    : null;
}

type Tag = readonly [name: string, value: string];

function tagsOf({ platform, targetId, tags: { campaign } }: TaggedTarget): readonly Tag[] {
  return [
    ['utm_source', platform],
    ['utm_medium', 'social'],
    ...(campaign === null ? [] : [['utm_campaign', encodeURIComponent(campaign)] as const]),
    ['utm_content', targetId],
  ];
}

const nameOf = (parameter: string): string => parameter.split('=', 1)[0]?.toLowerCase() ?? '';

/** A URL in its three parts: the query without `?`, null where there is none, and the fragment with `#`. */
function partsOf(url: string): {
  readonly base: string;
  readonly query: string | null;
  readonly end: string;
} {
  const hash = url.indexOf('#');
  const whole = hash < 0 ? url : url.slice(0, hash);
  const end = hash < 0 ? '' : url.slice(hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { base: whole, query: null, end };
  return { base: whole.slice(0, mark), query: whole.slice(mark + 1), end };
}

/** Adds the tags that a URL does not have. The rest of it stays as it is written. */
export function tagLink(url: string, target: TaggedTarget): string {
  if (!/^https?:\/\//i.test(url)) return url;
  const { base, query, end } = partsOf(url);
  const there = new Set((query ?? '').split('&').map(nameOf));
  const added = tagsOf(target).flatMap(([name, value]) => (there.has(name) ? [] : [`${name}=${value}`]));
  if (added.length === 0) return url;
  const before = query === null || query === '' || query.endsWith('&') ? (query ?? '') : `${query}&`;
  return `${base}?${before}${added.join('&')}${end}`;
}

/** A URL without the tags that `tagLink` added for this target: the page is the same. */
export function untagLink(url: string, { platform, targetId }: Omit<TaggedTarget, 'tags'>): string {
  const { base, query, end } = partsOf(url);
  const parameters = (query ?? '').split('&');
  if (parameters.at(-1) !== `utm_content=${targetId}`) return url;
  const own = [`utm_source=${platform}`, 'utm_medium=social'];
  parameters.pop();
  while (own.includes(parameters.at(-1) ?? '') || nameOf(parameters.at(-1) ?? '') === 'utm_campaign')
    parameters.pop();
  return `${base}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}${end}`;
}

/** A text with each of its links changed. */
function changeLinks(text: string, change: (url: string) => string): string {
  let changed = '';
  let from = 0;
  for (const { start, url } of linksIn(text)) {
    changed += text.slice(from, start) + change(url);
    from = start + url.length;
  }
  return changed + text.slice(from);
}

function tagText(text: string, target: TaggedTarget): string {
  return changeLinks(text, (url) => tagLink(url, target));
}

/** What is sent for a target, with its links tagged: in its text, its link, its thread and its first comment. */
export function tagContent(content: TargetContent, target: TaggedTarget): TargetContent {
  const { text, link, thread, firstComment } = content;
  return {
    ...content,
    text: tagText(text, target),
    link: link === null ? null : tagLink(link, target),
    thread: thread.map((one) => tagText(one, target)),
    firstComment: firstComment === null ? null : tagText(firstComment, target),
  };
}

/** A text without the tags that were added for this target. */
export function untagText(text: string, target: Omit<TaggedTarget, 'tags'>): string {
  return changeLinks(text, (url) => untagLink(url, target));
}

/**
 * Where a place in a tagged text is in the text as it was written, as UTF-16 indexes. A place inside a link that got tags
 * becomes the start of the link: it has no place of its own in what was written.
 */
export function placeAsWritten(written: string, tagged: string, place: number): number {
  const taggedLinks = linksIn(tagged);
  let added = 0;
  for (const [index, { start, url }] of linksIn(written).entries()) {
    const sent = taggedLinks[index];
    if (sent === undefined || place <= sent.start) break;
    const isInside = place < sent.start + sent.url.length;
    if (isInside && sent.url !== url) return start;
    added += isInside ? 0 : sent.url.length - url.length;
  }
  return place - added;
}

/** How many links of a target get tags. */
export function countTagged(content: TargetContent, tagged: TargetContent): number {
  const linksOf = ({ text, link, thread, firstComment }: TargetContent): string[] => [
    ...[text, ...thread, firstComment ?? ''].flatMap((one) => linksIn(one).map(({ url }) => url)),
    ...(link === null ? [] : [link]),
  ];
  const before = linksOf(content);
  return linksOf(tagged).filter((url, place) => url !== before[place]).length;
}
