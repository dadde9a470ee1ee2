import { textsIn } from '../../../../base/text-warnings.js';
import type { TimeForms } from '../../../../contract/instants.js';
import { isPlainHandle } from '../../../../contract/plain-names.js';
import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import type { CreatePost, ScheduleMode } from '../../../../contract/posts/content.js';
import type { Post, PostValidation, Target, TargetPreview } from '../../../../contract/posts/posts.js';
import { safeHandle, unsafeHandles } from '../../../answers/untrusted.js';
import type { Preview } from '../../../confirmation/confirmation.js';
import { inCharacters, ownLine, quotedLines } from '../../shared/quoted-lines.js';
import { whenFacts } from '../../shared/time-facts.js';
import { realityLines } from '../answers/reality.js';
import { previewFacts, previewUntrusted } from './post-check.js';

const MAX_LINKS = 5;

/** Characters of text in a preview, all targets together. */
const MAX_TEXT_LENGTH = 3_000;

/** Characters of one option. */
const MAX_OPTION_LENGTH = 300;

/** Characters of the whole preview. */
const MAX_PREVIEW_LENGTH = 6_000;

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

/** What a preview shows of a target. */
export type PreviewTarget = Pick<TargetPreview, 'platform' | 'handle' | 'accountId' | 'simulated' | 'text'>;

type Content = Pick<CreatePost, 'mediaUrls' | 'altTexts' | 'overrides'>;

/** How a preview names an account. */
type Naming = (target: Pick<PreviewTarget, 'platform' | 'handle' | 'accountId'>) => string;

/** The words of a preview. */
export interface PreviewWords {
  /** "Publish now": also the label of the form's checkbox. */
  readonly verb: string;
  /** Lines that say when it happens. */
  readonly when: readonly string[];
  readonly notes: readonly string[];
}

const VERBS: Readonly<Record<ScheduleMode, string>> = {
  now: 'Publish now',
  schedule: 'Schedule',
  queue: 'Queue',
  draft: 'Save as draft',
};

/**
 * What a person needs to see before a post is published: accounts, text, media, links, time.
 *
 * @param verb the action; by default it follows from the mode
 */
export function postPreview(
  check: PostValidation,
  content: Content,
  verb = VERBS[check.scheduleMode],
): Preview {
  const warnings = [...check.warnings, ...check.targets.flatMap((target) => target.warnings)];
  // The confirmation points these out itself.
  const others = warnings.filter(({ code }) => code !== 'invisible_characters');
  const notes = [...new Set(others.map(({ message }) => message))];
  const textWith = (naming: Naming): string =>
    previewText({ verb, when: timeLines(check, naming), notes }, check.targets, content, naming);
  return {
    text: textWith(nameOf),
    forPerson: textWith(nameForPerson),
    agree: verb,
    content: contentOf(check.targets, content),
    facts: previewFacts(check),
    untrusted: previewUntrusted(check),
  };
}

/** Every text that would be published on these targets, in full. */
function contentOf(targets: readonly PreviewTarget[], { altTexts, overrides }: Content): string[] {
  const own = overridesOf(targets, overrides).map(({ target: _, ...content }) => content);
  return [...targets.map(({ text }) => text), ...textsIn([altTexts, own])];
}

function overridesOf(targets: readonly PreviewTarget[], overrides: Content['overrides'] = []) {
  const names = new Set<string>(targets.flatMap(({ platform, accountId }) => [platform, accountId]));
  return overrides.filter(({ target }) => names.has(target));
}

/** The preview's text: action, accounts, content, time. */
function previewText(
  { verb, when, notes }: PreviewWords,
  targets: readonly PreviewTarget[],
  content: Content,
  naming: Naming,
): string {
  const body = [
    ownLine(targets.length === 0 ? `${verb}:` : `${verb} on ${targets.map(naming).join(', ')}:`),
    ...textLines(targets, naming),
    ...[...mediaLines(content), ...linkLines(targets, content), ...optionLines(targets, content)].map(
      ownLine,
    ),
  ].join('\n');
  // Cut before the time, which a long text must not push out.
  const end = [...realityLines(targets), ...when, ...notes.map((note) => `Note: ${note}`)]
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
  return `${PLATFORM_NAMES[platform]} ${safeHandle(handle) ?? accountId}`;
}

/** The same for a form, which only a person reads: also a handle that could be read as prose. */
function nameForPerson(target: Parameters<Naming>[0]): string {
  return isPlainHandle(target.handle)
    ? nameOf(target)
    : `${PLATFORM_NAMES[target.platform]} ${JSON.stringify(target.handle)}`;
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
 * When a post that was due is sent again, and when it was due: a text may be wrong hours later.
 *
 * @param now workspace time, epoch milliseconds
 */
export function nowLines({ when }: Pick<Post, 'when'>, now: number): string[] {
  const isLate = when !== null && Date.parse(when.utc) < now - MIN_LATE_MS;
  return [isLate ? `When: now. It was due ${previewTime(when)}` : 'When: now'];
}

/** A time with zone and distance, for a person to decide by. */
export function previewTime({ local, timezone, relative }: TimeForms): string {
  return `${local}, ${timezone}, ${relative}`;
}

/** The text once if it is the same everywhere, otherwise per account. */
function textLines(targets: readonly PreviewTarget[], naming: Naming): string[] {
  const texts = new Set(targets.map(({ text }) => text));
  if (texts.size === 1)
    return [...texts].map((text) =>
      text === '' ? 'No text' : quotedLines(text, MAX_TEXT_LENGTH, inCharacters),
    );
  const each = Math.floor(MAX_TEXT_LENGTH / targets.length);
  return targets.map((target) => {
    const name = ownLine(naming(target));
    return target.text === ''
      ? `${name}: no text`
      : `${name}:\n${quotedLines(target.text, each, inCharacters)}`;
  });
}

/** The text, or its start with a note on how much is cut off. */
function shortened(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (the first ${longest} of ${text.length} characters)`;
}

function mediaLines({ mediaUrls, overrides }: Content): string[] {
  const files = new Set([...(mediaUrls ?? []), ...(overrides ?? []).flatMap((one) => one.mediaUrls ?? [])]);
  return files.size === 0 ? [] : [`Media: ${[...files].join(', ')}`];
}

function linkLines(targets: readonly PreviewTarget[], { overrides }: Content): string[] {
  const inTexts = targets.flatMap(({ text }) => text.match(ADDRESS) ?? []);
  const links = new Set([...inTexts, ...(overrides ?? []).flatMap(({ link }) => link ?? [])]);
  if (links.size === 0) return [];
  const more = links.size > MAX_LINKS ? ` and ${links.size - MAX_LINKS} more` : '';
  return [`Links: ${[...links].slice(0, MAX_LINKS).join(' ')}${more}`];
}

/** Other differences per target: a thread, a first comment, privacy. */
function optionLines(targets: readonly PreviewTarget[], { overrides }: Content): string[] {
  return overridesOf(targets, overrides).flatMap(
    ({ target, text: _, mediaUrls: _1, link: _2, scheduledAt: _3, timezone: _4, ...rest }) => {
      const said = Object.entries(rest).flatMap(([name, value]) =>
        value === undefined || value === null
          ? []
          : [`${name} ${shortened(JSON.stringify(value), MAX_OPTION_LENGTH)}`],
      );
      return said.length === 0 ? [] : [`For ${target}: ${said.join(', ')}`];
    },
  );
}

/** A preview of an action on targets of a stored post. */
export function storedPreview(post: Post, targets: readonly Target[], words: PreviewWords): Preview {
  return {
    text: previewText(words, targets, post, nameOf),
    forPerson: previewText(words, targets, post, nameForPerson),
    agree: words.verb,
    content: contentOf(targets, post),
    facts: {
      postId: post.id,
      version: post.version,
      when: whenFacts(post.when),
      targets: targets.map(({ accountId, platform, handle, simulated, status }) => ({
        accountId,
        platform,
        handle: safeHandle(handle),
        simulated,
        status,
      })),
    },
    untrusted: unsafeHandles(targets),
  };
}
