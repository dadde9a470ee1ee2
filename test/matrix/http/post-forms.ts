import type { Platform } from '../../../src/contract/platforms.js';
import type { TargetContent } from '../../../src/networks/content.js';

/** A form of post whose calls differ from those of the network's other forms. */
export interface PostForm {
  readonly name: string;
  /** The types of its files. */
  readonly media: readonly string[];
  /** The size of each file in bytes; absent: a few hundred. */
  readonly bytes?: number;
  readonly content?: Partial<TargetContent>;
  /** Whether the network cannot say that there is such a post, or that there is none; absent: it can say both. */
  readonly unknownIf?: 'there' | 'absent' | 'either';
  /** It is a draft in the network's app. */
  readonly isDraft?: true;
}

const JPEG = 'image/jpeg';
const MP4 = 'video/mp4';

const TEXT: PostForm = { name: 'text', media: [] };
const IMAGE: PostForm = { name: 'image', media: [JPEG] };
const IMAGES: PostForm = { name: 'images', media: [JPEG, JPEG] };
const MIXED: PostForm = { name: 'image and video', media: [JPEG, MP4] };
const VIDEO: PostForm = { name: 'video', media: [MP4] };
/** A video that the network takes in several chunks. */
const longVideo = (bytes: number): PostForm => ({ name: 'long video', media: [MP4], bytes });
const DRAFT = { isDraft: true, content: { options: { publishTo: 'inbox' } } } as const;
const story = (name: string, type: string): PostForm => ({
  name,
  media: [type],
  content: { postType: 'story' },
});

/** What each network publishes. Threads and first comments follow the first form. */
export const POST_FORMS: Readonly<Record<Platform, readonly PostForm[]>> = {
  x: [TEXT, IMAGE, IMAGES, VIDEO, longVideo(9_000_000)],
  instagram: [
    IMAGE,
    IMAGES,
    MIXED,
    VIDEO,
    { ...story('image story', JPEG), unknownIf: 'there' },
    { ...story('video story', MP4), unknownIf: 'there' },
  ],
  facebook: [
    TEXT,
    IMAGE,
    IMAGES,
    { ...VIDEO, unknownIf: 'absent' },
    { name: 'reel', media: [MP4], content: { postType: 'reel' } },
    story('image story', JPEG),
    story('video story', MP4),
  ],
  threads: [TEXT, IMAGE, IMAGES, MIXED, VIDEO],
  bluesky: [TEXT, IMAGE, IMAGES, VIDEO],
  mastodon: [TEXT, IMAGE, IMAGES, VIDEO],
  linkedin: [TEXT, IMAGE, IMAGES, VIDEO, longVideo(9_000_000)],
  pinterest: [IMAGE, IMAGES, VIDEO],
  tiktok: [
    VIDEO,
    longVideo(20_000_000),
    { ...IMAGE, unknownIf: 'either' },
    { ...IMAGES, unknownIf: 'either' },
    { ...VIDEO, ...DRAFT, name: 'video draft' },
    { ...IMAGE, ...DRAFT, name: 'image draft', unknownIf: 'either' },
    { ...IMAGES, ...DRAFT, name: 'images draft', unknownIf: 'either' },
  ],
  youtube: [VIDEO, longVideo(9_000_000)],
};
