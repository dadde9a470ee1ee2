import { utf8Bytes } from '../../../networks/count/utf8.js';
import { entitiesOf } from '../text-entities.js';

/** A part of the text that Bluesky shows as a link, by UTF-8 byte offsets: it links nothing by itself. */
interface Facet {
  readonly index: { readonly byteStart: number; readonly byteEnd: number };
  readonly features: readonly Readonly<Record<string, string>>[];
}

/** Handles that the text mentions, each once, in lower case. */
export function mentionedHandles(text: string): readonly string[] {
  const handles = entitiesOf(text)
    .filter((entity) => entity.kind === 'mention' && entity.value.includes('.'))
    .map((entity) => entity.value.toLowerCase());
  return [...new Set(handles)];
}

/**
 * @param didOf the account that a handle belongs to, or null: then it stays plain text
 */
export function facetsOf(text: string, didOf: (handle: string) => string | null): readonly Facet[] {
  return entitiesOf(text).flatMap((entity) => {
    const feature = featureOf(entity.kind, entity.value, didOf);
    if (feature === null) return [];
    const byteStart = utf8Bytes(text.slice(0, entity.start));
    const byteEnd = byteStart + utf8Bytes(text.slice(entity.start, entity.end));
    return [{ index: { byteStart, byteEnd }, features: [feature] }];
  });
}

function featureOf(
  kind: 'link' | 'mention' | 'hashtag',
  value: string,
  didOf: (handle: string) => string | null,
): Readonly<Record<string, string>> | null {
  if (kind === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: value };
  if (kind === 'hashtag') return { $type: 'app.bsky.richtext.facet#tag', tag: value };
  const did = didOf(value.toLowerCase());
  return did === null ? null : { $type: 'app.bsky.richtext.facet#mention', did };
}
