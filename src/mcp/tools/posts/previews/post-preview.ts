import { inSentence } from '../../../../base/english.js';
import { textsIn } from '../../../../base/text-warnings.js';
import type { TimeForms } from '../../../../contract/instants.js';
import { isPlainHandle } from '../../../../contract/plain-names.js';
import { networkName } from '../../../../contract/platforms.js';
import type { CreatePost, ScheduleMode } from '../../../../contract/posts/content.js';
import type { Post, PostValidation, Target } from '../../../../contract/posts/posts.js';
import { safeHandle, unsafeBoards, unsafeHandles } from '../../../answers/untrusted.js';
import type { Preview } from '../../../confirmation/confirmation.js';
import { ownLine } from '../../shared/quoted-lines.js';
import { foundIn, isPublic, realityLines } from '../answers/reality.js';
import {
  changeLines,
  contentLines,
  type Naming,
  type PreviewTarget,
  quotedName,
  type Shows,
} from './content-lines.js';
import { fileNames, type MediaByKey } from './media-names.js';
import { previewUntrusted } from './post-check.js';

const MAX_LINKS = 5;

/** Characters of the whole preview. */
const MAX_PREVIEW_LENGTH = 6_000;

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

type Content = Pick<CreatePost, 'text' | 'mediaUrls' | 'altTexts' | 'overrides'>;

/** The words of a preview. */
export interface PreviewWords {
  /** The action, at the start of the preview: "Publish now". */
  readonly verb: string;
  /** What accepting the form does: "publish it now". */
  readonly agree: string;
  /** Whether something limits who can see the post. */
  readonly isLimited: boolean;
  /** Lines that say when it happens. */
  readonly when: readonly string[];
  readonly notes: readonly string[];
}

const VERBS: Readonly<Record<ScheduleMode, Pick<PreviewWords, 'verb' | 'agree'>>> = {
  now: { verb: 'Publish now', agree: 'publish it now' },
  schedule: { verb: 'Schedule', agree: 'schedule it' },
  queue: { verb: 'Queue', agree: 'queue it' },
  draft: { verb: 'Save as draft', agree: 'save the draft' },
};

/** What a person needs to see before a post is published: accounts, text, media, links, time. */
export function postPreview(check: PostValidation, content: Content, media: MediaByKey): Preview {
  const linesOf = (shows: Shows): string[] => contentLines(check.targets, content, shows);
  const words = { ...VERBS[check.scheduleMode], notes: notesOf(check) };
  return checkedPreview(check, content, media, words, linesOf);
}

/** The post before an edit: its targets as they are, and its content. */
export interface Edited {
  readonly post: Post;
  readonly targets: readonly Target[];
}

/** What a person needs to see before a post is edited: what changes, from what to what. */
export function editPreview(
  check: PostValidation,
  content: Content,
  media: MediaByKey,
  { post, targets }: Edited,
): Preview {
  const noun = post.status === 'draft' ? 'draft' : 'post';
  const before = { targets, body: post };
  const after = { targets: check.targets, body: content };
  const only = (
    these: readonly PreviewTarget[],
    others: readonly PreviewTarget[],
  ): readonly PreviewTarget[] =>
    these.filter(({ accountId }) => others.every((other) => other.accountId !== accountId));
  const named = (label: string, list: readonly PreviewTarget[], { naming }: Shows): string[] =>
    list.length === 0 ? [] : [ownLine(`${label}: ${list.map(naming).join(', ')}`)];
  const linesOf = (shows: Shows): string[] => [
    ...named('Added', only(check.targets, targets), shows),
    ...named('Removed', only(targets, check.targets), shows),
    ...changeLines(before, after, shows),
  ];
  const old = post.status === 'draft' ? post.proposed?.when : post.when;
  const moved = old && check.when && old.utc !== check.when.utc ? [`Before: ${previewTime(old)}`] : [];
  const words = { verb: `Edit the ${noun}`, agree: `edit the ${noun}`, notes: notesOf(check), moved };
  return checkedPreview(check, content, media, words, linesOf);
}

function checkedPreview(
  check: PostValidation,
  content: Content,
  media: MediaByKey,
  { moved = [], ...words }: Omit<PreviewWords, 'when' | 'isLimited'> & { readonly moved?: readonly string[] },
  linesOf: (shows: Shows) => string[],
): Preview {
  const isLimited = !isPublic(check.targets, content, foundIn(check));
  const textFor = (shows: Shows): string => {
    const when = [...timeLines(check, shows.naming), ...moved];
    return previewText(
      { ...words, when, isLimited },
      check.targets,
      [...linesOf(shows), ...linkLines(check.targets)],
      shows,
    );
  };
  return {
    text: textFor({ naming: nameOf, media, reader: 'model' }),
    forPerson: textFor({ naming: nameForPerson, media, reader: 'person' }),
    agree: words.agree,
    content: contentOf(check.targets, content),
    untrusted: [...previewUntrusted(check), ...fileNames(media)],
  };
}

/** What a person should know before they agree. */
export function notesOf(check: PostValidation): string[] {
  // The confirmation points these out itself.
  const others = foundIn(check).filter(({ code }) => code !== 'invisible_characters');
  return [
    ...taggedNote(check),
    ...new Set(
      others.map(({ code, message, fix }) =>
        // The person who agrees can do it, at the page that it names.
        code === 'account_reconnect_required' && fix !== undefined ? `${message} ${fix}` : message,
      ),
    ),
  ];
}

function taggedNote({ targets }: PostValidation): string[] {
  const names = targets.flatMap(({ taggedLinks, platform }) =>
    taggedLinks > 0 ? [networkName(platform)] : [],
  );
  if (names.length === 0) return [];
  return [
    `Links on ${inSentence([...new Set(names)], 'and')} have tags for web analytics (utm_source and others).`,
  ];
}

/** Every text that would be published on these targets, in full; of a post without accounts, all of its texts. */
export function contentOf(
  targets: readonly PreviewTarget[],
  { text, altTexts, overrides }: Content,
): string[] {
  if (targets.length === 0) return textsIn([text, altTexts, overrides]);
  const own = overridesOf(targets, overrides).map(({ target: _, ...content }) => content);
  return [...targets.map(({ text }) => text), ...textsIn([altTexts, own])];
}

function overridesOf(targets: readonly PreviewTarget[], overrides: Content['overrides'] = []) {
  const names = new Set<string>(targets.flatMap(({ platform, accountId }) => [platform, accountId]));
  return overrides.filter(({ target }) => names.has(target));
}

/** The preview's text: action, accounts, content, time. */
function previewText(
  { verb, when, notes, isLimited }: PreviewWords,
  targets: readonly PreviewTarget[],
  lines: readonly string[],
  { naming }: Shows,
): string {
  const head = ownLine(targets.length === 0 ? `${verb}:` : `${verb} on ${targets.map(naming).join(', ')}:`);
  const body = [head, ...lines].join('\n');
  // Cut before the time, which a long text must not push out.
  const end = [...realityLines(targets, isLimited), ...when, ...notes.map((note) => `Note: ${note}`)]
    .map((line) => `\n${ownLine(line)}`)
    .join('');
  return shortened(shortened(body, MAX_PREVIEW_LENGTH - end.length) + end, MAX_PREVIEW_LENGTH);
}

/** An account as a person knows it: "Bluesky @fernhill.example". */
export function nameOf({
  platform,
  handle,
  accountId,
}: Pick<PreviewTarget, 'platform' | 'handle' | 'accountId'>): string {
  return `${networkName(platform)} ${safeHandle(handle) ?? accountId}`;
}

/** The same for a form, which only a person reads: also a handle that could be read as prose. */
export function nameForPerson(target: Parameters<Naming>[0]): string {
  return isPlainHandle(target.handle) ? nameOf(target) : quotedName(target);
}

/** The post's time, or those of its targets where they differ. */
function timeLines({ scheduleMode, when, targets }: PostValidation, naming: Naming): string[] {
  if (scheduleMode === 'now') return ['When: now'];
  const times = new Set(targets.map((target) => target.when?.utc));
  const only = targets[0]?.when ?? when;
  const lines =
    times.size > 1
      ? targets.map(
          (target) => `When, ${naming(target)}: ${target.when ? previewTime(target.when) : 'not set'}`,
        )
      : [only ? `When: ${previewTime(only)}` : ''];
  const slots =
    scheduleMode === 'queue' ? ['If the slot is taken before you confirm, the next open slot is used.'] : [];
  return [...lines, ...slots].filter((line) => line !== '');
}

/** How late a post must be for its preview to say so, in milliseconds. */
const MIN_LATE_MS = 15 * 60 * 1000;

/**
 * When a post that was due is sent again, and when it was due: a text may be wrong hours later. The time is that of the
 * targets, because a post's own moves with each outcome.
 *
 * @param now workspace time, epoch milliseconds
 */
export function nowLines(targets: readonly Pick<Target, 'when'>[], now: number): string[] {
  const times = targets.flatMap(({ when }) => when ?? []);
  const [first] = times.sort((a, b) => Date.parse(a.utc) - Date.parse(b.utc));
  const isLate = first !== undefined && Date.parse(first.utc) < now - MIN_LATE_MS;
  return [isLate ? `When: now. It was due ${previewTime(first)}` : 'When: now'];
}

/** A time with zone and distance, for a person to decide by. */
export function previewTime({ local, timezone, relative }: TimeForms): string {
  return `${local}, ${timezone}, ${relative}`;
}

/** The text, or its start with a note on how much is cut off. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (the first ${longest} of ${text.length} characters)`;
}

function linkLines(targets: readonly PreviewTarget[]): string[] {
  const links = new Set(targets.flatMap(({ text }) => text.match(ADDRESS) ?? []));
  if (links.size === 0) return [];
  const more = links.size > MAX_LINKS ? ` and ${links.size - MAX_LINKS} more` : '';
  return [ownLine(`Links: ${[...links].slice(0, MAX_LINKS).join(' ')}${more}`)];
}

/** A preview of an action on targets of a stored post. */
export function storedPreview(
  post: Post,
  targets: readonly Target[],
  words: Omit<PreviewWords, 'isLimited'>,
  media: MediaByKey,
): Preview {
  const isLimited = !isPublic(targets, post, post.issues);
  const textFor = (shows: Shows): string =>
    previewText(
      { ...words, isLimited },
      targets,
      [...contentLines(targets, post, shows), ...linkLines(targets)],
      shows,
    );
  return {
    text: textFor({ naming: nameOf, media, reader: 'model' }),
    forPerson: textFor({ naming: nameForPerson, media, reader: 'person' }),
    agree: words.agree,
    content: contentOf(targets, post),
    untrusted: [...unsafeHandles(targets), ...unsafeBoards(targets), ...fileNames(media)],
  };
}
