import { describe, expect, it } from 'vitest';
import { blueskyFacets } from './bluesky-facets.js';

/** Each facet's feature with the text it covers. */
function covered(text: string) {
  const bytes = new TextEncoder().encode(text);
  return blueskyFacets(text).map(({ byteStart, byteEnd, feature }) => {
    const { type, ...rest } = feature;
    return [type, new TextDecoder().decode(bytes.slice(byteStart, byteEnd)), ...Object.values(rest)];
  });
}

describe('blueskyFacets', () => {
  it('returns UTF-8 byte offsets', () => {
    expect(blueskyFacets('é👍 https://a.de #世界')).toEqual([
      { byteStart: 7, byteEnd: 19, feature: { type: 'link', uri: 'https://a.de' } },
      { byteStart: 20, byteEnd: 27, feature: { type: 'tag', tag: '世界' } },
    ]);
  });

  it('finds links with and without a scheme, without trailing punctuation', () => {
    expect(covered('Look: https://example.com/a?b=1, (example.org/x) or 世界.com.')).toEqual([
      ['link', 'https://example.com/a?b=1', 'https://example.com/a?b=1'],
      ['link', 'example.org/x', 'https://example.org/x'],
    ]);
  });

  it('finds mentions of full handles', () => {
    expect(covered('Hi @alice.bsky.social, and (@bob.example) but not @carol or me@dave.example.')).toEqual([
      ['mention', '@alice.bsky.social', 'alice.bsky.social'],
      ['mention', '@bob.example', 'bob.example'],
    ]);
  });

  it('finds tags without trailing punctuation, but no numbers', () => {
    expect(covered('#one #two, #3 #4th a#b #five! #a_b')).toEqual([
      ['tag', '#one', 'one'],
      ['tag', '#two', 'two'],
      ['tag', '#4th', '4th'],
      ['tag', '#five', 'five'],
      ['tag', '#a_b', 'a_b'],
    ]);
  });

  it('skips tags longer than the lexicon allows', () => {
    expect(covered(`#${'a'.repeat(64)} #${'b'.repeat(65)}`)).toEqual([
      ['tag', `#${'a'.repeat(64)}`, 'a'.repeat(64)],
    ]);
  });

  it('returns no overlapping facets', () => {
    expect(covered('https://example.com/#part @alice.bsky.social/@x #tag')).toEqual([
      ['link', 'https://example.com/#part', 'https://example.com/#part'],
      ['mention', '@alice.bsky.social', 'alice.bsky.social'],
      ['tag', '#tag', 'tag'],
    ]);
  });
});
