import { PLATFORMS, type Platform } from '../../../contract/platforms.js';
import type { Need, Suggestion } from '../../../contract/sources/sources.js';
import { countText, fitsUpTo } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';

/** What a source offers for a post. */
export interface Material {
  readonly title: string | null;
  /** The URL that a post links to. */
  readonly link: string | null;
  readonly hasImage: boolean;
}

/** Facts for the author of a post, one entry per network. They contain no generated prose. */
export function suggestionsFor(material: Material): Suggestion[] {
  return PLATFORMS.map((platform) => suggestionFor(platform, material));
}

function suggestionFor(platform: Platform, material: Material): Suggestion {
  const { unit, max } = RULES[platform].text;
  const skeleton = skeletonFor(platform, material);
  const used = countText(skeleton, unit);
  return {
    platform,
    skeleton,
    used,
    max: max.value,
    room: max.value - used,
    unit,
    needs: needsOf(platform, material),
  };
}

/** The title, an empty line, and the link. A title that is too long is truncated. */
function skeletonFor(platform: Platform, { title, link }: Material): string {
  const { unit, max } = RULES[platform].text;
  const end = link === null ? '' : `\n\n${link}`;
  const whole = `${title ?? ''}${end}`.trim();
  if (title === null || countText(whole, unit) <= max.value) return whole;
  const available = max.value - countText(`…${end}`, unit);
  const cut = title.slice(0, Math.max(0, fitsUpTo(title, unit, Math.max(0, available)))).trimEnd();
  return `${cut}…${end}`;
}

/** What the network requires besides text, and whether this source offers it. */
function needsOf(platform: Platform, { title, link, hasImage }: Material): Suggestion['needs'] {
  const { forms, options } = RULES[platform];
  const media: Need = forms.feed.images ? 'image_or_video' : 'video';
  const needs: readonly (readonly [what: Need, required: boolean, met: boolean])[] = [
    [media, forms.feed.mediaRequired.value, media === 'image_or_video' && hasImage],
    ['title', options.title?.required.value ?? false, title !== null],
    ['link', options.link?.required.value ?? false, link !== null],
    ['privacy', options.privacy?.required.value ?? false, false],
    ['madeForKids', options.madeForKids?.required.value ?? false, false],
    ['boardId', options.boardId?.required.value ?? false, false],
  ];
  return needs.filter(([, required]) => required).map(([what, , met]) => ({ what, met }));
}
