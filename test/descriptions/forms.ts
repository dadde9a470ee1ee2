import type { OutgoingMedia } from '../../src/backend/networks/outgoing-post.js';
import type { Platform } from '../../src/contract/platforms.js';
import { DISCLOSURES } from '../../src/contract/posts/content.js';
import type { TargetContent } from '../../src/networks/content.js';
import type { RareOption } from '../../src/networks/rare-options.js';
import { RULES } from '../../src/networks/rules.js';
import { medium, needsMedia } from '../support/networks/network-scene.js';

/** A post that is sent to a network. */
interface Form {
  readonly content: Partial<TargetContent>;
  /** Absent: what the network needs. */
  readonly media?: OutgoingMedia[];
  readonly cover?: OutgoingMedia;
}

const image = (key: string) => medium('image/jpeg', key);
const video = (size = 0) => medium('video/mp4', 'film', size);

/** More than one chunk, at every network that takes chunks, in bytes. */
const LONG = 20_000_000;

/** A text that fits the pattern of an option. */
const SAMPLES = ['7', 'harbour', '#6E7874', 'en'] as const;
const fitting = (pattern: string | undefined): string =>
  SAMPLES.find((sample) => pattern === undefined || new RegExp(pattern, 'u').test(sample)) ?? '';

/** Values that an option takes: each of a choice. */
function valuesOf(option: RareOption): readonly unknown[] {
  if (option.kind === 'flag') return [true];
  if (option.kind === 'whole') return [option.min.value];
  if (option.kind === 'choice') return option.values.value;
  if (option.kind === 'choices') return option.values.value.map((value) => [value]);
  const text = fitting(option.pattern?.value);
  return [option.kind === 'texts' ? [text] : text];
}

/** A post that can have an option or a cover: of the right type, with the right files. */
function suited(
  platform: Platform,
  { onlyOn, onlyWith }: Pick<RareOption, 'onlyOn' | 'onlyWith'>,
): Pick<Form, 'content' | 'media'> {
  const named = onlyOn?.find((type) => type !== 'feed') ?? null;
  const postType = onlyOn?.includes('feed') === false ? named : null;
  const kind = onlyWith?.[0];
  const { images } = RULES[platform].forms[postType ?? 'feed'] ?? {};
  if (kind === 'videos' || (postType !== null && !images)) return { content: { postType }, media: [video()] };
  return kind === 'images' ? { content: { postType }, media: [image('one')] } : { content: { postType } };
}

function optionsOf(platform: Platform): readonly Form[] {
  const { rareOptions, options, disclosures } = RULES[platform];
  const rare = Object.entries(rareOptions).flatMap(([name, option]) =>
    valuesOf(option).map((value): Form => {
      const { content, ...files } = suited(platform, option);
      return { ...files, content: { ...content, options: { [name]: value } as TargetContent['options'] } };
    }),
  );
  const covered = options.cover
    ? [{ ...suited(platform, { ...options.cover, onlyWith: ['videos'] }), cover: image('cover') }]
    : [];
  const disclosed = DISCLOSURES.filter((one) => disclosures[one]).map((one) => ({
    content: { disclosure: [one] },
  }));
  return [...rare, ...covered, ...disclosed];
}

/** The files, options and disclosures of the posts that a network is sent: all that its rules know. */
export function formsOf(platform: Platform): readonly Form[] {
  const { forms, rareOptions } = RULES[platform];
  const kinds = Object.entries(forms).flatMap(([name, form]): readonly Form[] => {
    const content = { postType: name === 'feed' ? null : (name as 'reel' | 'short' | 'story') };
    return [
      ...(form.images ? [{ content, media: [image('one')] }] : []),
      ...(form.images && form.images.max.value > 1 ? [{ content, media: [image('one'), image('two')] }] : []),
      ...(form.videos
        ? [
            { content, media: [video()] },
            { content, media: [video(LONG)] },
          ]
        : []),
      ...(form.mixedMax ? [{ content, media: [image('one'), video()] }] : []),
    ];
  });
  const drafts = rareOptions['publishTo']
    ? [image('one'), video()].map((one) => ({ content: { options: { publishTo: 'inbox' } }, media: [one] }))
    : [];
  const plain = needsMedia(platform)
    ? []
    : [{ content: {} }, { content: { link: 'https://fernhill.example/menu' } }];
  return [...plain, ...kinds, ...drafts, ...optionsOf(platform)];
}
