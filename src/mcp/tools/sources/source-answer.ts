import { isPlatform, type Platform } from '../../../contract/platforms.js';
import type { Source } from '../../../contract/sources/sources.js';
import { countText } from '../../../networks/count/count.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { RULES } from '../../../networks/rules.js';
import type { Answer } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';
import { safeUrl, type Untrusted, unsafeUrl } from '../../answers/untrusted.js';
import { refusal } from '../../errors/error-answer.js';
import { textPart } from '../shared/text-part.js';
import { toolCall } from '../shared/tool-call.js';

/** How much of the text one answer contains, in bytes: the first time, and on request. */
const FIRST_BYTES = 5_000;
const CONTINUATION_BYTES = 11_000;

/** Images in the first answer. */
const FIRST_IMAGES = 4;

/** A source's facts and the start of its text. */
export function sourceAnswer(source: Source, detailed: boolean): Answer {
  const part = textPart(source.text, 0, detailed ? CONTINUATION_BYTES : FIRST_BYTES);
  const left = source.text.length - part.end;
  const shown = detailed ? source.images : source.images.slice(0, FIRST_IMAGES);
  return {
    message:
      source.kind === 'feed'
        ? `This is a feed: its ${source.entries.length} newest entries follow, with their URLs. No post was created.`
        : `Read ${source.wordCount} words${part.end < source.text.length ? '; the start of the text follows' : ''}. No post was created.`,
    facts: {
      sourceId: source.id,
      kind: source.kind,
      url: safeUrl(source.url),
      publishedAt: source.publishedAt,
      publishedDate: source.publishedDate,
      language: safeLanguage(source.language),
      words: source.wordCount,
      images: shown.map(({ width, height, from }, index): Facts => ({ index, from, width, height })),
      media: source.media.map(({ key }) => key),
      room: source.suggestions
        .filter(({ platform }) => isPlatform(platform))
        .map(
          ({ platform, max, unit, needs }): Facts => ({
            platform,
            room: max - linkLength(platform, source),
            unit: unitWord(unit),
            missing: needs.filter(({ met }) => !met).map(({ what }) => what),
          }),
        ),
      warnings: source.warnings.map(({ message }) => message),
      leftOut: omittedOf(source, part.end, left, shown.length),
    },
    untrusted: words(source, shown, part.text, 0),
    next: nextStep(source),
  };
}

/** How much of a network's text the link takes, if it is at the end of it. */
function linkLength(platform: Platform, { url, canonicalUrl }: Source): number {
  const links = [url, canonicalUrl].flatMap((link) => link ?? []);
  const { unit } = RULES[platform].text;
  return Math.max(0, ...links.map((link) => countText(`\n\n${link}`, unit)));
}

/** The next part of a source's text. */
export function sourceFrom(source: Source, offset: number): Answer {
  const part = textPart(source.text, offset, CONTINUATION_BYTES);
  const left = source.text.length - part.end;
  if (offset >= source.text.length) {
    return refusal({
      code: 'offset_invalid',
      message: `The text has ${source.text.length} characters; there is no text at offset ${offset}.`,
      facts: { sourceId: source.id },
      next: `${toolCall('ingest_source', { sourceId: source.id })} starts from the beginning`,
    });
  }
  return {
    message: `The text from ${part.start} to ${part.end} of ${source.text.length}.`,
    facts: { sourceId: source.id, leftOut: left > 0 ? [readOn(source, part.end)] : undefined },
    untrusted: [{ about: `text from ${part.start}`, text: part.text, whole: true }],
    next: left > 0 ? readOn(source, part.end) : nextStep(source),
  };
}

function words(source: Source, images: Source['images'], text: string, offset: number): Untrusted[] {
  const about = (name: string, value: string | null): Untrusted[] =>
    value === null || value === '' ? [] : [{ about: name, text: value }];
  return [
    ...about('title', source.title),
    ...about('by', source.byline),
    ...unsafeUrl('the page', source.url),
    ...(safeLanguage(source.language) === undefined ? about('language', source.language) : []),
    ...about('site', source.siteName),
    ...(source.canonicalUrl === source.url ? [] : about('canonical url', source.canonicalUrl)),
    ...images.flatMap(({ url, alt }, index) =>
      about(`image ${index}`, alt === null ? url : `${url} (${alt})`).map((one) => ({
        ...one,
        text: one.text.slice(0, 400),
      })),
    ),
    { about: `text from ${offset}`, text, whole: true },
  ];
}

/** `en`, `en-GB`, `zh-Hant-TW`. A longer tag can contain words. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/;

function safeLanguage(tag: string | null): string | undefined {
  return tag !== null && LANGUAGE.test(tag) ? tag : undefined;
}

function omittedOf(source: Source, end: number, left: number, shown: number): string[] | undefined {
  const more = source.images.length - shown;
  const omitted = [
    ...(left > 0 ? [`text from ${end} to ${source.text.length}: ${readOn(source, end)}`] : []),
    ...(more > 0
      ? [`${more} images: ${toolCall('ingest_source', { sourceId: source.id, response_format: 'detailed' })}`]
      : []),
  ];
  return omitted.length === 0 ? undefined : omitted;
}

function readOn({ id }: Source, offset: number): string {
  return toolCall('ingest_source', { sourceId: id, offset });
}

function nextStep({ kind, id, url, images, media }: Source): string {
  if (kind === 'feed') {
    return `Choose an entry, or let the person choose, and read its article: ${toolCall('ingest_source', { url: '…' })}`;
  }
  const mediaUrls = media.map(({ key }) => key);
  const args = {
    sourceId: id,
    text: '…',
    platforms: ['…'],
    mediaUrls: mediaUrls.length > 0 ? mediaUrls : undefined,
  };
  const image =
    url !== null && images.length > 0 && media.length === 0
      ? ` To post with the lead image (only if the person has the rights to it): ${toolCall('ingest_source', { url: safeUrl(url) ?? '…', takeImage: true })}`
      : '';
  const link =
    url === null ? '' : ' (the link is counted: Postrider adds it, as a link card or at the end of the text)';
  return `Write the post from this text, within the length limits in room${link}. Then ${toolCall('create_post', args)}.${image}`;
}
