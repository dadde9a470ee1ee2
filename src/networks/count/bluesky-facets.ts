import { countGraphemes } from './graphemes.js';
import { linksIn } from './links.js';
import { isPairAt, utf8Bytes } from './utf8.js';
import { urlsIn } from './x-urls.js';

/** A link, mention or tag in a Bluesky text. Bluesky does not detect them itself. */
export interface Facet {
  /** Offsets into the text's UTF-8 encoding; the end is exclusive. */
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly feature:
    | { readonly type: 'link'; readonly uri: string }
    /** The handle must be resolved to its DID. If it has none, the facet is dropped. */
    | { readonly type: 'mention'; readonly handle: string }
    | { readonly type: 'tag'; readonly tag: string };
}

/** The lexicon's limits on a tag (app.bsky.richtext.facet). */
const MAX_TAG_GRAPHEMES = 64;
const MAX_TAG_BYTES = 640;

const MENTIONS = /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?)/gi;
/** Not only digits. */
const TAGS = /(?<=^|\s)[#＃](?=\S*[^\d\s\p{P}])([^\s\u00ad\u200b-\u200d\u2060#＃]+)/gu;
const PUNCTUATION = /\p{P}/u;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly feature: Facet['feature'];
}

/** The links, mentions and tags of a text as Bluesky facets, in order. */
export function blueskyFacets(text: string): Facet[] {
  const parts = [...links(text), ...mentions(text), ...tags(text)].sort(
    (one, other) => one.start - other.start,
  );
  const facets: Facet[] = [];
  let index = 0;
  let bytes = 0;
  for (const part of parts) {
    if (part.start < index) continue;
    const byteStart = bytes + utf8Bytes(text.slice(index, part.start));
    bytes = byteStart + utf8Bytes(text.slice(part.start, part.end));
    index = part.end;
    facets.push({ byteStart, byteEnd: bytes, feature: part.feature });
  }
  return facets;
}

function* links(text: string): Generator<Part> {
  for (const { start, url } of linksIn(text)) {
    yield { start, end: start + url.length, feature: { type: 'link', uri: url } };
  }
  for (const [start, end] of urlsIn(text)) {
    const address = text.slice(start, end);
    if (!/^https?:/i.test(address))
      yield { start, end, feature: { type: 'link', uri: `https://${address}` } };
  }
}

function* mentions(text: string): Generator<Part> {
  for (const match of text.matchAll(MENTIONS)) {
    const handle = match[1] ?? '';
    yield { start: match.index, end: match.index + match[0].length, feature: { type: 'mention', handle } };
  }
}

function* tags(text: string): Generator<Part> {
  for (const match of text.matchAll(TAGS)) {
    const tag = withoutPunctuation(match[1] ?? '');
    if (utf8Bytes(tag) > MAX_TAG_BYTES || countGraphemes(tag) > MAX_TAG_GRAPHEMES) continue;
    yield { start: match.index, end: match.index + '#'.length + tag.length, feature: { type: 'tag', tag } };
  }
}

/** Without punctuation at the end, except for a first character. */
function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0) {
    const start = end > 1 && isPairAt(word, end - 2) ? end - 2 : end - 1;
    if (start === 0 || !PUNCTUATION.test(word.slice(start, end))) break;
    end = start;
  }
  return word.slice(0, end);
}
