import { PLATFORM_NAMES } from '../../contract/platforms.js';
import type { CreatePost } from '../../contract/post-content.js';
import type { PostValidation, TargetPreview } from '../../contract/posts.js';
import type { Preview } from '../confirmation.js';
import { handleFact } from '../untrusted.js';
import { previewFacts, previewUntrusted } from './post-check.js';

const MOST_LINKS = 5;

/** Characters of texts that a preview shows, all texts together. */
const LONGEST_TEXTS = 3_000;

/** Characters of one option. */
const LONGEST_OPTION = 300;

/** Characters of the whole preview. */
const LONGEST_PREVIEW = 6_000;

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

/** What a person needs to see of a post before it goes out: accounts, text, media, links, time. */
export function postPreview(check: PostValidation, body: CreatePost): Preview {
  const verb = { now: 'Publish now', schedule: 'Schedule', draft: 'Save as draft' }[check.scheduleMode];
  const lines = [
    `${verb} on ${check.targets.map(nameOf).join(', ')}:`,
    ...textLines(check.targets),
    ...mediaLines(body),
    ...linkLines(check.targets, body),
    ...optionLines(body),
    ...timeLines(check),
    ...warningLines(check),
  ];
  return {
    text: shortened(lines.join('\n'), LONGEST_PREVIEW),
    agree: verb,
    facts: previewFacts(check),
    untrusted: previewUntrusted(check),
  };
}

function nameOf({ platform, handle, accountId }: TargetPreview): string {
  return `${PLATFORM_NAMES[platform]} ${handleFact(handle) ?? accountId}`;
}

function timeLines({ scheduleMode, when }: PostValidation): string[] {
  if (scheduleMode === 'now') return ['When: now'];
  return when === null ? [] : [`When: ${when.local}, ${when.timezone}, ${when.relative}`];
}

/** The text once where it is the same everywhere, else per account. */
function textLines(targets: readonly TargetPreview[]): string[] {
  const texts = new Set(targets.map(({ text }) => text));
  if (texts.size === 1)
    return [...texts].map((text) => (text === '' ? 'No text' : quoted(text, LONGEST_TEXTS)));
  const each = Math.floor(LONGEST_TEXTS / targets.length);
  return targets.map((target) => `${nameOf(target)}: ${quoted(target.text, each)}`);
}

function quoted(text: string, longest: number): string {
  return text.length <= longest ? `"${text}"` : shortened(`"${text}"`, longest);
}

/** The beginning of a text that is too long to show, which says so. */
function shortened(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (the first ${longest} of ${text.length} characters)`;
}

function mediaLines({ mediaUrls, overrides }: CreatePost): string[] {
  const files = new Set([...(mediaUrls ?? []), ...(overrides ?? []).flatMap((one) => one.mediaUrls ?? [])]);
  return files.size === 0 ? [] : [`Media: ${[...files].join(', ')}`];
}

function linkLines(targets: readonly TargetPreview[], { overrides }: CreatePost): string[] {
  const inTexts = targets.flatMap(({ text }) => text.match(ADDRESS) ?? []);
  const links = new Set([...inTexts, ...(overrides ?? []).flatMap(({ link }) => link ?? [])]);
  if (links.size === 0) return [];
  const more = links.size > MOST_LINKS ? ` and ${links.size - MOST_LINKS} more` : '';
  return [`Links: ${[...links].slice(0, MOST_LINKS).join(' ')}${more}`];
}

/** What else differs per target: a thread, a first comment, who may see it. */
function optionLines({ overrides }: CreatePost): string[] {
  return (overrides ?? []).flatMap(({ target, text: _text, mediaUrls: _media, link: _link, ...rest }) => {
    const said = Object.entries(rest).flatMap(([name, value]) =>
      value === undefined || value === null
        ? []
        : [`${name} ${shortened(JSON.stringify(value), LONGEST_OPTION)}`],
    );
    return said.length === 0 ? [] : [`For ${target}: ${said.join(', ')}`];
  });
}

function warningLines({ warnings, targets }: PostValidation): string[] {
  const messages = new Set(
    [...warnings, ...targets.flatMap((target) => target.warnings)].map(({ message }) => message),
  );
  return [...messages].map((message) => `Note: ${message}`);
}
