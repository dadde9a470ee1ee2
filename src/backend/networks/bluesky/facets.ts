import { blueskyFacets, type Facet } from '../../../networks/count/bluesky-facets.js';

/** A range of the text that Bluesky renders as a link, in the lexicon's format. */
interface LexiconFacet {
  readonly index: { readonly byteStart: number; readonly byteEnd: number };
  readonly features: readonly Readonly<Record<string, string>>[];
}

/** The handles that the text mentions: unique, in lower case. */
export function mentionedHandles(text: string): readonly string[] {
  const handles = blueskyFacets(text).flatMap(({ feature }) =>
    feature.type === 'mention' ? [feature.handle.toLowerCase()] : [],
  );
  return [...new Set(handles)];
}

/**
 * @param didOf the DID of a handle; null: it stays plain text
 */
export function facetsOf(text: string, didOf: (handle: string) => string | null): readonly LexiconFacet[] {
  return blueskyFacets(text).flatMap(({ byteStart, byteEnd, feature }) => {
    const written = lexiconFeature(feature, didOf);
    return written === null ? [] : [{ index: { byteStart, byteEnd }, features: [written] }];
  });
}

function lexiconFeature(
  feature: Facet['feature'],
  didOf: (handle: string) => string | null,
): Readonly<Record<string, string>> | null {
  switch (feature.type) {
    case 'link':
      return { $type: 'app.bsky.richtext.facet#link', uri: feature.uri };
    case 'tag':
      return { $type: 'app.bsky.richtext.facet#tag', tag: feature.tag };
    case 'mention': {
      const did = didOf(feature.handle.toLowerCase());
      return did === null ? null : { $type: 'app.bsky.richtext.facet#mention', did };
    }
  }
}
