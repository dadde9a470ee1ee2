import type { TimeForms } from '../../../../contract/instants.js';
import { PLATFORM_NAMES } from '../../../../contract/platforms.js';
import type { CreatePost, ScheduleMode } from '../../../../contract/posts/content.js';
import type { Post, PostValidation, Target, TargetPreview } from '../../../../contract/posts/posts.js';
import { safeHandle, unsafeHandles } from '../../../answers/untrusted.js';
import type { Preview } from '../../../confirmation/confirmation.js';
import { whenFacts } from '../../shared/time-facts.js';
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
export type PreviewTarget = Pick<TargetPreview, 'platform' | 'handle' | 'accountId' | 'text'>;

type Content = Pick<CreatePost, 'mediaUrls' | 'overrides'>;

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
  const notes = [...new Set(warnings.map(({ message }) => message))];
  return {
    text: previewText({ verb, when: timeLines(check), notes }, check.targets, content),
    agree: verb,
    facts: previewFacts(check),
    untrusted: previewUntrusted(check),
  };
}

/** The preview's text: action, accounts, content, time. */
function previewText(
  { verb, when, notes }: PreviewWords,
  targets: readonly PreviewTarget[],
  content: Content,
): string {
  const lines = [
    targets.length === 0 ? `${verb}:` : `${verb} on ${targets.map(nameOf).join(', ')}:`,
    ...textLines(targets),
    ...mediaLines(content),
    ...linkLines(targets, content),
    ...optionLines(targets, content),
    ...when,
    ...notes.map((note) => `Note: ${note}`),
  ];
  return shortened(lines.join('\n'), MAX_PREVIEW_LENGTH);
}

/** An account as a person knows it: "Bluesky @fernhill.example". */
export function nameOf({
  platform,
  handle,
  accountId,
}: Pick<PreviewTarget, 'platform' | 'handle' | 'accountId'>): string {
  return `${PLATFORM_NAMES[platform]} ${safeHandle(handle) ?? accountId}`;
}

/** The post's time, or those of its targets where they differ. */
function timeLines({ scheduleMode, when, targets }: PostValidation): string[] {
  if (scheduleMode === 'now') return ['When: now'];
  const times = new Set(targets.map((target) => target.when?.utc));
  const only = targets[0]?.when ?? when;
  const lines =
    times.size > 1
      ? targets.map(
          (target) => `When, ${nameOf(target)}: ${target.when ? previewTime(target.when) : 'not set'}`,
        )
      : [only ? `When: ${previewTime(only)}` : ''];
  const slots =
    scheduleMode === 'queue' ? ['If the slot is taken before you confirm, the next open slot is used.'] : [];
  return [...lines, ...slots].filter((line) => line !== '');
}

/** A time with zone and distance, for a person to decide by. */
export function previewTime({ local, timezone, relative }: TimeForms): string {
  return `${local}, ${timezone}, ${relative}`;
}

/** The text once if it is the same everywhere, otherwise per account. */
function textLines(targets: readonly PreviewTarget[]): string[] {
  const texts = new Set(targets.map(({ text }) => text));
  if (texts.size === 1)
    return [...texts].map((text) => (text === '' ? 'No text' : quoted(text, MAX_TEXT_LENGTH)));
  const each = Math.floor(MAX_TEXT_LENGTH / targets.length);
  return targets.map((target) => `${nameOf(target)}: ${quoted(target.text, each)}`);
}

function quoted(text: string, longest: number): string {
  return text.length <= longest ? `"${text}"` : shortened(`"${text}"`, longest);
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
  const names = new Set<string>(targets.flatMap(({ platform, accountId }) => [platform, accountId]));
  return (overrides ?? [])
    .filter(({ target }) => names.has(target))
    .flatMap(({ target, text: _, mediaUrls: _1, link: _2, scheduledAt: _3, timezone: _4, ...rest }) => {
      const said = Object.entries(rest).flatMap(([name, value]) =>
        value === undefined || value === null
          ? []
          : [`${name} ${shortened(JSON.stringify(value), MAX_OPTION_LENGTH)}`],
      );
      return said.length === 0 ? [] : [`For ${target}: ${said.join(', ')}`];
    });
}

/** A preview of an action on targets of a stored post. */
export function storedPreview(post: Post, targets: readonly Target[], words: PreviewWords): Preview {
  return {
    text: previewText(words, targets, post),
    agree: words.verb,
    facts: {
      postId: post.id,
      version: post.version,
      when: whenFacts(post.when),
      targets: targets.map(({ accountId, platform, handle, status }) => ({
        accountId,
        platform,
        handle: safeHandle(handle),
        status,
      })),
    },
    untrusted: unsafeHandles(targets),
  };
}
